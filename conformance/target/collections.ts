import type { Contract } from '../../src/contract/contract.ts';
import {
  collectionParameters,
  type Operation,
  type OperationId,
  ofKind,
  operationIn,
} from '../../src/contract/operations.ts';
import { idSchemaOf, keyOfId } from '../../src/contract/record.ts';
import { UserError } from '../../src/errors.ts';
import { at, type Json } from '../../src/json/json.ts';
import { isUuid } from '../../src/json/uuid.ts';
import { percentDecoded } from '../../src/percent.ts';
import { counted, suggestion } from '../../src/words.ts';
import {
  type Collection,
  type CollectionName,
  type DeclaredRecord,
  type HiddenRecord,
  keyOfCollection,
  nameOfCollection,
} from '../core/target.ts';
import { atWords } from '../list/remedies.ts';

/** The id of a record, as it is written in a target file. */
type WrittenId = string | number;

/** A record in a target file: its id, or also fields that it must have with exactly these values. */
export type WrittenRecord = WrittenId | (Readonly<Record<string, Json>> & { readonly id: WrittenId });

/** How a target file and a report name a collection. */
export type NamedCollection = {
  /** The operation that lists it; may be left out if the contract has one listing. */
  readonly list?: OperationId;
  /** The values of its required parameters, by their names. */
  readonly at?: Readonly<Record<string, string | number | boolean>>;
};

/** A collection in a target file. */
export type WrittenCollection = NamedCollection & {
  readonly holds?: readonly WrittenRecord[];
  readonly hidden?: readonly WrittenRecord[];
  readonly order?: readonly WrittenId[];
};

export const writtenIdOf = (record: WrittenRecord): string =>
  keyOfId(String(typeof record === 'object' ? record.id : record));

/** The fields that are declared of records, by the ids of the records. */
export const declaredIn = (records: readonly WrittenRecord[]): [string, DeclaredRecord][] =>
  records.flatMap((one) => {
    if (typeof one !== 'object') return [];
    const id = writtenIdOf(one);
    return [[id, { ...one, id }] as const];
  });

export const hiddenIn = (records: readonly WrittenRecord[]): HiddenRecord[] =>
  records.map((one) => (typeof one === 'object' ? { ...one, id: writtenIdOf(one) } : writtenIdOf(one)));

/** The collection that an entry of a target file names, and what is declared of it; `place` says where the entry is. */
export function declaredCollection(contract: Contract, entry: WrittenCollection, place: string): Collection {
  const { list, at: given = {}, holds, hidden, order } = entry;
  const { id, names } = listingFor(contract, list, place);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UserError(`${place}: "${unknown}" names no collection of ${id}; ${suggestion(unknown, names)}`);
  const values = names.map((name) => {
    const value = given[name];
    if (value !== undefined) return String(value);
    throw new UserError(`${place} has no value of ${name}; add it under "at".`);
  });
  return {
    operation: id,
    values,
    ...(holds ? { holds: holds.map(writtenIdOf) } : {}),
    ...(order ? { order: order.map(writtenIdOf) } : {}),
    ...(hidden ? { hidden: hiddenIn(hidden) } : {}),
  };
}

function listingFor(contract: Contract, list: OperationId | undefined, place: string) {
  const listings = ofKind(contract, 'list');
  const [only, another] = listings;
  const ids = listings.map(({ id }) => id);
  const found = list === undefined ? (another ? undefined : only) : listings.find(({ id }) => id === list);
  if (found) return { id: found.id, names: collectionParameters(found) };
  if (listings.length === 0) throw new UserError(`${place}: the contract lists nothing; remove it.`);
  throw new UserError(
    list === undefined
      ? `${place} does not say which operation lists it; add "list": ${ids.join(' or ')}.`
      : `${place}: "${list}" is not an operation that lists; ${suggestion(list, ids)}`,
  );
}

