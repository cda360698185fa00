import { UserError } from '../errors.ts';
import { at, defined, isObject, type Json, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import { isFreeText, schemaAt, typesOf } from '../json/schema-at.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { type FilterField, type FilterForm, queryDefaults, readFilterForm } from './list-filters.ts';
import {
  readOrder,
  readSort,
  readSortForm,
  type SortForm,
  type SortKey,
  sortParameters,
} from './list-sorts.ts';
import type { Nouns } from './nouns.ts';
import { isRepeated } from './parameter-text.ts';
import { type Place, placeIn } from './places.ts';
import type { Named } from './stated-queries.ts';

export type PageBounds = {
  readonly maxItems: number;
  /** The largest page that can be requested and is promised: the smaller of `maxItems` and `widest`. */
  readonly largest: number;
  /** The largest size that may be requested; between `largest` and `widest` the size of the page is open. */
  readonly widest: number;
  readonly farthest: number;
};

export type Parameter = { readonly name: string; readonly in: string; readonly schema: JsonObject };

/** The relations of RFC 8288 between pages. */
export const relations = ['self', 'first', 'last', 'prev', 'next'] as const;

export type Relation = (typeof relations)[number];

/** The places of links by their relations, or the header that has them all. */
type LinkPlaces =
  | { readonly header: string }
  | { readonly places: Readonly<Partial<Record<Relation, Place>>> };

/** What a total counts under a filter; an estimate is compared with nothing. */
export const totalCounts = ['matching', 'all', 'either', 'estimated'] as const;

type Total = {
  readonly at: Place;
  readonly counts: (typeof totalCounts)[number];
  /** Whether it is in a header that each response has. */
  readonly isRequiredHeader?: true;
};

/** How an operation lists, as its `x-list` says. */
export type ListStructure = {
  /** What its records are called in sentences. */
  readonly nouns: Nouns;
  /** Where a body has its records. */
  readonly items: Path;
  /** Where a record has what identifies it. */
  readonly identifier: readonly Path[];
  readonly total?: Total;
  readonly totalPages?: Place;
  readonly hasMore?: Place;
  readonly links?: LinkPlaces;
  /** The parameters that select a page; an empty text if there is none. */
  readonly names: { readonly limit: string; readonly offset: string };
  /** If pages are numbered, the number of the first: the parameter for the offset then holds such a number. */
  readonly firstPage?: number;
  /** If the parameter for the offset takes tokens, where a response has the token of the next page. */
  readonly outputToken?: Place;
  /** Whether a page has as many records as were requested, if so many follow. */
  readonly fullPages: boolean;
  /** How many records a page has if the request does not say, if the contract says it. */
  readonly usual?: number;
  readonly bounds: PageBounds;
  readonly filter?: FilterForm;
  readonly sort?: SortForm;
  /** What records are ordered by without a sort, if the contract says it. */
  readonly order?: readonly SortKey[];
  /** Where a record says, with `true`, that the target file declares its place in the order; the likeliest first. */
  readonly pinned: readonly Path[];
  /** Where a page has the records that its own name, and where these name them by id. */
  readonly included?: { readonly at: Path; readonly named: readonly string[] };
  /** The places of records whose values rules of this contract compare over pages. */
  readonly compared: readonly Path[];
  /** The query parameters without which nothing is listed: like the path, they say what is listed. */
  readonly required: readonly string[];
  /** Which of the parameters for the size and the place of a page each request has. */
  readonly always: readonly string[];
  /** The query parameters of which each of several values is a pair of its own. */
  readonly repeated: readonly string[];
  /** The query parameters beside limit, offset and filter. */
  readonly further: readonly Parameter[];
};

type StatedListing = {
  readonly parameters: readonly Parameter[];
  readonly response: JsonObject;
  /** The headers that each response has. */
  readonly requiredHeaders?: readonly string[];
};

/** The keywords of an `x-list`. */
export const keywords = [
  'items', 'identifier', 'offset', 'pageIndex', 'inputToken', 'outputToken', 'pageSize', 'fullPages', 'total',
  'totalPages', 'hasMore', 'links', 'filter', 'sort', 'order', 'pinned', 'included', 'compared',
]; // biome-ignore format: one glance

/** Reads an `x-list`. A {@link UserError} names the line of what is wrong. */
export function readList(
  stated: Json | undefined,
  { parameters, response, requiredHeaders = [] }: StatedListing,
  where: Where,
): Omit<ListStructure, 'nouns'> | undefined {
  if (stated === undefined) return undefined;
  const wrong = (path: Path, sentence: string): UserError => new UserError(`${where(path)}: ${sentence}.`);
  if (!isObject(stated)) throw wrong([], 'x-list is not an object; write keywords such as "items" below it');
  const unknown = Object.keys(stated).find((name) => !keywords.includes(name));
  if (unknown !== undefined)
    throw wrong([unknown], `x-list has no keyword "${unknown}"; use ${keywords.join(', ')}`);
  const places = createPlaceReader(response, requiredHeaders, wrong);
  const items = places.items(stated.items);
  const record = at(schemaAt(response, items), 'items');
  const parameterFor = (keyword: string): Parameter | undefined => {
    const name = stated[keyword];
    if (name === undefined) return undefined;
    const found = parameters.find((one) => one.in === 'query' && one.name === name);
    if (found) return found;
    throw wrong([keyword], `the operation has no query parameter ${JSON.stringify(name)}; correct the name`);
  };
  const [paging, another] = ['offset', 'pageIndex', 'inputToken'].filter((one) => stated[one] !== undefined);
  if (another !== undefined)
    throw wrong([another], `a listing has either "${paging}" or "${another}"; remove one of them`);
  if ((stated.inputToken === undefined) !== (stated.outputToken === undefined))
    throw wrong(
      [stated.inputToken === undefined ? 'outputToken' : 'inputToken'],
      '"inputToken" and "outputToken" belong together; add the other',
    );
  const limit = parameterFor('pageSize');
  const offset = paging === undefined ? undefined : parameterFor(paging);
  const { fullPages = paging !== 'inputToken' } = stated;
  if (typeof fullPages !== 'boolean') throw wrong(['fullPages'], '"fullPages" is either true or false');
  const most = at(schemaAt(response, items), 'maxItems');
  const maxItems = typeof most === 'number' ? most : Number.MAX_SAFE_INTEGER;
  const widest = Math.min(Number.MAX_SAFE_INTEGER, ...(limit ? maximumIn(limit) : []));
  const below =
    (keyword: string): Where =>
    (path) =>
      where([keyword, ...path]);
  const repeated = parameters.filter(isRepeated).map(({ name }) => name);
  const has: Named = {
    schemaOf: (place) => schemaAt(record, place),
    parameter: (name) => parameters.find((one) => one.in === 'query' && one.name === name)?.schema,
    isRepeated: (name) => repeated.includes(name),
  };
  const filter =
    stated.filter === undefined ? undefined : readFilterForm(stated.filter, has, below('filter'));
  const sort = stated.sort === undefined ? undefined : readSortForm(stated.sort, has, below('sort'));
  const sortKeyOf = (attribute: string): Pick<SortKey, 'place' | 'schema'> | undefined => {
    const known =
      sort?.sortables.get(attribute) ?? filter?.fields.find((field) => field.attribute === attribute);
    const place = known?.place ?? stepsOf(attribute.startsWith('/') ? attribute : `/${attribute}`);
    const schema = schemaAt(record, place);
    return schema === undefined ? undefined : { place, schema };
  };
  const order =
    stated.order === undefined
      ? sort && statedOrder(sort, parameters)
      : readOrder(stated.order, { sortKeyOf, where: below('order') });
  const needed = parameters
    .filter((one) => one.in === 'query' && at(one, 'required') === true)
    .map(({ name }) => name);
  const ofPages = [limit?.name ?? '', offset?.name ?? ''];
  const required = needed.filter((name) => !ofPages.includes(name));
  const usual = limit?.schema.default;
  const first = offset?.schema.minimum;
  const largest = Math.min(maxItems, widest);
  const [likeliest, ...possible] = [stated.pinned ?? []].flat();
  return {
    items,
    identifier: places.ofRecord('identifier', stated.identifier, record),
    // In other places, the mark is only possible.
    pinned: [
      ...places.ofRecord('pinned', likeliest === undefined ? undefined : [likeliest], record),
      ...possible.map((pointer) => stepsOf(String(pointer))),
    ],
    ...places.included(stated.included),
    compared: places.ofRecord('compared', stated.compared, record),
    ...places.total(stated.total),
    ...places.links(stated.links),
    ...defined({
      totalPages: places.place('totalPages', stated.totalPages),
      hasMore: places.place('hasMore', stated.hasMore),
      outputToken: places.place('outputToken', stated.outputToken),
      firstPage: paging !== 'pageIndex' ? undefined : typeof first === 'number' ? first : 1,
      usual: typeof usual === 'number' ? usual : undefined,
      filter,
      sort,
      order,
    }),
    fullPages,
    names: { limit: limit?.name ?? '', offset: offset?.name ?? '' },
    bounds: {
      maxItems,
      largest: largest === Number.MAX_SAFE_INTEGER ? usualLargest : largest,
      widest,
      farthest: Math.min(usualFarthest, ...(offset ? maximumIn(offset) : [])),
    },
    required,
    always: needed.filter((name) => ofPages.includes(name)),
    repeated,
    further: parameters.filter(
      (one) => one.in === 'query' && ![...ofPages, ...(filter?.names ?? []), ...required].includes(one.name),
    ),
  };
}

/** Whether a page has its links itself, so that one that is absent says that there is no such page. */
export const arePageLinks = ({ links }: Pick<ListStructure, 'links'>): boolean =>
  links !== undefined && ('header' in links || Object.values(links.places).some(({ of }) => of === 'body'));

/** The order of a listing whose parameters of a sort have defaults: these are in force where they are left out. */
function statedOrder(sort: SortForm, parameters: readonly Parameter[]): readonly SortKey[] | undefined {
  const key = readSort(sort, [], new Map(queryDefaults(parameters)));
  return key === undefined || key === 'unknown' ? undefined : [key];
}

/** A page size that servers take whose contract states no bound. */
const usualLargest = 50;

/** Servers that read an integer of 32 bits begin again at the first page beyond it. */
const usualFarthest = 2 ** 31 - 1;

const maximumIn = ({ schema: { maximum } }: Parameter): number[] =>
  typeof maximum === 'number' ? [maximum] : [];

type Wrong = (path: Path, sentence: string) => UserError;

/** Reads the places that an `x-list` names, and makes sure that the schema of the response has them. */
function createPlaceReader(response: JsonObject, requiredHeaders: readonly string[], wrong: Wrong) {
  const schemaOf = ({ of, path }: Exclude<Place, { of: 'header' }>): unknown =>
    schemaAt(of === 'record' ? at(schemaAt(response, itemsPath), 'items') : response, path);
  const placeAt = (path: Path, text: Json | undefined): Place => {
    const found = typeof text === 'string' ? placeIn(text) : undefined;
    if (!found)
      throw wrong(
        path,
        `${JSON.stringify(text)} is not a place in a response; write a pointer such as /data, $response.body#/data or $response.header.X-Total-Count`,
      );
    if (found.of !== 'header' && schemaOf(found) === undefined)
      throw wrong(path, `no ${found.of === 'record' ? 'record' : 'response'} has ${text}; correct the place`);
    return found;
  };
  let itemsPath: Path = [];
  return {
    items: (text: Json | undefined): Path => {
      const place = placeAt(['items'], text);
      if (place.of !== 'body' || !isObject(at(schemaAt(response, place.path), 'items')))
        throw wrong(['items'], `no response has a list of records at ${text}; correct the place`);
      itemsPath = place.path;
      return place.path;
    },
    ofRecord: (keyword: string, stated: Json | undefined, record: unknown): Path[] => {
      if (stated === undefined) return [];
      const pointers = [stated].flat();
      return pointers.map((pointer, index) => {
        const path = typeof pointer === 'string' ? stepsOf(pointer) : [];
        if (path.length > 0 && schemaAt(record, path) !== undefined) return path;
        const place = Array.isArray(stated) ? [keyword, index] : [keyword];
        throw wrong(place, `no record has ${JSON.stringify(pointer)}; correct the pointer`);
      });
    },
    total: (stated: Json | undefined): { total?: Total } => {
      if (stated === undefined) return {};
      const { at: text, counts: counted = 'matching' } = isObject(stated) ? stated : { at: stated };
      const known = totalCounts.find((one) => one === counted);
      if (!known)
        throw wrong(
          ['total', 'counts'],
          `a total counts no ${JSON.stringify(counted)}; use ${totalCounts.join(', ')}`,
        );
      const place = placeAt(isObject(stated) ? ['total', 'at'] : ['total'], text);
      const isRequired =
        place.of === 'header' &&
        requiredHeaders.some((name) => name.toLowerCase() === place.name.toLowerCase());
      return { total: { at: place, counts: known, ...(isRequired ? { isRequiredHeader: true } : {}) } };
    },
    place: (keyword: string, text: Json | undefined): Place | undefined =>
      text === undefined ? undefined : placeAt([keyword], text),
    included: (stated: Json | undefined): Pick<ListStructure, 'included'> => {
      if (stated === undefined) return {};
      const place = placeAt(['included', 'at'], at(stated, 'at') as Json | undefined);
      const named = at(stated, 'named');
      if (place.of !== 'body' || typeof named !== 'string' || !named.startsWith('/'))
        throw wrong(
          ['included'],
          '"included" has "at", a pointer into the body, and "named", a pointer into a record; `[]` is each entry of a list, `{}` each field of an object',
        );
      return { included: { at: place.path, named: stepsOf(named).map(String) } };
    },
    links: (stated: Json | undefined): { links?: LinkPlaces } => {
      if (stated === undefined) return {};
      if (isObject(stated)) {
        const other = Object.keys(stated).find((name) => !relations.some((one) => one === name));
        if (other !== undefined)
          throw wrong(['links', other], `pages have no relation "${other}"; use ${relations.join(', ')}`);
        const places = Object.entries(stated).map(([name, text]) => [name, placeAt(['links', name], text)]);
        return { links: { places: Object.fromEntries(places) } };
      }
      const place = placeAt(['links'], stated);
      if (place.of === 'header') return { links: { header: place.name } };
      const { of, path } = place;
      const types = typesOf(schemaOf(place));
      if (types.length > 0 && !types.includes('object'))
        throw wrong(
          ['links'],
          `${stated} has no links, but a ${types.join(' or ')}; write the relation, too, such as { next: ${stated} }`,
        );
      return {
        links: { places: Object.fromEntries(relations.map((name) => [name, { of, path: [...path, name] }])) },
      };
    },
  };
}

/** What a total counts under a filter, in words. */
export const countedWords = ({ total, nouns: { records } }: Pick<ListStructure, 'total' | 'nouns'>): string =>
  ({
    matching: 'the matches',
    all: `all ${records}`,
    either: `the matches or all ${records}`,
    estimated: 'some',
  })[total?.counts ?? 'matching'];

/** The headers in which a listing states something, in lower case. */
export const headersOf = ({ total, totalPages, hasMore, outputToken, links }: ListStructure): string[] => [
  ...[total?.at, totalPages, hasMore, outputToken].flatMap((place) =>
    place?.of === 'header' ? [place.name.toLowerCase()] : [],
  ),
  ...(links && 'header' in links ? [links.header.toLowerCase()] : []),
];

/**
 * Whether each page is asked for by what the page before it says: by a token, or by a page number where no parameter
 * says how large earlier pages are.
 */
export const isChained = ({ outputToken, firstPage, names }: ListStructure): boolean =>
  outputToken !== undefined || (firstPage !== undefined && names.limit === '');

/** Whether no parameter cuts a listing into pages. */
export const listsAllAtOnce = ({ names }: Pick<ListStructure, 'names'>): boolean =>
  names.limit === '' && names.offset === '';

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

/** A query parameter that may be any text, or the filter that is written to one. */
export type TextParameter = Pick<Parameter, 'name' | 'schema'> & { readonly field?: FilterField };

/** Names of parameters that have a grammar, a date or an id for a value, whatever their schemas say. */
const namesGrammar =
  /sort|order|cursor|token|after|before|since|until|from|to$|date|field|includ|expand|embed|select|filter|where|populate|page|id$/i;

/** The query parameters that may be any text, with no grammar of pages, sorts or joined conditions. */
export function textParameters({ further, filter, sort }: ListStructure): readonly TextParameter[] {
  const ofSort = sort ? sortParameters(sort) : [];
  const ofFilters = (filter?.fields ?? []).flatMap((field): TextParameter[] => {
    const { key, parameter, schema, takesSeveral } = field;
    const isFree = isFreeText(at(schema, 'items') ?? schema) && !takesSeveral;
    return parameter && isFree ? [{ name: key, schema: parameter, field }] : [];
  });
  const others = further.filter(({ name }) => !ofSort.includes(name) && !namesGrammar.test(name));
  return [...others, ...ofFilters].filter(({ schema }) => isFreeText(schema));
}
