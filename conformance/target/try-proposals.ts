import { refusedPair } from '../../src/contract/list-sorts.ts';
import { type Place, placeIn } from '../../src/contract/places.ts';
import type { OperationProposal } from '../../src/contract/proposals.ts';
import { isAddress } from '../../src/contract/propose/pages.ts';
import type { Proposal, Question } from '../../src/contract/propose/proposal.ts';
import { isOtherParameter } from '../../src/contract/propose/queries.ts';
import { filledIn, readTemplate, writePairs } from '../../src/contract/templates.ts';
import { at, isObject, type Json, type JsonObject, type Path, stepsOf } from '../../src/json/json.ts';
import { tokenIn } from '../list/read-page.ts';

/** A response to a query; undefined if none came, or none with JSON and a 2xx status. */
export type QueryResponse = {
  readonly body: Json;
  readonly header: (name: string) => string | undefined;
};

/** Reads a listing of a server by a query, as it is written in a URL. */
export type Ask = (query: string) => Promise<QueryResponse | undefined>;

/** The records that a response to a listing contains where they are proposed to be; undefined if there is no list. */
export function recordsShown(
  { proposals }: Pick<OperationProposal, 'proposals'>,
  { body }: QueryResponse,
): readonly JsonObject[] | undefined {
  const items = placeIn(String(proposals.find(({ keyword }) => keyword.join() === 'items')?.value));
  const found = items?.of === 'body' ? at(body, ...items.path) : undefined;
  return Array.isArray(found) ? found.filter(isObject) : undefined;
}

const leastOrdered = 5;

/** The most attributes of a listing that are filtered or sorted by to try it. */
const mostTried = 8;

/**
 * Tries on a server what is proposed of a listing. What the server does is `seen`, what it does otherwise only
 * `possible`: it is the reader who knows which of both is wrong. `schemaOf` returns what the file states of a parameter.
 */
export async function tryProposals(
  listing: OperationProposal,
  ask: Ask,
  schemaOf: (parameter: string) => JsonObject | undefined,
): Promise<OperationProposal> {
  const open = openTrial(listing, ask);
  const whole = await ask('');
  if (!whole) return open.unread();
  const records = open.recordsOf(whole);
  if (!records) {
    open.doubt(['items'], 'the server returns no list there');
    return open.result();
  }
  open.confirm(['items'], `the server returns ${records.length} records there`);
  const trial: ProposalTrial = { ...open, whole, records };
  tryIdentifier(trial);
  const size = await tryPageSize(trial);
  if (size !== undefined) await tryNextPage(trial, size, schemaOf);
  if (size !== undefined) await tryNextLink(trial, size);
  tryTotal(trial, size);
  await tryFilterProposals(trial);
  await tryBoundProposals(trial);
  await trySorts(trial, schemaOf);
  tryOrder(trial);
  return trial.result();
}

function openTrial(listing: OperationProposal, ask: Ask) {
  let proposals = listing.proposals;
  let questions: readonly Question[] = listing.questions;
  const key = (keyword: Path): string => keyword.join('.');
  const find = (...keyword: string[]): Proposal | undefined =>
    proposals.find((one) => key(one.keyword) === key(keyword));
  const change = (keyword: Path, changed: Pick<Proposal, 'why' | 'sure'>): void => {
    proposals = proposals.map((one) => (key(one.keyword) === key(keyword) ? { ...one, ...changed } : one));
  };
  const recordsOf = (response: QueryResponse) => recordsShown(listing, response);
  return {
    ask,
    find,
    below: (...keyword: string[]): readonly Proposal[] =>
      proposals.filter(
        (one) => one.keyword.length > keyword.length && key(one.keyword).startsWith(`${key(keyword)}.`),
      ),
    text: (...keyword: string[]): string | undefined => {
      const value = find(...keyword)?.value;
      return typeof value === 'string' ? value : undefined;
    },
    confirm: (keyword: Path, why: string): void => change(keyword, { why, sure: 'seen' }),
    note: (keyword: Path, why: string): void => change(keyword, { why, sure: 'possible' }),
    /** `lines` are those that state it. */
    doubt: (keyword: Path, why: string, lines = 'this line'): void => {
      change(keyword, { why, sure: 'possible' });
      questions = [
        ...questions,
        {
          keyword,
          asks: `${why}. If the server is wrong, state ${lines} (without "# "), and a check will report it; if not, correct it. Until then it is not checked.`,
        },
      ];
    },
    /** The same of what the file states: its line stays, so that a check finds it. */
    contest: (keyword: Path, why: string): void => {
      questions = [
        ...questions,
        {
          keyword,
          asks: `${why}. If the server is wrong, leave this line, and a check will report it; if not, correct or remove it.`,
        },
      ];
    },
    question: (keyword: Path, asks: string): void => {
      questions = [...questions, { keyword, asks }];
    },
    add: (proposal: Proposal): void => {
      proposals = [...proposals, proposal];
    },
    recordsOf,
    recordsBy: async (query: string): Promise<readonly JsonObject[] | undefined> => {
      const page = await ask(query);
      return page && recordsOf(page);
    },
    unread: (): OperationProposal => ({
      ...listing,
      questions: [
        ...questions,
        { keyword: ['items'], asks: 'The server did not return the listing, so nothing of it was tried.' },
      ],
    }),
    withoutQuestion: (keyword: Path): void => {
      questions = questions.filter((one) => key(one.keyword) !== key(keyword));
    },
    result: (): OperationProposal => ({ ...listing, proposals, questions }),
  };
}

