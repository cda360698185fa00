import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '../contract/contract.ts';
import { linkedValues, pathOfCreated } from '../contract/created-paths.ts';
import { collectionParameters, everyOperation, type Operation, operationIn } from '../contract/operations.ts';
import { idInBody, keyOfRecord } from '../contract/record.ts';
import { readerOf } from '../contract/related-operations.ts';
import type { Header } from '../http/exchange.ts';
import { beginningOf } from '../json/body.ts';
import { type Json, type JsonObject, objectIn, withAt } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { pathBefore } from '../path-template.ts';
import type { Handler, Incoming, Setup } from './operation.ts';
import { isRejection } from './responses.ts';
import { samplesOf } from './samples.ts';
import { tagHeader } from './tags.ts';

/** What one operation lists for some values of its required parameters. Another object after each creation. */
type StoredCollection = { readonly records: readonly JsonObject[] };

/** A record, with the values of the parameters in the path that it stands below. */
type Stored = { readonly record: JsonObject; readonly below: readonly string[] };

/** A change of a listed record: what it was, and what it is; undefined if there was or is none. */
type ListedChange = { readonly was: JsonObject | undefined; readonly is: JsonObject | undefined };

/** A change that a listing shows from a time on, in milliseconds. */
type LateChange = ListedChange & { readonly from: number };

/** What is left of a record that was deleted softly. */
type KeptRecord = { readonly record: JsonObject; readonly isListed: boolean };

type Filled = { readonly records: JsonObject[]; late: readonly LateChange[]; shown?: StoredCollection };

const storeFilledWith = (records: readonly JsonObject[]): Filled => ({ records: [...records], late: [] });

function createState() {
  return {
    collections: new Map<string, Filled>(),
    stored: new Map<string, Map<string, Stored>>(),
    removed: new Set<string>(),
  };
}

/** The values of parameters as a collection is known by them: UUIDs without regard to case. */
const normalOf = onceFor((operation: Operation): ((values: readonly string[]) => string[]) => {
  const areUuids = collectionParameters(operation).map((name) =>
    operation.parameters.some((one) => one.name === name && one.schema.format === 'uuid'),
  );
  return (values) => values.map((value, index) => (areUuids[index] ? value.toLowerCase() : value));
});

const recordKey = (operation: Operation, values: readonly string[]): string =>
  JSON.stringify([operation.id, ...normalOf(operation)(values)]);

/** UUIDs may be written in capital letters. */
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  String(some).toLowerCase() === String(others).toLowerCase();

/** Where a Link of a creation says that the new record is listed. */
type StoreDestination = {
  readonly listing: Operation;
  readonly valuesIn: (incoming: Incoming, response: Json) => readonly string[] | undefined;
};

/** The listings that show what an operation creates: that of the same path, and those that its Links name. */
function destinationsOf(contract: Contract, creation: Operation): readonly StoreDestination[] {
  const linked = creation.links.flatMap(({ operation: id }): StoreDestination[] => {
    const listing = contract.operations[id];
    if (listing?.kind !== 'list') return [];
    const names = collectionParameters(listing);
    const valuesIn: StoreDestination['valuesIn'] = ({ pathParameters, queryParameters, body }, shown) =>
      linkedValues(creation, id, names, {
        pathParameters,
        queryParameters,
        sent: () => beginningOf(body),
        shown,
      });
    return [{ listing, valuesIn }];
  });
  const [same] = everyOperation(contract).filter(
    ({ kind, path, list }) => kind === 'list' && path === creation.path && list?.required.length === 0,
  );
  const isLinked = linked.some(({ listing }) => listing.id === same?.id);
  return same && !isLinked
    ? [...linked, { listing: same, valuesIn: ({ pathParameters }) => [...pathParameters.values()] }]
    : linked;
}

/** Whether something reads what an operation creates, lists it, or stands below it. */
const isStored = (contract: Contract, creation: Operation): boolean =>
  destinationsOf(contract, creation).length > 0 ||
  everyOperation(contract).some(
    ({ kind, resource, path }) =>
      (kind === 'read' && resource === creation.resource) || path.startsWith(`${creation.path}/{`),
  );

/** How long a listing does not show yet what was created or deleted if it is late, in milliseconds. */
const lateness = 1_200;

type StoreSetup = Pick<Setup, 'contract' | 'choices' | 'source'>;

