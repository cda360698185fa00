import { isOfKind, type OperationId, type WithOperations } from '../../src/contract/operations.ts';
import { keyOfId } from '../../src/contract/record.ts';
import type { Header } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import { onceFor, onceForText } from '../../src/once.ts';
import { percentEncoded } from '../../src/percent.ts';

/** By what a collection is named: the operation that lists it, and the values of all required parameters, in their order. */
export type CollectionName = { readonly operation: OperationId; readonly values: readonly string[] };

/** What a listing returns for some values of its required parameters, and what only the operator can know about that. */
export type Collection = CollectionName & {
  /** The ids of exactly the records that are listed. */
  readonly holds?: readonly string[];
  /** The ids of records that are listed in this order; an empty list says that no order is declared. */
  readonly order?: readonly string[];
  /** Records that must not be listed, although they belong to the collection. */
  readonly hidden?: readonly HiddenRecord[];
};

/** A record as the operator knows it: its id, and fields that it must have with exactly these values. */
export type DeclaredRecord = Readonly<Record<string, Json>> & { readonly id: string };

/** A record that must not be listed: its id, or also the fields that a filter could search. */
export type HiddenRecord = string | DeclaredRecord;

/**
 * Values that the server accepts in a request, by the name of the field; `any` for a field that takes an object: every
 * value is accepted.
 */
export type KnownGood = Readonly<Record<string, Json>>;

/** Where a value was read from: an environment variable, or a place in words. */
export type Origin = { readonly variable: string } | { readonly place: string };
export type Origins = ReadonlyMap<string, Origin>;

/** What a check may use and expect of a server, as its operator declares in the target file. */
export type Target = {
  readonly baseUrl: string;
  /** The base URL that links begin with, if it is another (READINGS 11, 24). */
  readonly publicUrl?: string;
  /** Where tokens, headers and other secret values were read from, by value. */
  readonly origins?: Origins;
  /** What lets every request in: a bearer token, an API key, or `user:password`. */
  readonly token?: string;
  /** The same for one operation, or for one security scheme of the contract, by its name. */
  readonly tokens: Readonly<Partial<Record<string, string>>>;
  readonly headers: readonly Header[];
  /** Whether requests that create records may be sent. */
  readonly writes: boolean;
  /** How long after a request that changes something a reading may still show the old, in milliseconds. */
  readonly settles?: number;
  /** Sets of known-good values of requests; several if the server accepts each only once. */
  readonly known: Readonly<Partial<Record<OperationId, readonly KnownGood[]>>>;
  readonly collections: readonly Collection[];
  /** Ids of records that exist, in no collection above. */
  readonly records?: readonly string[];
  /** Records that no collection must list. */
  readonly hidden?: readonly HiddenRecord[];
  /** What the operator declares of records that exist, by their ids in lower case. */
  readonly declared?: ReadonlyMap<string, DeclaredRecord>;
  /** The option that was decided on, if the specification leaves a choice, by the id of the choice; checked like rules. */
  readonly choices: ReadonlyMap<string, string>;
};

/** The token of an operation, whatever its scheme. */
export const tokenFor = (
  { token, tokens }: Pick<Target, 'token' | 'tokens'>,
  operation: OperationId,
): string | undefined => tokens[operation] ?? token;

/** The known-good values of an operation: at least one set, which may be empty. */
export function knownGoodOf(
  { known }: Pick<Target, 'known'>,
  operation: OperationId,
): readonly [KnownGood, ...KnownGood[]] {
  const [first = {}, ...others] = Object.hasOwn(known, operation) ? (known[operation] ?? []) : [];
  return [first, ...others];
}

/** The target as an operation sees it: a listing sees its own collections, any other operation all. */
export function targetFor(target: Target, contract: WithOperations, operation: OperationId): Target {
  if (!isOfKind(contract, operation, 'list')) return target;
  return targetViews(target)(operation);
}

const targetViews = onceFor((target: Target) =>
  onceForText((operation): Target => {
    const collections = target.collections.filter((collection) => collection.operation === operation);
    return collections.length === target.collections.length ? target : { ...target, collections };
  }),
);

/** The base URL that links may begin with (READINGS 11, 24): `publicUrl` if it is declared, otherwise the base URL. */
export const publicBase = ({ baseUrl, publicUrl = baseUrl }: Target): string =>
  new URL(publicUrl).href.replace(/\/$/, '');

/** The id of a record that the operator declares. */
export const idOfRecord = (record: string | DeclaredRecord): string =>
  typeof record === 'string' ? record : record.id;

/** How a sentence names a collection: by its last value, if it has one. */
export const collectionWords = ({ operation, values }: CollectionName): string =>
  `collection ${values.at(-1) ?? operation}`;

/** How a collection is written on a command line: its values, percent-encoded, with slashes between them. */
export const nameOfCollection = ({ values }: CollectionName): string => values.map(percentEncoded).join('/');

/** Identifies a collection: UUIDs compare without regard to case. */
export const keyOfCollection = ({ operation, values }: CollectionName): string =>
  JSON.stringify([operation, ...values.map(keyOfId)]);

/** Collections in an order that does not depend on where a target file names them. */
export const inOwnOrder = <Named extends CollectionName>(collections: readonly Named[]): Named[] =>
  collections.toSorted((one, other) => (keyOfCollection(one) < keyOfCollection(other) ? -1 : 1));

export const isSameCollection = (one: CollectionName, other: CollectionName): boolean =>
  keyOfCollection(one) === keyOfCollection(other);

/** Identifies what collections that differ only in their last value are part of. */
export const keyOfParent = ({ operation, values }: CollectionName): string =>
  keyOfCollection({ operation, values: values.slice(0, -1) });