/** What is tried, with the listing as it is without a query. */
type ProposalTrial = ReturnType<typeof openTrial> & {
  readonly whole: QueryResponse;
  readonly records: readonly JsonObject[];
};

function idPaths(trial: ProposalTrial): readonly Path[] {
  const { value, sure } = trial.find('identifier') ?? {};
  return value === undefined || sure === 'possible' ? [] : [value].flat().map((one) => stepsOf(String(one)));
}

const recordIds = (trial: ProposalTrial, records: readonly JsonObject[]): string[] => {
  const paths = idPaths(trial);
  return records.map((record) =>
    JSON.stringify(paths.length === 0 ? record : paths.map((path) => at(record, ...path))),
  );
};

function tryIdentifier(trial: ProposalTrial): void {
  const { records } = trial;
  const proposal = trial.find('identifier');
  if (!proposal || records.length === 0) return;
  const paths = [proposal.value].flat().map((one) => stepsOf(String(one)));
  const ids = records.map((record) => JSON.stringify(paths.map((path) => at(record, ...path) ?? null)));
  const missing = ids.filter((one) => one.includes('null')).length;
  if (missing > 0) trial.doubt(['identifier'], `${missing} of ${ids.length} records have none`);
  else if (new Set(ids).size < ids.length)
    trial.doubt(['identifier'], `two of ${ids.length} records have the same`);
  else trial.confirm(['identifier'], `${ids.length} records have ${ids.length} different ones`);
}

/** Returns a page size that the server honours, less than the records that there are. */
async function tryPageSize(trial: ProposalTrial): Promise<number | undefined> {
  const { records } = trial;
  const name = trial.text('pageSize');
  if (name === undefined || records.length < 2) return undefined;
  const size = Math.min(3, records.length - 1);
  const count = (await trial.recordsBy(writePairs([[name, String(size)]])))?.length;
  if (count === undefined) trial.doubt(['pageSize'], `the server rejects ${name}=${size}`);
  else if (count > size) trial.doubt(['pageSize'], `${name}=${size} returns ${count} records`);
  else trial.confirm(['pageSize'], `${name}=${size} returns ${count} records`);
  return count === size ? size : undefined;
}

