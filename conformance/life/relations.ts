// What is true of the life of a record, over what was read before and after a request.

import { type Contract, type FieldPromise, promisesOf } from '../../src/contract/contract.ts';
import type { ClauseName } from '../../src/contract/kind-clauses.ts';
import {
  type Operation,
  type OperationId,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import {
  idInBody,
  keyOfId,
  keyOfRecord,
  recordIdsIn,
  recordIn,
  recordSchemaOf,
  recordsIn,
  requestFields,
  serverFields,
} from '../../src/contract/record.ts';
import { creatorOf } from '../../src/contract/related-operations.ts';
import { allows } from '../../src/contract/schema-values.ts';
import { isOnlySuccess } from '../../src/contract/statuses.ts';
import { timesOfChange } from '../../src/contract/times-of-change.ts';
import { type Exchange, header, isLost, queryIn } from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject, objectIn } from '../../src/json/json.ts';
import { schemaAt } from '../../src/json/schema-at.ts';
import { printPath, printValue } from '../../src/print.ts';
import { createdIn, jsonIn } from '../core/created.ts';
import { halfOfRun, noncesIn } from '../core/nonces.ts';
import { operationOf, pathValuesOf } from '../core/operation-of.ts';
import { valueAt } from '../core/read-place.ts';
import { jsonOfRequest } from '../core/requests.ts';
import { isAsSent } from '../core/same-as-sent.ts';
import { outcomeOf, wasAccepted, wasRejected } from '../core/status.ts';
import { compared, valueKind } from '../list/compare-values.ts';
import { fieldsLeftOut } from '../list/filters/filter.ts';
import { findingBy } from '../list/filters/meanings.ts';
import { sortKeyIn, sortWords } from '../list/sort/sorted.ts';

/** A request, and what was read before and after it. */
type Around = {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly write: Exchange;
  readonly before?: Exchange | undefined;
  readonly after: readonly Exchange[];
};

type Difference = {
  /** The field that differs. */
  readonly field?: string;
  readonly title?: string;
  readonly expected: string;
  readonly saw: string;
};

/** Returns what is wrong; undefined if there is nothing to compare. */
type LifeRelation = (around: Around) => readonly Difference[] | undefined;

const unless = (isRight: boolean, expected: string, saw: string): readonly Difference[] =>
  isRight ? [] : [{ expected, saw }];

const operationFor = (contract: WithOperations, { request }: Exchange): Operation | undefined => {
  const id = operationOf(contract, request);
  return id === undefined ? undefined : operationIn(contract, id);
};

/** The record that a response shows. */
export function shownIn(contract: WithOperations, exchange: Exchange | undefined): JsonObject | undefined {
  const operation = exchange && wasAccepted(exchange) ? operationFor(contract, exchange) : undefined;
  return operation && exchange && recordIn(operation, jsonIn(exchange));
}

const sentIn = ({ operation, write }: Around): JsonObject =>
  objectIn(jsonOfRequest(write.request), ...operation.sentIn);

/** The fields that a client may set: those of the requests that create or change the record. */
const settableFields = ({ contract, operation }: Around): readonly string[] => {
  const setting = [creatorOf(contract, operation.id), operation].filter((one) => one !== undefined);
  const names = setting.flatMap((own) =>
    Object.entries(requestFields(own))
      .filter(([name, one]) => at(one, 'writeOnly') !== true && name !== String(own.idPlace[0]))
      .map(([name]) => name),
  );
  return [...new Set(names)];
};

/** Compares fields of a record with what they should be. */
function differences(
  { contract, write, before, after }: Around,
  names: readonly string[],
  expected: JsonObject,
  why: string,
): readonly Difference[] | undefined {
  const [last] = after.slice(-1);
  const reader = last && operationFor(contract, last);
  if (!last || !reader) return undefined;
  const is = shownIn(contract, last);
  if (!is) return [{ expected: `the record is returned, ${why}`, saw: outcomeOf(last) }];
  const ever = { ...shownIn(contract, before), ...shownIn(contract, write) };
  // An optional field that is never returned proves nothing.
  const compared = names.filter((name) => is[name] !== undefined || ever[name] !== undefined);
  if (compared.length === 0) return undefined;
  return compared
    .filter((name) => !isAsSent(expected[name], is[name]))
    .map((name) => {
      const path = printPath([...reader.record, name]);
      const value = expected[name];
      return {
        field: path,
        title: `${path} is as it should be, ${why}`,
        expected: value === undefined ? `no ${path}, ${why}` : `${path} is ${printValue(value)}, ${why}`,
        saw: is[name] === undefined ? 'none' : printValue(is[name]),
      };
    });
}