/** The records of a stub: what it lists, by collection, and what it created, by resource. */
function createStore({ contract, choices, source }: StoreSetup) {
  let state = createState();
  let isFilled = false;

  const put = ({ resource }: Operation, key: string, stored: Stored): void => {
    const known = state.stored.get(resource) ?? new Map<string, Stored>();
    state.stored.set(resource, known);
    known.set(key, stored);
  };
  /** Sample data are made when a record is first asked for. */
  const filled = (): typeof state => {
    if (isFilled) return state;
    isFilled = true;
    const { collections, unlisted } = samplesOf(contract);
    for (const { operation, records } of unlisted)
      for (const record of records)
        put(operation, keyOfRecord(operation, record) ?? '', { record, below: [] });
    for (const { operation: id, values, records } of collections) {
      const operation = operationIn(contract, id);
      state.collections.set(recordKey(operation, values), storeFilledWith(records));
      const below = values.slice(0, operation.pathParameters.length);
      for (const record of records) put(operation, keyOfRecord(operation, record) ?? '', { record, below });
    }
    return state;
  };

  /** The resources whose records have others below them, with the parameter that is the id of such a record. */
  const parentsOf = onceFor(({ path, pathParameters }: Operation) =>
    pathParameters.map((name) => {
      const parent = pathBefore(path, name);
      return everyOperation(contract).find(
        (one) =>
          (['create', 'list'].includes(one.kind) && one.path === parent) ||
          (one.kind === 'read' && pathBefore(one.path, one.pathParameters.at(-1)) === parent),
      );
    }),
  );

  const withKey = (operation: Operation, value: string): string | undefined =>
    keyOfRecord(operation, withAt({}, operation.idPlace, value));

  const storedAt = (
    operation: Operation,
    values: readonly string[],
  ): { readonly key: string; readonly stored: Stored } | undefined => {
    const key = withKey(operation, values.at(-1) ?? '');
    const stored = key === undefined ? undefined : filled().stored.get(operation.resource)?.get(key);
    return key !== undefined && stored ? { key, stored } : undefined;
  };

  /** The record that a path names by its last parameter. */
  const read = (operation: Operation, values: readonly string[]): JsonObject | undefined => {
    const { stored } = storedAt(operation, values) ?? {};
    const below = values.slice(0, -1);
    const isElsewhere = stored?.below.length === below.length && !isSame(stored.below, below);
    return isElsewhere ? undefined : stored?.record;
  };

  const removedKey = ({ resource }: Operation, key = ''): string => `${resource} ${key}`;

  /** Whether each record exists that some values of a path name; undefined if the path names none. */
  const hasParents = (operation: Operation, values: readonly string[]): boolean | undefined => {
    const parents = parentsOf(operation);
    const named = parents.flatMap((parent, index) =>
      parent ? [read(parent, values.slice(0, index + 1))] : [],
    );
    return named.length === 0 ? undefined : named.every((one) => one !== undefined);
  };

  const collectionAt = (operation: Operation, values: readonly string[]): Filled | undefined => {
    const { collections } = filled();
    const key = recordKey(operation, values);
    const known = collections.get(key);
    if (known || !hasParents(operation, values)) return known;
    const empty = storeFilledWith([]);
    collections.set(key, empty);
    return empty;
  };

  /** Lists what was late and is due. */
  const listDue = (collection: Filled): void => {
    if (collection.late.length === 0) return;
    const now = source.now().getTime();
    const due = collection.late.filter(({ from }) => from <= now);
    collection.late = collection.late.filter(({ from }) => from > now);
    for (const change of due) listAs(collection, change);
  };

  const listAs = (collection: Filled, { was, is }: ListedChange): void => {
    const { records } = collection;
    const place = was ? records.indexOf(was) : records.length;
    if (place < 0) return;
    records.splice(place, was ? 1 : 0, ...(is ? [is] : []));
    delete collection.shown;
  };

  const listLate = (collection: Filled, change: ListedChange): void => {
    if (choices[change.was ? 'deleted-listed' : 'created-listed'] === 'at-once') listAs(collection, change);
    else collection.late = [...collection.late, { ...change, from: source.now().getTime() + lateness }];
  };

  /** Lists another record instead of one, or none. */
  const relist = (was: JsonObject, is: JsonObject | undefined, list = listAs): void => {
    for (const collection of state.collections.values()) {
      collection.late = collection.late.map((one) => (one.is === was ? { ...one, is } : one));
      if (collection.records.includes(was)) list(collection, { was, is });
    }
  };

  return {
    /** What an operation lists; undefined if it lists nothing for these values. What is late appears on a first page, so that a reading stays whole. */
    listed: (
      operation: Operation,
      values: readonly string[],
      isFirst: boolean,
    ): StoredCollection | undefined => {
      const collection = collectionAt(operation, values);
      if (!collection) return undefined;
      if (isFirst) listDue(collection);
      collection.shown ??= { records: [...collection.records] };
      return collection.shown;
    },
    read,
    hasParents,
    /** The records of the resource of an operation that stand below others. */
    storedBelow: (operation: Operation, values: readonly string[]): readonly JsonObject[] =>
      [...(filled().stored.get(operation.resource)?.values() ?? [])]
        .filter(({ below }) => isSame(below, values))
        .map(({ record }) => record),
    /** Whether a record is stored as a creation showed it; also if nothing stores what the operation creates. */
    isStill: (operation: Operation, shown: unknown): boolean => {
      if (!isStored(contract, operation)) return true;
      const stored = filled()
        .stored.get(operation.resource)
        ?.get(keyOfRecord(operation, shown) ?? '');
      return (
        stored !== undefined &&
        Object.entries(objectIn(shown)).every(
          ([name, value]) => !(name in stored.record) || isDeepStrictEqual(value, stored.record[name]),
        )
      );
    },
    /** Puts another record in the place of one, wherever it is listed. */
    replace: (operation: Operation, values: readonly string[], record: JsonObject): void => {
      const found = storedAt(operation, values);
      if (!found) return;
      put(operation, found.key, { ...found.stored, record });
      relist(found.stored.record, record);
    },
    /** Takes a record away. One that is deleted softly is kept with a mark, and may be listed. */
    remove: (operation: Operation, values: readonly string[], kept?: KeptRecord): void => {
      const found = storedAt(operation, values);
      if (!found) return;
      state.removed.add(removedKey(operation, found.key));
      if (kept) put(operation, found.key, { ...found.stored, record: kept.record });
      else state.stored.get(operation.resource)?.delete(found.key);
      relist(found.stored.record, kept?.isListed ? kept.record : undefined, listLate);
    },
    /** The first of some fields whose value another record of the same resource has. */
    takenIn: (
      operation: Operation,
      fields: readonly string[],
      sent: JsonObject,
      own?: JsonObject,
    ): string | undefined => {
      const others = [...(filled().stored.get(operation.resource)?.values() ?? [])].filter(
        ({ record }) => record !== own,
      );
      return fields.find(
        (name) => name in sent && others.some(({ record }) => isDeepStrictEqual(record[name], sent[name])),
      );
    },
    wasRemoved: (operation: Operation, values: readonly string[]): boolean =>
      state.removed.has(removedKey(operation, withKey(operation, values.at(-1) ?? ''))),
    add: (
      operation: Operation,
      record: JsonObject,
      below: readonly string[],
      places: readonly { readonly listing: Operation; readonly values: readonly string[] }[],
    ): void => {
      filled();
      const key = keyOfRecord(operation, record);
      if (key === undefined) return;
      put(operation, key, { record, below });
      for (const { listing, values } of places) {
        const collection = collectionAt(listing, values) ?? storeFilledWith([]);
        state.collections.set(recordKey(listing, values), collection);
        listLate(collection, { was: undefined, is: record });
      }
    },
    clear: (): void => {
      state = createState();
      isFilled = false;
    },
  };
}