/** Tries whether a second page joins the first; if it does not, the line stays, so that a check finds it. */
async function tryNextPage(
  trial: ProposalTrial,
  size: number,
  schemaOf: (parameter: string) => JsonObject | undefined,
): Promise<void> {
  const { records } = trial;
  const sizeName = trial.text('pageSize') ?? '';
  type Found = readonly JsonObject[] | undefined;
  const pageAt = (name: string, value: string): Promise<Found> =>
    trial.recordsBy(`${writePairs([[name, value]])}&${writePairs([[sizeName, String(size)]])}`);
  const [firstIds, nextIds] = [
    recordIds(trial, records.slice(0, size)),
    recordIds(trial, records.slice(size)),
  ];
  const hasIds = idPaths(trial).length > 0;
  const shown = (id: string | undefined): string => id?.replace(/^\[(.*)\]$/, '$1') ?? 'none';
  const isFirst = (page: Found): boolean => recordIds(trial, page ?? []).join() === firstIds.join();
  const compare = (keyword: string, written: string, page: Found): void => {
    const ids = recordIds(trial, page ?? []);
    const different = nextIds.findIndex((id, index) => index < size && id !== ids[index]);
    if (!page) trial.doubt([keyword], `the server rejects ${written}`);
    else if (isFirst(page)) trial.doubt([keyword], `${written} returns the first records again`);
    else if (different >= 0) {
      const [given, expected] = [ids[different], nextIds[different]].map(shown);
      trial.question(
        [keyword],
        `The second page does not join the first: with ${sizeName}=${size}, record ${different + 1} of ${written} is not record ${size + different + 1} of the listing${hasIds ? ` (${given} instead of ${expected})` : ''}. Does the server skip or repeat records? A check will find it.`,
      );
    } else if (nextIds.length > 0) trial.confirm([keyword], 'the second page joins the first');
  };
  const offset = trial.text('offset');
  const pageIndex = trial.text('pageIndex');
  const [inputToken, outputToken] = [trial.text('inputToken'), trial.text('outputToken')];
  if (offset !== undefined) compare('offset', `${offset}=${size}`, await pageAt(offset, String(size)));
  else if (pageIndex !== undefined) {
    const zero = await pageAt(pageIndex, '0');
    const one = await pageAt(pageIndex, '1');
    const isFromZero = isFirst(zero) && !isFirst(one);
    if (isFromZero) {
      if (schemaOf(pageIndex)?.minimum !== 0)
        trial.question(
          ['pageIndex'],
          `The first page is ${pageIndex}=0. Add minimum: 0 to the schema of the parameter.`,
        );
      compare('pageIndex', `${pageIndex}=1`, one);
    } else compare('pageIndex', `${pageIndex}=2`, await pageAt(pageIndex, '2'));
  } else if (inputToken !== undefined && outputToken !== undefined) {
    const first = await trial.ask(writePairs([[sizeName, String(size)]]));
    const token = first && valueAtText(first, outputToken);
    const hasToken = token !== undefined && token !== null && token !== '';
    if (hasToken)
      compare(
        'inputToken',
        'the token of the first page',
        await pageAt(inputToken, tokenIn(String(token), inputToken)),
      );
    else trial.doubt(['outputToken'], `a page of ${size} records that others follow has none`);
    if (trial.find('inputToken')?.sure === 'seen')
      trial.confirm(['outputToken'], 'it leads to the second page');
  }
}

/** Tells a link to the next page from a token by what a page that others follow has. */
async function tryNextLink(trial: ProposalTrial, size: number): Promise<void> {
  const link = trial.find('links', 'next');
  if (link?.sure !== 'possible') return;
  const first = await trial.ask(writePairs([[trial.text('pageSize') ?? '', String(size)]]));
  const shown = first && valueAtText(first, String(link.value));
  if (typeof shown !== 'string' || shown === '') return;
  if (isAddress(shown)) trial.confirm(link.keyword, 'the server returns an address there');
  else trial.note(link.keyword, 'the server returns no address there');
}

function valueAtText({ body, header }: QueryResponse, text: string): Json | undefined {
  const place: Place | undefined = placeIn(text);
  if (place?.of === 'header') return header(place.name);
  return place?.of === 'body' ? (at(body, ...place.path) as Json | undefined) : undefined;
}

const countAt = (trial: ProposalTrial, response: QueryResponse): number | undefined => {
  const place = trial.text('total');
  const value = place === undefined ? undefined : Number(valueAtText(response, place) ?? Number.NaN);
  return Number.isInteger(value) ? value : undefined;
};

function tryTotal(trial: ProposalTrial, size: number | undefined): void {
  const { records } = trial;
  if (trial.text('total') === undefined) return;
  const total = countAt(trial, trial.whole);
  if (total === undefined) trial.doubt(['total'], 'the server returns no whole number there');
  else if (total < records.length)
    trial.doubt(['total'], `it is ${total}, and a page has ${records.length} records`);
  else if (size !== undefined) trial.confirm(['total'], `the server returns ${total}`);
}

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

async function tryFilterProposals(trial: ProposalTrial): Promise<void> {
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
async function tryBoundProposals(trial: ProposalTrial): Promise<void> {
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

async function trySorts(
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
function tryOrder(trial: ProposalTrial): void {
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