/**
 * The fields that a response promises to return as they were sent. What the creation of the record promises is true of its
 * changes, too, of fields with the same name and type.
 */
function promisedFields({ contract, operation }: Around): ReadonlySet<string> {
  const ofOperation = (id: OperationId | undefined, isMeant: (one: FieldPromise) => boolean): string[] =>
    (id === undefined ? [] : promisesOf(contract, id))
      .filter((one) => one.sentAt && isMeant(one))
      .map(({ path }) => String(path.at(-1)));
  const isStated = ({ clause }: FieldPromise): boolean => clause.level === 'must';
  const ofCreation = ofOperation(creatorOf(contract, operation.id)?.id, isStated);
  return new Set([
    ...ofOperation(operation.id, isStated),
    ...ofOperation(operation.id, () => true).filter((name) => ofCreation.includes(name)),
  ]);
}

/** A change is read as it was sent, where the contract promises that, else as the response to it showed it. */
const shown: LifeRelation = (around) => {
  const sent = sentIn(around);
  const returned = shownIn(around.contract, around.write);
  const promised = promisedFields(around);
  const expected = Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]): [string, Json][] => {
      const response = returned?.[name];
      if (promised.has(name)) return [[name, value]];
      return response === undefined ? [] : [[name, response]];
    }),
  );
  return differences(
    around,
    Object.keys(expected),
    expected,
    `as the ${around.write.request.method} before it sent`,
  );
};

/** The values of settable fields before a request. */
function unchanged(
  around: Around,
  why: string,
  isMeant: (name: string) => boolean = () => true,
): ReturnType<LifeRelation> {
  const was = shownIn(around.contract, around.before);
  if (!was) return undefined;
  return differences(around, settableFields(around).filter(isMeant), was, why);
}

const keepsOthers: LifeRelation = (around) => {
  const sent = sentIn(around);
  const found = unchanged(
    around,
    'as before the update, which did not contain it',
    (name) => !(name in sent),
  );
  const inner = around.operation.requestType === mergePatch ? keepsInner(around, sent) : undefined;
  return found || inner ? [...(found ?? []), ...(inner ?? [])] : undefined;
};

const mergePatch = 'application/merge-patch+json';

/** A JSON Merge Patch leaves the fields of an object that it does not contain, too (RFC 7396). */
function keepsInner({ contract, before, after }: Around, sent: JsonObject): ReturnType<LifeRelation> {
  const [was, is] = [shownIn(contract, before), shownIn(contract, after.at(-1))];
  if (!was || !is) return undefined;
  const kept = Object.entries(sent).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(objectIn(was[name]))
          .filter(([inner, old]) => !(inner in value) && old !== null && name in is)
          .map(([inner, old]) => ({ path: printPath([name, inner]), old, now: at(is[name], inner) as Json }))
      : [],
  );
  if (kept.length === 0) return undefined;
  return kept
    .filter(({ old, now }) => !isAsSent(old, now))
    .map(({ path, old, now }) => ({
      field: path,
      title: `${path} is as it was before an update that did not contain it`,
      expected: `${path} is ${printValue(old)}, as before the update, which did not contain it`,
      saw: now === undefined ? 'none' : printValue(now),
    }));
}

/**
 * The time of the last change is later after a change. Servers with clocks of seconds may change a record twice in one, so the
 * same time says something only if it, or that of another record read before, has milliseconds.
 */
const movesTime: LifeRelation = (around) => {
  const { contract, operation, before, after } = around;
  const [was, is] = [shownIn(contract, before), shownIn(contract, after.at(-1))];
  if (!was || !is || !settableFields(around).some((name) => !isAsSent(was[name], is[name]))) return undefined;
  const times = timesOfChange(contract, operation).flatMap((place) => {
    const [earlier, later] = [at(was, ...place), at(is, ...place)].map(String);
    const passed = Date.parse(later ?? '') - Date.parse(earlier ?? '');
    const isTelling = earlier !== later || after.some((one) => isFine(at(shownIn(contract, one), ...place)));
    return Number.isNaN(passed) || !isTelling ? [] : [{ field: printPath(place), earlier, later, passed }];
  });
  if (times.length === 0) return undefined;
  return times
    .filter(({ earlier, later, passed }) => earlier === later || passed < -mostClocksDiffer)
    .map(({ field, earlier, later }) => ({
      field,
      title: `${field} is later after a change`,
      expected: `${field} is later than ${earlier}, as before the change`,
      saw: earlier === later ? 'the same' : printValue(later),
    }));
};

