import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import { onceFor } from '../once.ts';
import type { Where } from '../yaml/yaml-file.ts';
import type { OperationId } from './operations.ts';

/** What operators of filters may mean. The stub and the judge each have a table with an entry for each. */
export const meanings = ['equals', 'among'] as const;

export type Meaning = (typeof meanings)[number];

export type Operator = {
  readonly name: string;
  readonly means: Meaning;
  readonly on: Readonly<Record<string, Path>>;
};

export type PageBounds = {
  readonly held: number;
  /** The largest page that can be requested and is promised: the smaller of `held` and `widest`. */
  readonly largest: number;
  /** The largest size that may be requested; between `largest` and `widest` the size of the page is open. */
  readonly widest: number;
  readonly farthest: number;
};

export type Parameter = { readonly name: string; readonly in: string; readonly schema: JsonObject };

export type ListStructure = {
  readonly records: Path;
  readonly total: Path;
  readonly names: { readonly limit: string; readonly offset: string };
  readonly bounds: PageBounds;
  readonly filter: readonly Operator[];
  /** The query parameters beside limit, offset and filter. */
  readonly further: readonly Parameter[];
};

type Listing = {
  readonly parameters: readonly Parameter[];
  readonly response: JsonObject;
};

/** The name of the parameter that takes operators; no contract has another. */
export const filterName = 'filter';

export const schemaAt = (schema: unknown, place: Path): unknown =>
  at(schema, ...place.flatMap((step) => ['properties', step]));

export function readList(
  stated: Json | undefined,
  { parameters, response }: Listing,
  where: Where,
): ListStructure | undefined {
  if (!isObject(stated)) return undefined;
  const records = stepsOf(String(stated.records));
  const schema = schemaAt(response, records);
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
  const filter = Object.entries(isObject(stated.filter) ? stated.filter : {}).map(([name, operator]) => {
    const on = Object.entries(at(operator, 'on') ?? {}).map(([attribute, pointer]): [string, Path] => {
      const place = stepsOf(String(pointer));
      if (schemaAt(at(schema, 'items'), place) !== undefined) return [attribute, place];
      throw new UserError(
        `${where(['filter', name, 'on', attribute])}: no record has ${pointer}; correct the place.`,
      );
    });
    const other = Object.keys(isObject(operator) ? operator : {}).find(
      (key) => key !== 'means' && key !== 'on',
    );
    if (other !== undefined)
      throw new UserError(
        `${where(['filter', name, other])}: an operator has only "means" and "on"; move "${other}" into "on".`,
      );
    const means = meanings.find((one) => one === at(operator, 'means'));
    if (means) return { name, means, on: Object.fromEntries(on) };
    const place = where(['filter', name, 'means']);
    throw new UserError(
      `${place}: no operator can mean "${at(operator, 'means')}"; use ${meanings.join(' or ')}.`,
    );
  });
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
    filter,
    further: parameters.filter(
      (one) => one.in === 'query' && ![limit.name, offset.name, filterName].includes(one.name),
    ),
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
  /** The attribute; if an earlier operator has it too, with the operator before it. */
  readonly key: string;
};

export const fieldsOf = onceFor(({ filter }: ListStructure): readonly Field[] => {
  const known = new Set<string>();
  return filter.flatMap(({ name, means, on }) =>
    Object.entries(on).map(([attribute, place]) => {
      const key = known.has(attribute) ? `${name}:${attribute}` : attribute;
      known.add(attribute);
      return { operator: name, means, attribute, place, key };
    }),
  );
});