type Store = ReturnType<typeof createStore>;

export const storeOf = ({ memory, ...setup }: StoreSetup & Pick<Setup, 'memory'>): Store =>
  memory.kept('records', () => createStore(setup));

/** Stores what an operation creates, if anything reads or lists it. */
export function storing(setup: Setup, operation: Operation, handle: Handler): Handler {
  const { contract } = setup;
  if (!isStored(contract, operation)) return handle;
  const store = storeOf(setup);
  const destinations = destinationsOf(contract, operation);
  const reader = operation.responseHeaders.includes('location')
    ? readerOf(contract, operation.id)
    : undefined;
  const locate = (incoming: Incoming, response: Json): readonly Header[] => {
    const made = idInBody(operation, response);
    const source = {
      ...incoming,
      sent: () => beginningOf(incoming.body),
      shown: response,
    };
    const path = reader && made !== undefined ? pathOfCreated(reader, operation, made, source) : undefined;
    return path === undefined ? [] : [['location', incoming.base() + path]];
  };
  return (incoming) => {
    const outcome = handle(incoming);
    if (isRejection(outcome)) return outcome;
    const response = JSON.parse(Buffer.from(outcome.body).toString()) as Json;
    const record = { ...outcome.record, ...objectIn(response, ...operation.record) };
    const places = destinations.flatMap(({ listing, valuesIn }) => {
      const values = valuesIn(incoming, response);
      return values ? [{ listing, values }] : [];
    });
    store.add(operation, record, [...incoming.pathParameters.values()], places);
    const headers = [
      ...(outcome.headers ?? []),
      ...tagHeader(operation, record),
      ...locate(incoming, response),
    ];
    return { ...outcome, headers };
  };
}