/** Whether a time is of a clock of milliseconds, as far as it shows. */
const isFine = (time: unknown): boolean => /\.\d+[1-9]/.test(String(time));

/** How far the clocks of two replicas may differ, in milliseconds. */
const mostClocksDiffer = 1000;

const repeatable: LifeRelation = (around) => {
  const { contract, operation, write } = around;
  // Where a contract states only 201, a server returns it for what it replaces, too.
  if (statusOf(write) === 201 && !isOnlySuccess(contract, operation, 201))
    return unless(false, 'a status other than 201 when an existing record is replaced again', 'status 201');
  return unchanged(around, 'as after the same request before');
};

/** Whether a record shows that it was deleted softly: it has another value where `x-softDelete` says so. */
const showsDeletion = ({ contract, operation, before }: Around, record: Json | undefined): boolean => {
  const { softDelete } = operation;
  const was = shownIn(contract, before);
  return (
    softDelete !== undefined &&
    JSON.stringify(at(record, ...softDelete)) !== JSON.stringify(at(was, ...softDelete))
  );
};

const gone: LifeRelation = (around) => {
  const { contract, operation, after } = around;
  const [last] = after.slice(-1);
  // A 5xx status says nothing of the record (READINGS, levels).
  if (!last || (statusOf(last) ?? 0) >= 500) return undefined;
  const isGone = !wasAccepted(last) || showsDeletion(around, shownIn(contract, last));
  const mark = operation.softDelete && `, or another value of ${printPath(operation.softDelete)}`;
  return unless(isGone, `no 2xx status for a record that was deleted${mark ?? ''}`, outcomeOf(last));
};

/** The relation that what a client may set of a record is as it was before. */
const stays =
  (why: string): LifeRelation =>
  (around) =>
    unchanged(around, why);

/** All records on some pages of a listing, with what identifies them. */
const recordsOn = (
  contract: WithOperations,
  pages: readonly Exchange[],
): readonly (readonly [key: string | undefined, record: Json])[] =>
  pages.flatMap((page) => {
    const listing = operationFor(contract, page);
    return listing
      ? recordsIn(listing, jsonIn(page)).map((one) => [keyOfRecord(listing, one), one] as const)
      : [];
  });

/** The keys of all records on some pages of a listing. */
export const keysOn = (
  contract: WithOperations,
  pages: readonly Exchange[],
): ReadonlySet<string | undefined> => new Set(recordsOn(contract, pages).map(([key]) => key));

const idMade = ({ contract, operation, write, before }: Around): string | undefined => {
  if (operation.kind === 'create') return idInBody(operation, jsonIn(write));
  const made = before && operationFor(contract, before);
  // A listing shows many; the request names the one that it deletes.
  if (made?.kind === 'list') return pathValuesOf(contract, write.request).at(-1);
  return made && idInBody(made, jsonIn(before));
};

/** Whether a schema of listed records excludes a record by one of its values, such as the state of a draft. */
function isExcludedBy(schema: unknown, shown: unknown): boolean {
  if (!isObject(schema) || shown === undefined || Array.isArray(shown)) return false;
  if (!isObject(shown)) return !allows(schema, shown as Json);
  return Object.entries(shown).some(([name, value]) => isExcludedBy(schemaAt(schema, [name]), value));
}

/** Whether a listing may leave out what a creation made: by its schema, or by a filter that is in force by default. */
function mayListWithout({ contract, operation, write, after: [page] }: Around): boolean {
  const listing = page && operationFor(contract, page);
  const record = recordIn(operation, jsonIn(write));
  if (!page || !listing) return false;
  if (isExcludedBy(recordSchemaOf(listing), record)) return true;
  return fieldsLeftOut(listing, page.request).some((field) => {
    const shown = at(record, ...field.place);
    return shown === undefined || findingBy(field, String(shown), field.value) !== 'must';
  });
}

const listed: LifeRelation = (around) => {
  const id = idMade(around);
  if (id === undefined) return undefined;
  const count = recordsOn(around.contract, around.after).filter(([key]) => key === keyOfId(id)).length;
  if (count === 0 && mayListWithout(around)) return undefined;
  const saw = count === 0 ? 'it is on no page' : `it is there ${count} times`;
  return unless(count === 1, `the record ${id} is listed once`, saw);
};

