import type { Proposal } from '../../src/contract/propose/proposal.ts';
import { isOtherParameter } from '../../src/contract/propose/queries.ts';
import { filledIn, readTemplate, writePairs } from '../../src/contract/templates.ts';
import { at, isObject, type JsonObject, type Path, stepsOf } from '../../src/json/json.ts';
import { countAt, mostTried, type ProposalTrial, type QueryResponse, recordIds } from './proposal-trial.ts';

/** A value of an attribute that some records have, and not all. */
function selectiveValue(records: readonly JsonObject[], path: Path): string | undefined {
  const values = records.map((record) => at(record, ...path));
  const scalars = values
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .map(String);
  return scalars.find(
    (value) => values.some((other) => String(other) !== value) && !/[,*%"'\\\p{Cc}]/u.test(value),
  );
}

export async function tryFilterProposals(trial: ProposalTrial): Promise<void> {
  const { records } = trial;
  const template = readTemplate(trial.text('filter', 'template') ?? '', ['value']);
  if ('wrong' in template) return;
  const operators = [trial.find('filter', 'operators'), ...trial.below('filter', 'operators')];
  const equal = operators.find((one) => comparesEqual(one?.value));
  let isCompared = false;
  for (const { keyword, value, sure } of trial.below('filter', 'queryables').slice(0, mostTried)) {
    const attribute = String(keyword[2]);
    const own = isObject(value) ? readTemplate(String(value.template), ['value']) : template;
    const path = stepsOf(String(isObject(value) ? value.at : value));
    const sought = selectiveValue(records, path);
    if ('wrong' in own || sought === undefined || !equal || !isOn(equal, attribute)) continue;
    const query = (text: string): string =>
      writePairs(filledIn(own, { attribute, value: text, operator: 'eq' }));
    const isNamed = at(equal.value, 'on') !== undefined;
    const doubt = (why: string): void =>
      isOtherParameter(attribute)
        ? trial.note(keyword, why)
        : trial.doubt(
            keyword,
            why,
            isNamed ? `this line, and ${attribute} in "on" of ${String(equal.keyword.at(-1))}` : undefined,
          );
    const page = await trial.ask(query(sought));
    const found = page && trial.recordsOf(page);
    const written = decodeURIComponent(query(sought));
    if (!page || !found) {
      doubt(`the server rejects ${written}`);
      continue;
    }
    const others = found.filter((record) => String(at(record, ...path)) !== sought).length;
    if (others > 0) doubt(`${written} returns ${others} of ${found.length} records with another value`);
    else if (found.length === 0) doubt(`${written} returns nothing, although a record has this value`);
    else if (await findsParts(trial, sought, path, query))
      doubt('a filter for a part of the value finds the record, too, so it may mean contains');
    else {
      trial.confirm(keyword, `${written} returns only records with this value`);
      if (!isCompared) compareTotals(trial, written, page);
      isCompared = true;
      if (sure === 'possible') {
        trial.confirm(['filter', 'template'], 'the server filters so');
        trial.confirm(equal.keyword, 'the server filters so');
      }
    }
  }
}

const comparesEqual = (operator: unknown): boolean =>
  Array.isArray(operator) ? operator.includes('eq') : at(operator, 'means') === 'eq';

const isOn = ({ value }: Proposal, attribute: string): boolean => {
  const on = at(value, 'on');
  return !Array.isArray(on) || on.includes(attribute);
};

type Comparable = string | number;

const isComparable = (value: unknown): value is Comparable =>
  typeof value === 'number' || (typeof value === 'string' && !/\p{Cc}/u.test(value));

const filterComparisons: Readonly<Record<string, (one: Comparable, other: Comparable) => boolean>> = {
  le: (one, other) => one <= other, lt: (one, other) => one < other, ge: (one, other) => one >= other, gt: (one, other) => one > other,
  contains: (one, other) => String(one).toLowerCase().includes(String(other).toLowerCase()),
}; // biome-ignore format: one glance

/** A value that a comparison with finds some of several values by: the middle one, or a word that not all contain. */
function comparedValue(means: string, values: readonly Comparable[]): Comparable | undefined {
  if (means !== 'contains') return values[Math.floor(values.length / 2)];
  const words = values.flatMap((value) => String(value).match(/\p{L}{3,}/gu) ?? []);
  return words.find((word) => !values.every((value) => filterComparisons.contains?.(value, word)));
}

/** Tries the operators for a bound or a part, each by one value of one attribute. */
export async function tryBoundProposals(trial: ProposalTrial): Promise<void> {
  const { records } = trial;
  for (const { keyword, value: operator } of trial.below('filter', 'operators').slice(0, mostTried)) {
    const means = String(at(operator, 'means'));
    const matches = filterComparisons[means];
    const template = readTemplate(String(at(operator, 'template')), ['value']);
    const attribute = String([at(operator, 'on')].flat()[0]);
    const queryable = trial.find('filter', 'queryables', attribute);
    if (!matches || !queryable || 'wrong' in template) continue;
    const path = stepsOf(String(isObject(queryable.value) ? queryable.value.at : queryable.value));
    const fieldOf = (record: JsonObject): unknown => at(record, ...path);
    const values = [...new Set(records.map(fieldOf))]
      .filter((value) => isComparable(value))
      .sort((one, other) => (one < other ? -1 : 1));
    const bound = comparedValue(means, values);
    if (bound === undefined || values.length < 3) continue;
    const isWithin = (record: JsonObject): boolean => {
      const value = fieldOf(record);
      return isComparable(value) && matches(value, bound);
    };
    const words = { attribute, value: String(bound), operator: String(keyword[2]) };
    const query = writePairs(filledIn(template, words));
    const found = await trial.recordsBy(query);
    const written = decodeURIComponent(query);
    const outside = found?.filter((record) => !isWithin(record)).length ?? 0;
    const ids = recordIds(trial, found ?? []);
    const [within, beyond] =
      means === 'contains' ? ['that contain it', 'without it'] : ['within this bound', 'outside this bound'];
    const isCut = found && found.length >= records.length;
    const missing = records
      .filter(isWithin)
      .find((record) => !isCut && recordIds(trial, [record]).every((id) => !ids.includes(id)));
    const doubt = (why: string): void =>
      trial.doubt(keyword, why, `this line, and that of ${attribute} in queryables`);
    if (!found) doubt(`the server rejects ${written}`);
    else if (outside > 0) doubt(`${written} returns ${outside} of ${found.length} records ${beyond}`);
    else if (missing)
      doubt(`${written} does not return a record with ${attribute} ${JSON.stringify(fieldOf(missing))}`);
    else {
      const why = `${written} returns only records ${within}`;
      trial.confirm(keyword, why);
      if (queryable.sure !== 'seen') trial.confirm(queryable.keyword, why);
      if (trial.find('filter', 'template')?.sure === 'possible')
        trial.confirm(['filter', 'template'], 'the server filters so');
    }
  }
}

/** Whether a text that no record has as its value finds records: then the filter searches. */
async function findsParts(
  { records, recordsBy }: ProposalTrial,
  value: string,
  path: Path,
  queryFor: (text: string) => string,
): Promise<boolean> {
  const isText = records.some((record) => typeof at(record, ...path) === 'string');
  const part = value.slice(0, -1);
  if (!isText || part.length < 2 || records.some((record) => at(record, ...path) === part)) return false;
  const found = (await recordsBy(queryFor(part))) ?? [];
  return found.some((record) => String(at(record, ...path)).includes(part));
}

/** A total that a filter leaves as it is may be meant so, or a fault: that is for a person to say. */
function compareTotals(trial: ProposalTrial, written: string, filtered: QueryResponse): void {
  const [all, matching] = [countAt(trial, trial.whole), countAt(trial, filtered)];
  if (all === undefined || matching === undefined) return;
  if (matching < all) trial.confirm(['total'], `the server returns ${all}, and ${matching} with ${written}`);
  else
    trial.question(
      ['total'],
      `Does ${trial.text('total')} count all records? It stays ${all} with ${written}. If that is meant, write { at: ${trial.text('total')}, counts: all }; otherwise a check will find it.`,
    );
}
