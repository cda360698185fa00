import { refusedPair } from '../../src/contract/list-sorts.ts';
import { filledIn, readTemplate, writePairs } from '../../src/contract/templates.ts';
import { at, type JsonObject, type Path, stepsOf } from '../../src/json/json.ts';
import { idPaths, mostTried, type ProposalTrial } from './proposal-trial.ts';

const leastOrdered = 5;

/** Whether values are in an order that servers use: by number, or of texts by code units or without case. */
function isOrdered(values: readonly unknown[]): boolean {
  const keys = values.filter((value) => value !== null && value !== undefined);
  if (keys.every((key) => typeof key === 'number'))
    return keys.every((key, index) => index === 0 || Number(keys[index - 1]) <= key);
  const texts = keys.map(String);
  const ways: ((one: string, other: string) => boolean)[] = [
    (one, other) => one <= other,
    (one, other) => one.toLowerCase() <= other.toLowerCase(),
    (one, other) => one.localeCompare(other) <= 0,
  ];
  return ways.some((isBefore) =>
    texts.every((text, index) => index === 0 || isBefore(texts[index - 1] ?? '', text)),
  );
}

export async function trySorts(
  trial: ProposalTrial,
  schemaOf: (parameter: string) => JsonObject | undefined,
): Promise<void> {
  const [asc, desc] = [trial.text('sort', 'asc'), trial.text('sort', 'desc')].map((one) =>
    readTemplate(one ?? '', ['attribute']),
  );
  if (!asc || !desc || 'wrong' in asc || 'wrong' in desc || trial.records.length < 2) return;
  let isSeen = false;
  for (const { keyword, value, sure } of trial.below('sort', 'sortables').slice(0, mostTried)) {
    const attribute = String(keyword[2]);
    const path = stepsOf(String(value));
    const isStated = sure !== 'possible';
    const doubt = isStated ? trial.contest : trial.doubt;
    const asked = [asc, desc]
      .map((template) => filledIn(template, { attribute }))
      .filter((pairs) => refusedPair(pairs, schemaOf) === undefined);
    const sorted: { readonly written: string; readonly keys: readonly unknown[] | undefined }[] = [];
    for (const pairs of asked) {
      const query = writePairs(pairs);
      const keys = (await trial.recordsBy(query))?.map((record) => at(record, ...path));
      const isDescending = pairs.join() === filledIn(desc, { attribute }).join();
      sorted.push({ written: decodeURIComponent(query), keys: isDescending ? keys?.reverse() : keys });
    }
    const rejected = sorted.find(({ keys }) => keys === undefined);
    const unordered = sorted.find(({ keys = [] }) => !isOrdered(keys));
    if (rejected) (isStated ? doubt : trial.note)(keyword, `the server rejects ${rejected.written}`);
    else if (sorted.every(({ keys }) => new Set(keys?.map(String)).size < 2)) continue;
    else if (unordered)
      doubt(
        keyword,
        `with ${unordered.written}, the first ${unordered.keys?.length} records are in no order of ${attribute}`,
      );
    else {
      trial.confirm(keyword, 'the server sorts by it');
      isSeen = true;
    }
  }
  if (!isSeen) return;
  trial.withoutQuestion(['sort']);
  for (const part of ['asc', 'desc']) trial.confirm(['sort', part], 'the server sorts so');
}

/** The order of records without a sort, if it is that of the identifier or of a time, without equal keys. */
export function tryOrder(trial: ProposalTrial): void {
  const { records } = trial;
  if (records.length < leastOrdered) return;
  const isStrictly = (path: Path, isDown: boolean): boolean => {
    const keys = records.map((record) => at(record, ...path));
    const isWhole = keys.every((key) => typeof key === 'number' || (typeof key === 'string' && key !== ''));
    return isWhole && new Set(keys).size === keys.length && isOrdered(isDown ? [...keys].reverse() : keys);
  };
  const stated = trial.find('order');
  if (stated) {
    const [attribute = '', way] = String([stated.value].flat()[0]).split(' ');
    const path = stepsOf(trial.text('sort', 'sortables', attribute) ?? `/${attribute}`);
    const keys = records.map((record) => at(record, ...path));
    if (isOrdered(way === 'desc' ? [...keys].reverse() : keys))
      trial.confirm(['order'], `${stated.why}, and the first ${records.length} records are in it`);
    else trial.doubt(['order'], `the first ${records.length} records are not in it`);
    return;
  }
  const times = Object.keys(records[0] ?? {}).filter((name) =>
    /^(created|inserted|updated|modified|published)/i.test(name),
  );
  const ids = idPaths(trial);
  const ways = [...(ids.length === 1 ? ids : []), ...times.map((name) => [name])].flatMap((path) =>
    [false, true].map((isDown) => ({ path, isDown })),
  );
  const found = ways.find(({ path, isDown }) => isStrictly(path, isDown));
  if (!found) return;
  const attribute = found.path.length === 1 ? String(found.path[0]) : `/${found.path.join('/')}`;
  trial.add({
    keyword: ['order'],
    value: [`${attribute} ${found.isDown ? 'desc' : 'asc'}`],
    why: `the first ${records.length} records are in it; state it only if the API promises it`,
    sure: 'possible',
  });
}