const notListed: LifeRelation = (around) => {
  const id = idMade(around);
  if (id === undefined) return undefined;
  const isListed = recordsOn(around.contract, around.after).some(
    ([key, record]) => key === keyOfId(id) && !showsDeletion(around, record),
  );
  return unless(!isListed, `the record ${id} is not listed after it was deleted`, 'it is listed');
};

/** A record is not listed below another one. The same id may be given there again, so its nonces are compared, too. */
const notListedElsewhere: LifeRelation = (around) => {
  const { contract, write, after } = around;
  const id = idMade(around);
  if (id === undefined || !after.every(wasAccepted)) return undefined;
  const own = noncesIn(jsonIn(write));
  const found = recordsOn(contract, after).some(
    ([key, record]) =>
      key === keyOfId(id) && (own.length === 0 || noncesIn(record).some((one) => own.includes(one))),
  );
  return unless(
    !found,
    `the record ${id} is listed only below the record that it was created below`,
    'it is listed below another one',
  );
};

const located: LifeRelation = ({ contract, operation, write, after }) => {
  const { response } = write;
  const shown = isLost(response) ? undefined : header(response.headers, 'location');
  const id = idInBody(operation, jsonIn(write));
  if (shown === undefined || id === undefined) return undefined;
  const [last] = after.slice(-1);
  const reader = last && operationFor(contract, last);
  const read = reader && wasAccepted(last) ? idInBody(reader, jsonIn(last)) : undefined;
  const found = read === undefined ? last && outcomeOf(last) : `the record ${read}`;
  const saw = found === undefined ? printValue(shown) : `${printValue(shown)}: ${found}`;
  return unless(keyOfId(read ?? '') === keyOfId(id), `Location leads to the record ${id}`, saw);
};

/** A listing that showed a field as the reading did before a change shows it so after it. */
const listedAsChanged: LifeRelation = (around) => {
  const { contract, before, after } = around;
  const [reading, ...pages] = after;
  const reader = reading && operationFor(contract, reading);
  const is = shownIn(contract, reading);
  const id = reader && idInBody(reader, jsonIn(reading));
  if (!is || id === undefined) return undefined;
  const entryOn = (some: readonly Exchange[]): JsonObject =>
    objectIn(recordsOn(contract, some).find(([key]) => key === keyOfId(id))?.[1]);
  const [was, listedNow] = [entryOn(before ? [before] : []), entryOn(pages)];
  const names = Object.keys(sentIn(around)).filter(
    (name) => name in is && name in was && name in listedNow && !isAsSent(was[name], is[name]),
  );
  if (names.length === 0) return undefined;
  return names
    .filter((name) => isAsSent(was[name], listedNow[name]))
    .map((name) => ({
      field: name,
      title: `a listing shows ${name} as it was changed`,
      expected: `${name} is ${printValue(is[name])} in the listing, as in the reading`,
      saw: `${printValue(was[name])}, as before the change`,
    }));
};

/** Other records that this run created are as they were, or still listed if a listing was read before. */
const othersStay: LifeRelation = (around) => {
  const { contract, write, before, after } = around;
  if (!before || operationFor(contract, before)?.kind !== 'list')
    return unchanged(around, 'as before another record was changed or deleted');
  const id = keyOfId(pathValuesOf(contract, write.request).at(-1) ?? '');
  const was = new Map(recordsOn(contract, [before]));
  const [run] = noncesIn(was.get(id)).map(halfOfRun);
  const left = keysOn(contract, after);
  const own = [...was].filter(
    ([key, record]) => key !== id && noncesIn(record).some((one) => halfOfRun(one) === run),
  );
  if (own.length === 0) return undefined;
  const [lost] = own.find(([key]) => !left.has(key)) ?? [];
  return unless(lost === undefined, 'all other records are still listed', `${lost} is not listed any more`);
};