/** Reads a collection of the command line: its values with slashes between them, after the listing if there are several. */
export function readAt(contract: Contract, text: string): Collection {
  const listings = ofKind(contract, 'list');
  const [, prefix] = /^([^=]*)=/.exec(text) ?? [];
  const list = listings.find(({ id }) => id === prefix)?.id;
  const written = list === undefined ? text : text.slice(list.length + 1);
  if (list === undefined && listings.length > 1)
    throw new UserError(
      `--at ${text} does not say what lists it; write ${listings.map((one) => `--at ${atWords(contract, one.id)}`).join(' or ')}.`,
    );
  const { id, names } = listingFor(contract, list, `--at ${text}`);
  const listing = operationIn(contract, id);
  const values = names.length === 0 && written === '' ? [] : written.split('/').map(percentDecoded);
  const wrong = names.findIndex((name, index) => !fits(listing, name, values[index] ?? ''));
  if (values.length === names.length && wrong === -1) return { operation: id, values };
  const [name = ''] = names.slice(wrong);
  const why =
    values.length === names.length
      ? `${name} is not ${pathValueWords(listing, name)}`
      : `it has ${counted(values.length, 'value')} instead of ${names.length}`;
  throw new UserError(
    `--at ${text} is not ${atWords(contract, id)}: ${why}; write the values with slashes between them, and a slash in a value as %2F.`,
  );
}

const schemaOf = ({ parameters }: Operation, name: string): unknown =>
  parameters.find((one) => one.in !== 'header' && one.name === name)?.schema;

function fits(listing: Operation, name: string, value: string): boolean {
  const schema = schemaOf(listing, name);
  if (at(schema, 'format') === 'uuid') return isUuid(value);
  return at(schema, 'type') === 'integer' ? /^-?\d+$/.test(value) : value !== '';
}

const pathValueWords = (listing: Operation, name: string): string => {
  const schema = schemaOf(listing, name);
  if (at(schema, 'format') === 'uuid') return 'a UUID';
  return at(schema, 'type') === 'integer' ? 'a whole number' : 'a text that is not empty';
};

/** How a collection is written on a command line. */
export const atWord = (contract: Contract, collection: CollectionName): string =>
  (ofKind(contract, 'list').length > 1 ? `${collection.operation}=` : '') + nameOfCollection(collection);

/** How a target file names a collection. */
export function namedCollection(
  contract: Contract,
  { operation, values }: CollectionName,
): Required<NamedCollection> {
  const listing = operationIn(contract, operation);
  const names = collectionParameters(listing);
  return {
    list: operation,
    at: Object.fromEntries(
      names.map((name, index) => [name, typed(values[index] ?? '', schemaOf(listing, name))]),
    ),
  };
}

/** An id of a record of a listing, as a target file has it. */
export const idInFile = (contract: Contract, operation: OperationId, id: string): WrittenId =>
  typed(id, idSchemaOf(operationIn(contract, operation)));

/** A value as its schema has it: a number if it is an integer. */
const typed = (text: string, schema: unknown): string | number =>
  at(schema, 'type') === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;

/**
 * The collections to list: those that are declared, and of a listing of which none is, the one that needs no values, or
 * in a contract of the user's own the one whose values are its examples.
 */
export function collectionsOf(contract: Contract, declared: readonly Collection[]): Collection[] {
  const known = [...Map.groupBy(declared, keyOfCollection).values()].flatMap(([first]) => first ?? []);
  const isDeclared = new Set(declared.map(({ operation }) => operation));
  const others = ofKind(contract, 'list').flatMap((listing): Collection[] => {
    if (isDeclared.has(listing.id)) return [];
    const values = collectionParameters(listing).map((name) => exampleOf(listing, name));
    const isUsable = values.length === 0 || contract.hasDerivedClauses === true;
    return isUsable && values.every((one) => one !== undefined)
      ? [{ operation: listing.id, values: values.map(String) }]
      : [];
  });
  return [...known, ...others];
}

function exampleOf({ parameters }: Operation, name: string): unknown {
  const found = parameters.find((one) => one.in !== 'header' && one.name === name);
  return at(found, 'example') ?? at(found, 'schema', 'example') ?? at(found, 'schema', 'examples', 0);
}
