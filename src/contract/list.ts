import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import type { OperationId } from './operations.ts';

/** What an operator of a filter means. Each meaning is written in the stub once, and in the judge once. */
export type Meaning = 'equals' | 'among';

export type Operator = {
  readonly name: string;
  readonly means: Meaning;
  readonly on: Readonly<Record<string, Path>>;
};

/** How large a page may be, and how far from the first record it may begin. */
export type PageBounds = {
  /** The most records that any page holds, whatever was asked for. */
  readonly held: number;
  /** The largest page that can be asked for and is promised: no more than may be held, or asked for. */
  readonly largest: number;
  /** The largest size that may be asked for; what is between both is open. */
  readonly widest: number;
  readonly farthest: number;
};

/** How an operation lists: its `x-list`, with the bounds that its schemas set. */
export type ListStructure = {
  readonly records: Path;
  /** Where a response says how many records there are. */
  readonly total: Path;
  /** The names of the parameters that cut pages. */
  readonly names: { readonly limit: string; readonly offset: string };
  readonly bounds: PageBounds;
  readonly filter: readonly Operator[];
};

type Listing = {
  readonly parameters: readonly { readonly name: string; readonly schema: JsonObject }[];
  readonly response: JsonObject;
};

export const schemaAt = (schema: unknown, place: Path): unknown =>
  at(schema, ...place.flatMap((step) => ['properties', step]));

/** Reads the `x-list` of an operation; undefined where it has none. A place that no record has is a mistake. */
export function readList(
  stated: Json | undefined,
  { parameters, response }: Listing,
  where: Where,
): ListStructure | undefined {
  if (!isObject(stated)) return undefined;
  const records = stepsOf(String(stated.records));
  const schema = at(response, ...records.flatMap((step) => ['properties', String(step)]));
  const parameterFor = (part: 'limit' | 'offset') => {
    const named = at(stated, part, 'parameter');
    const found = parameters.find(({ name }) => name === named);
    if (found) return found;
    throw new UserError(
      `${where([part, 'parameter'])}: the operation has no parameter ${named}; correct the name.`,
    );
  };
  const [limit, offset] = [parameterFor('limit'), parameterFor('offset')];
  const maximumOf = ({ schema: { maximum } }: typeof limit): number[] =>
    typeof maximum === 'number' ? [maximum] : [];
  const total = stepsOf(String(stated.total));
  if (schemaAt(response, total) === undefined)
    throw new UserError(`${where(['total'])}: no response has ${stated.total}; correct the place.`);
  const maxItems = at(schema, 'maxItems');
  for (const [name, operator] of Object.entries(isObject(stated.filter) ? stated.filter : {}))
    for (const [attribute, place] of Object.entries(at(operator, 'on') ?? {}))
      if (schemaAt(at(schema, 'items'), stepsOf(String(place))) === undefined)
        throw new UserError(
          `${where(['filter', name, 'on', attribute])}: no record has ${place}; correct the place.`,
        );
  const held = typeof maxItems === 'number' ? maxItems : Number.MAX_SAFE_INTEGER;
  const widest = Math.min(Number.MAX_SAFE_INTEGER, ...maximumOf(limit));
  return {
    records,
    total,
    names: { limit: limit.name, offset: offset.name },
    bounds: {
      held,
      largest: Math.min(held, widest),
      widest,
      farthest: Math.min(Number.MAX_SAFE_INTEGER, ...maximumOf(offset)),
    },
    filter: Object.entries(isObject(stated.filter) ? stated.filter : {}).map(([name, operator]) => ({
      name,
      means: at(operator, 'means') as Meaning,
      on: Object.fromEntries(
        Object.entries(at(operator, 'on') ?? {}).map(([attribute, place]) => [
          attribute,
          stepsOf(String(place)),
        ]),
      ),
    })),
  };
}

export function listOf({ operations }: Lists): ListStructure {
  const [list] = Object.values(operations).flatMap((operation) => operation.list ?? []);
  if (!list) throw new Error('no operation of the contract has an x-list');
  return list;
}

type Lists = { readonly operations: Readonly<Record<OperationId, { readonly list?: ListStructure }>> };

export type Field = {
  readonly operator: string;
  readonly means: Meaning;
  readonly attribute: string;
  readonly place: Path;
  /** The attribute, with its operator before it where another operator takes it as well. */
  readonly key: string;
};

/** Every attribute that a listing can be filtered by, in the order of the contract. */
export const fieldsOf = ({ filter }: ListStructure): Field[] => {
  const known = new Set<string>();
  return filter.flatMap(({ name, means, on }) =>
    Object.entries(on).map(([attribute, place]) => {
      const key = known.has(attribute) ? `${name}:${attribute}` : attribute;
      known.add(attribute);
      return { operator: name, means, attribute, place, key };
    }),
  );
};