/** A changed record is between neighbours as the sort requires, by what it shows; after a creation, all records are. */
const sortedByValue: LifeRelation = (around) => {
  const [page] = around.after;
  const listing = page && operationFor(around.contract, page);
  const key = page && sortKeyIn(listing?.list, String(queryIn(page.request.target)));
  const { operation, contract, write } = around;
  const id = keyOfId(pathValuesOf(contract, write.request).at(-1) ?? '');
  if (!key) return undefined;
  const shown = recordsOn(around.contract, around.after).flatMap(([known, record]) => {
    const value = at(record, ...key.place);
    return ['string', 'number', 'boolean'].includes(typeof value) ? [{ known, text: String(value) }] : [];
  });
  const pairs = shown.flatMap((one, index) => {
    const next = shown[index + 1];
    const isMeant = operation.kind === 'create' || [one.known, next?.known].includes(id);
    return next && isMeant ? [[one.text, next.text] as const] : [];
  });
  if (pairs.length === 0) return undefined;
  const wrong = pairs.find(
    ([one, next]) =>
      (compared(valueKind(key.schema), one, next, key.schema) ?? 0) * (key.isDescending ? -1 : 1) > 0,
  );
  return unless(!wrong, `the records sorted by ${sortWords(key)}`, `${wrong?.[0]} before ${wrong?.[1]}`);
};

/**
 * The relation that no record is listed with what a request contains, except the one that it changes. Of a creation that
 * repeats a text of the one before it, a record has nothing but what the request contains, too.
 */
const noneHas =
  (what: string): LifeRelation =>
  (around) => {
    const { contract, operation, write, before } = around;
    const all = noncesIn(jsonOfRequest(write.request));
    const earlier = noncesIn(before && jsonOfRequest(before.request));
    const own = all.filter((one) => !earlier.includes(one));
    const first = operation.kind === 'create' && before ? createdIn(contract, before) : undefined;
    if (own.length === 0 && !first) return undefined;
    const id = idMade(around);
    // Without its id, a changed record would be another one.
    if (id === undefined && operation.kind !== 'create') return undefined;
    const isOther = (key: string | undefined): boolean =>
      id === undefined || (key !== undefined && key !== keyOfId(id));
    const isLater = (key: string | undefined, nonces: readonly string[]): boolean =>
      first !== undefined &&
      key !== undefined &&
      key !== keyOfId(first.id) &&
      nonces.length > 0 &&
      nonces.every((one) => all.includes(one));
    const found = recordsOn(contract, around.after).find(([key, record]) => {
      const nonces = noncesIn(record);
      return (isOther(key) && nonces.some((one) => own.includes(one))) || isLater(key, nonces);
    });
    return unless(!found, `no other record with what ${what} contains`, `the record ${found?.[0]} with it`);
  };

const nullClears: LifeRelation = (around) => {
  const was = shownIn(around.contract, around.before);
  const names = Object.entries(sentIn(around)).flatMap(([name, value]) =>
    value === null && (was?.[name] ?? null) !== null ? [name] : [],
  );
  return names.length === 0 ? undefined : differences(around, names, {}, 'after an update with null for it');
};

/** What was sent for fields that only the server sets is not what a reading shows. */
const ignoresReadOnly: LifeRelation = (around) => {
  const sent = sentIn(around);
  const [was, is] = [shownIn(around.contract, around.before), shownIn(around.contract, around.after.at(-1))];
  if (!was || !is) return undefined;
  const names = serverFields(around.operation).filter(
    (name) => sent[name] !== undefined && is[name] !== undefined && !isAsSent(sent[name], was[name]),
  );
  if (names.length === 0) return undefined;
  return names
    .filter((name) => isAsSent(sent[name], is[name]))
    .map((name) => ({
      field: printPath([name]),
      title: `${printPath([name])}, which is readOnly, is not what a request sent`,
      expected: `${printPath([name])} is not ${printValue(sent[name])}, which the request sent although it is readOnly`,
      saw: printValue(is[name]),
    }));
};

const totalOn = (contract: WithOperations, page: Exchange | undefined): number | undefined => {
  const listing = page && operationFor(contract, page);
  const stated = listing?.list?.total;
  if (!stated || !page || isLost(page.response)) return undefined;
  const json = jsonIn(page);
  const total = valueAt(stated.at, { json, headers: page.response.headers });
  return typeof total === 'number' ? total : undefined;
};

const countGrew: LifeRelation = (around) => {
  const { contract, before, after } = around;
  const [was, is] = [totalOn(contract, before), totalOn(contract, after[0])];
  if (was === undefined || is === undefined) return undefined;
  if (is !== was + 1 && mayListWithout(around)) return undefined;
  return unless(is === was + 1, `a total of ${was + 1} after one record was created`, `a total of ${is}`);
};

