import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import { onceFor } from '../once.ts';
import type { Where } from '../yaml/yaml-file.ts';

/** What operators of filters may mean. The stub and the judge each have a table with an entry for each. */
export const meanings = ['equals', 'among'] as const;

export type Meaning = (typeof meanings)[number];

export type Operator = {
  readonly name: string;
  readonly means: Meaning;
  readonly on: Readonly<Record<string, Path>>;
  /** The parameter whose value is that of the filter; by default it is an operator in the parameter `filter`. */
  readonly parameter?: string;
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
  /** If pages are numbered, the number of the first: the parameter for the offset then holds such a number. */
  readonly firstPage?: number;
  /** If pages are chained, where a response has the token of the next page: the parameter for the offset then takes it. */
  readonly nextToken?: Path;
  /** How many records a page has if the request does not say, if the contract says it. */
  readonly usual?: number;
  readonly bounds: PageBounds;
  readonly filter: readonly Operator[];
  /** The query parameters without which nothing is listed: like the path, they say what is listed. */
  readonly required: readonly string[];
  /** The query parameters beside limit, offset and filter. */
  readonly further: readonly Parameter[];
};

type Listing = {
  readonly parameters: readonly Parameter[];
  readonly response: JsonObject;
};

/** The name of the parameter that takes operators; no contract has another. */
export const filterName = 'filter';

/** The schema of a field, by the path of the field. */
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
  const parameterFor = (part: 'limit' | 'offset' | 'pageIndex' | 'inputToken') => {
    const named = at(stated, part, 'parameter');
    const found = parameters.find(({ name }) => name === named);
    if (found) return found;
    throw new UserError(
      `${where([part, 'parameter'])}: the operation has no parameter ${named}; correct the name.`,
    );
  };
  const isNumbered = isObject(stated.pageIndex);
  const limit = parameterFor('limit');
  const isChained = isObject(stated.inputToken);
  const offset = parameterFor(isNumbered ? 'pageIndex' : isChained ? 'inputToken' : 'offset');
  const maximumOf = ({ schema: { maximum } }: typeof limit): number[] =>
    typeof maximum === 'number' ? [maximum] : [];
  const total = stated.total === undefined ? [] : stepsOf(String(stated.total));
  if (stated.total !== undefined && schemaAt(response, total) === undefined)
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
      (key) => !['means', 'on', 'parameter'].includes(key),
    );
    if (other !== undefined)
      throw new UserError(
        `${where(['filter', name, other])}: an operator has only "means" and "on"; move "${other}" into "on".`,
      );
    const means = meanings.find((one) => one === at(operator, 'means'));
    const parameter = at(operator, 'parameter');
    if (means)
      return {
        name,
        means,
        on: Object.fromEntries(on),
        ...(typeof parameter === 'string' ? { parameter } : {}),
      };
    const place = where(['filter', name, 'means']);
    throw new UserError(
      `${place}: no operator can mean "${at(operator, 'means')}"; use ${meanings.join(' or ')}.`,
    );
  });
  const held = typeof maxItems === 'number' ? maxItems : Number.MAX_SAFE_INTEGER;
  const widest = Math.min(Number.MAX_SAFE_INTEGER, ...maximumOf(limit));
  const required = parameters
    .filter((one) => one.in === 'query' && at(one, 'required') === true)
    .map(({ name }) => name);
  const { default: usual } = limit.schema;
  const { minimum: first } = offset.schema;
  return {
    records,
    total,
    ...(isChained ? { nextToken: stepsOf(String(stated.outputToken)) } : {}),
    ...(isNumbered ? { firstPage: typeof first === 'number' ? first : 1 } : {}),
    ...(typeof usual === 'number' ? { usual } : {}),
    names: { limit: limit.name, offset: offset.name },
    bounds: {
      held,
      largest: Math.min(held, widest),
      widest,
      farthest: Math.min(Number.MAX_SAFE_INTEGER, ...maximumOf(offset)),
    },
    filter,
    required,
    further: parameters.filter(
      (one) =>
        one.in === 'query' &&
        ![
          limit.name,
          offset.name,
          filterName,
          ...filter.flatMap(({ parameter }) => parameter ?? []),
          ...required,
        ].includes(one.name),
    ),
  };
}

type Chain = { readonly offsets: Map<string, number>; readonly tokens: Map<number, string> };

const chains = new WeakMap<ListStructure, Map<string, Chain>>();

/** What is known of the tokens of a listing: where the page begins that each leads to. */
export function chainOf(list: ListStructure, target: string): Chain {
  const [path = ''] = target.split('?');
  const own = chains.get(list) ?? new Map<string, Chain>();
  chains.set(list, own);
  const chain = own.get(path) ?? { offsets: new Map(), tokens: new Map() };
  own.set(path, chain);
  return chain;
}

/** Where a page begins, as a parameter says it; undefined if the contract does not say how large earlier pages are. */
export function offsetOf(
  { firstPage, usual }: ListStructure,
  given: number,
  limit = usual,
): number | undefined {
  if (firstPage === undefined) return given;
  if (given === firstPage) return 0;
  if (given < firstPage) return undefined;
  return limit === undefined ? undefined : (given - firstPage) * limit;
}

/** What a parameter says for a page that begins at an offset, or shortly before it. */
export function writtenOffset({ firstPage, usual }: ListStructure, offset: number, limit = usual): number {
  if (firstPage === undefined) return offset;
  return firstPage + (limit === undefined || limit < 1 ? 0 : Math.floor(offset / limit));
}

/** A filter as parameters of a query: its own, or an operator in `filter`. */
export function filterPairs({ filter }: ListStructure, text: string): readonly (readonly [string, string])[] {
  for (const { name, parameter, on } of filter)
    for (const attribute of Object.keys(on))
      if (parameter !== undefined && text.startsWith(`${name}(${attribute},`) && text.endsWith(')'))
        return [[parameter, text.slice(name.length + attribute.length + 2, -1)]];
  return [[filterName, text]];
}

/** The filter that a query states, as operators are written, whatever parameters it is in. */
export function filterIn({ filter }: ListStructure, search: URLSearchParams): readonly string[] {
  const own = filter.flatMap(({ name, parameter, on }) =>
    parameter === undefined
      ? []
      : Object.keys(on).flatMap((attribute) =>
          search.getAll(parameter).map((value) => `${name}(${attribute},${value})`),
        ),
  );
  return [...own, ...search.getAll(filterName)];
}

/** Whether filters are operators in one parameter, so that there are other operators and mistakes of grammar. */
export const hasGrammar = ({ filter }: ListStructure): boolean =>
  filter.some(({ parameter }) => parameter === undefined);

/** How the operation in focus lists; without a focus, the only operation that lists. */
export function listOf({ operations, focus }: Lists): ListStructure {
  if (focus?.list) return focus.list;
  const [list, another] = Object.values(operations).flatMap((operation) => operation.list ?? []);
  if (!list) throw new Error('no operation of the contract has an x-list');
  if (another) throw new Error('several operations of the contract have an x-list, and none is in focus');
  return list;
}

type Lists = {
  readonly operations: Readonly<Record<string, { readonly list?: ListStructure }>>;
  readonly focus?: { readonly list?: ListStructure };
};

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