/** On all pages of a listing, the total is the number of records; of pages of several sizes, on those of each. */
const totalKept: LifeRelation = ({ contract, after }) => {
  const total = totalOn(contract, after.at(-1));
  if (total === undefined) return undefined;
  const listings = Map.groupBy(after, (page) =>
    queryIn(page.request.target).get(operationFor(contract, page)?.list?.names.limit ?? ''),
  );
  const [first = [], ...others] = listings.values();
  const keysIn = (pages: readonly Exchange[]): string => [...keysOn(contract, pages)].toSorted().join('\n');
  // From pages that lose or repeat records, the total is not known; rules on pages report that.
  if (others.some((pages) => keysIn(pages) !== keysIn(first))) return undefined;
  // An item that is not a record is counted, too: rules on fields fail for it.
  const count = first.flatMap((page) => {
    const listing = operationFor(contract, page);
    return (listing && recordIdsIn(listing, jsonIn(page))) ?? [];
  }).length;
  const expected = `a total of ${count}, the number of records on all pages`;
  return unless(total === count, expected, `a total of ${total}`);
};

const notAfterDeletion: LifeRelation = ({ write, after }) => {
  const [last] = after.slice(-1);
  if (!last || !(wasAccepted(write) || wasRejected(write))) return undefined;
  return unless(
    wasRejected(write) || wasAccepted(last),
    'a change of a deleted record is rejected, or creates it',
    `accepted; a reading is ${outcomeOf(last)}`,
  );
};

/** The ETag that a response shows. */
export const tagOf = (exchange: Exchange | undefined): string | undefined =>
  exchange && !isLost(exchange.response) ? header(exchange.response.headers, 'etag') : undefined;

/** A weak ETag matches no If-Match, not even that of the same version, and may be that of several (RFC 9110, 8.8.1, 13.1.1). */
export const isWeak = (tag: string): boolean => tag.startsWith('W/');

const tagChanges: LifeRelation = ({ contract, before, after }) => {
  const [last] = after.slice(-1);
  const [was, is] = [tagOf(before), tagOf(last)];
  const isChanged = JSON.stringify(shownIn(contract, before)) !== JSON.stringify(shownIn(contract, last));
  if (was === undefined || is === undefined || isWeak(was) || !isChanged) return undefined;
  return unless(is !== was, 'another ETag after a change', `${printValue(is)} again`);
};

const statusOf = ({ response }: Exchange): number | undefined =>
  isLost(response) ? undefined : response.status;

/** The relation that a request that was sent is answered with a status. */
const gets =
  (isMeant: (status: number) => boolean, expected: string): LifeRelation =>
  ({ write }) => {
    const status = statusOf(write);
    return status === undefined ? undefined : unless(isMeant(status), expected, `status ${status}`);
  };

/** The relations, by the names of their rules. */
export const lifeRelations = {
  shown,
  'keeps-others': keepsOthers,
  'time-of-change': movesTime,
  repeatable,
  'rejected-changes-nothing': stays('as before a request that was rejected'),
  gone,
  'not-listed': notListed,
  'not-listed-elsewhere': notListedElsewhere,
  'others-stay': othersStay,
  listed,
  'listed-each-value': listed,
  'listed-on-pages': listed,
  found: listed,
  'total-kept': totalKept,
  'not-after-deletion': notAfterDeletion,
  counted: countGrew,
  location: located,
  'listed-as-changed': listedAsChanged,
  'sorted-as-changed': sortedByValue,
  'sorted-as-created': sortedByValue,
  'creates-none': noneHas('a change'),
  'null-clears': nullClears,
  'read-only-ignored': ignoresReadOnly,
  'rejected-not-stored': noneHas('a rejected request'),
  'same-again': stays('as the same request returned it before'),
  'unknown-id-not-crash': gets((status) => status < 500, 'no 5xx status for an id that no record has'),
  'taken-not-crash': gets((status) => status < 500, 'no 5xx status for a value of another record'),
  'again-not-crash': gets((status) => status < 500, 'no 5xx status for a deleted record'),
  'etag-changes': tagChanges,
  'if-match-status': gets((status) => status === 412, 'the status 412'),
  'if-none-match-current': gets((status) => status === 304, 'the status 304'),
  'if-none-match-other': gets(
    (status) => status <= 299,
    'the record is returned (2xx) if its ETag is another',
  ),
} satisfies Readonly<Partial<Record<ClauseName, LifeRelation>>>;

export type RelationName = keyof typeof lifeRelations;
