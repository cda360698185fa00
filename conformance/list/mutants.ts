import type { Contract } from '../../src/contract/contract.ts';
import { type ListStructure, listOf, type Meaning, type PageBounds } from '../../src/contract/list.ts';
import { type Call, isLost, type Mutant, type Reply, type Transport } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json, type JsonObject, withAt, withoutAt } from '../../src/json/json.ts';
import { frozen, withJson } from '../core/mutants.ts';
import { operationOf } from '../core/operation-of.ts';
import { type Attribute, attributesThat, restOf } from './filters/filter.ts';
import { marksOf } from './read-page.ts';

/** The query of a listing call as a mutant reads it. */
export type Asked = {
  readonly path: string;
  readonly filter: string | undefined;
  readonly limit: number | undefined;
  readonly offset: number;
  /** Whether an offset was given; where none was, it reads as 0. */
  readonly hasOffset: boolean;
  /** How the listing is made that it asks for. */
  readonly list: ListStructure;
} & PageBounds;

/** The part of it that another query may change. */
type Query = Partial<Pick<Asked, 'filter' | 'limit' | 'offset'>>;

/** Reads what a listing call asks for. */
export const asked = (call: Call, contract: Contract): Asked => askedOf(call, listOf(contract));

function askedOf({ target }: Call, list: ListStructure): Asked {
  const { names, bounds } = list;
  const [path = '', query = ''] = target.split('?');
  const search = new URLSearchParams(query);
  const limit = search.get(names.limit);
  return {
    path,
    filter: search.get('filter') ?? undefined,
    limit: limit === null ? undefined : Number(limit),
    offset: Number(search.get(names.offset) ?? 0),
    hasOffset: search.has(names.offset),
    list,
    ...bounds,
  };
}

/**
 * Whether the filter of a listing is one for an attribute, by the contract, and what follows its first comma has a
 * form; by default any.
 */
export function looksFor(
  { filter, list }: Pick<Asked, 'filter' | 'list'>,
  key: Attribute,
  form?: RegExp,
): boolean {
  const rest = restOf(list, key, filter);
  return rest !== undefined && (form === undefined || form.test(rest));
}

/** Whether it is one for any attribute of an operator with a meaning; without one, of any operator. */
export const looksForAny = (query: Asked, means?: Meaning, form?: RegExp): boolean =>
  attributesThat(query.list, means).some((key) => looksFor(query, key, form));

/** Whether it is one for several ids. */
export const looksForList = (query: Asked): boolean => looksFor(query, 'id', /,/);

/** The filter of a listing call. */
export const filterOf = ({ target }: Call): string | undefined =>
  new URLSearchParams(target.split('?')[1] ?? '').get('filter') ?? undefined;

/** The same listing call with another query; undefined leaves a parameter out. */
export function asking(call: Call, query: Query, list: ListStructure): Call {
  const { path, ...was } = askedOf(call, list);
  const now = { ...was, ...query };
  const search = new URLSearchParams();
  if (now.filter !== undefined) search.set('filter', now.filter);
  if (now.limit !== undefined) search.set(list.names.limit, String(now.limit));
  search.set(list.names.offset, String(now.offset));
  return { ...call, target: `${path}?${search}` };
}

/** Changes each successful listing; undefined leaves it as it is. */
export const changeListing =
  (
    change: (
      json: JsonObject,
      asked: Asked,
      next: Transport,
      call: Call,
    ) => Json | undefined | Promise<Json | undefined>,
  ): Mutant =>
  (next, contract) =>
  async (call) => {
    const reply = await next(call);
    const json = operationOf(call) === 'node-products' ? listingIn(reply as Reply) : undefined;
    if (json === undefined) return reply;
    const changed = await change(frozen(json), asked(call, contract), next, call);
    return changed === undefined ? reply : withJson(reply as Reply, changed);
  };

/** Reads the query wrongly, after the right one was found good: the page of another query in its place. */
export const misread = (
  wrong: (asked: Asked, total: number, products: number) => Query | undefined,
): Mutant =>
  changeListing(async (json, query, next, call) => {
    const other = wrong(query, totalOf(json, query.list), productsOf(json).length);
    if (other === undefined) return undefined;
    const read = listingIn((await next(asking(call, other, query.list))) as Reply);
    if (read === undefined) return undefined;
    const links = productsOf(json)[0]?.links;
    const data = productsOf(read).map((product) => (links === undefined ? product : { ...product, links }));
    return { ...read, data };
  });

/** Answers some listings, otherwise served, with a status. */
export const changeStatusWhere =
  (chosen: (asked: Asked, total: number, products: number) => boolean, status: number): Mutant =>
  (next, contract) =>
  async (call) => {
    const reply = await next(call);
    const json = operationOf(call) === 'node-products' ? listingIn(reply as Reply) : undefined;
    const query = asked(call, contract);
    const hit = json && chosen(query, totalOf(json, query.list), productsOf(json).length);
    return hit ? { ...(reply as Reply), status } : reply;
  };

/** Answers some listings with 500, served or rejected. */
export const crashWhere =
  (chosen: (asked: Asked) => boolean): Mutant =>
  (next, contract) =>
  async (call) => {
    const reply = await next(call);
    const hit = operationOf(call) === 'node-products' && !isLost(reply) && chosen(asked(call, contract));
    return hit ? { ...reply, status: 500 } : reply;
  };

/** Serves an empty listing wherever the path matches. */
export const emptyWhere =
  (path: RegExp): Mutant =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    if (isLost(reply) || !path.test(call.target)) return reply;
    const listing = { data: [], included: { component_products: [] }, meta: { results: { total: 0 } } };
    return { ...withJson(reply, listing), status: 200 };
  };

/** Changes the products of each page one by one; undefined leaves one out. */
export const changeProducts = (
  change: (product: JsonObject, index: number, asked: Asked) => JsonObject | undefined,
): Mutant =>
  changeListing((json, query) => ({
    ...json,
    data: productsOf(json).flatMap((product, index) => change(product, index, query) ?? []),
  }));

/** Changes the links that products carry. */
export const changeLinks = (change: (links: JsonObject, asked: Asked, total: number) => JsonObject): Mutant =>
  changeListing((json, query) => ({
    ...json,
    data: productsOf(json).map((product) =>
      isObject(product.links)
        ? { ...product, links: change(product.links, query, totalOf(json, query.list)) }
        : product,
    ),
  }));

/** Changes what the listing says of its total. */
export const changeTotal = (change: (total: number, asked: Asked, products: number) => number): Mutant =>
  changeListing((json, query) =>
    withAt(json, query.list.total, change(totalOf(json, query.list), query, productsOf(json).length)),
  );

/** Changes which component products a page includes. */
export const changeIncluded = (
  change: (included: Json[], products: JsonObject[], asked: Asked) => Json[],
): Mutant =>
  changeListing((json, query) => {
    const included = at(json, 'included', 'component_products');
    const list = Array.isArray(included) ? (included as Json[]) : [];
    return withAt(json, ['included', 'component_products'], change(list, productsOf(json), query));
  });

/** Rearranges the whole listing of a node and cuts the page that was asked for out of it. */
export const relist = (
  arrange: (whole: readonly JsonObject[], asked: Asked) => readonly JsonObject[],
): Mutant =>
  changeListing(async (json, query, next, call) => {
    const whole = await wholeListing(next, call, query);
    const here = arrange(whole.products, query);
    const size = Math.min(query.limit ?? productsOf(json).length, query.largest);
    const page = here.slice(query.offset, query.offset + size);
    const links = productsOf(json)[0]?.links;
    const data = page.map((product) => (links === undefined ? product : { ...product, links }));
    const components = componentsOf(page).flatMap((id) => whole.components.get(id) ?? []);
    return withAt({ ...json, data }, ['included', 'component_products'], components);
  });

/** Changes what a node holds, its total with it. Filters still look through all that was there. */
export function shorten(
  arrange: (whole: readonly JsonObject[], asked: Asked) => readonly JsonObject[],
): Mutant {
  const unfiltered = (whole: readonly JsonObject[], query: Asked) =>
    query.filter === undefined ? arrange(whole, query) : whole;
  const listed = relist(unfiltered);
  const counted = changeListing(async (json, query, next, call) => {
    if (query.filter !== undefined) return undefined;
    const whole = await wholeListing(next, call, query);
    return withAt(json, query.list.total, arrange(whole.products, query).length);
  });
  return (next, contract) =>
    changeProducts(withoutLinks)(listed(counted(next, contract), contract), contract);
}

type Whole = { products: JsonObject[]; components: Map<string, JsonObject> };

/** Every product a listing call leads to, page by page. */
export async function wholeListing(
  next: Transport,
  call: Call,
  { filter, largest, list }: Asked,
): Promise<Whole> {
  const whole: Whole = { products: [], components: new Map() };
  for (let offset = 0; ; offset += largest) {
    const json = listingIn((await next(asking(call, { filter, limit: largest, offset }, list))) as Reply);
    const page = json ? productsOf(json) : [];
    whole.products.push(...page);
    const included = at(json, 'included', 'component_products');
    for (const product of Array.isArray(included) ? included : [])
      whole.components.set(String(product.id), product);
    if (page.length < largest) return whole;
  }
}

/** The ids that the components of bundles name, each once, in order. */
export function componentsOf(products: readonly JsonObject[]): string[] {
  const components = products.flatMap((product) =>
    Object.values(at(product, 'attributes', 'components') ?? {}),
  );
  const options = components.flatMap((component) => (at(component, 'options') ?? []) as Json[]);
  return [...new Set(options.map((option) => String(at(option, 'id'))))];
}

/** How many records a listing says there are. */
export const totalOf = (json: JsonObject, { total }: ListStructure): number => Number(at(json, ...total));

/** The products of a listing. */
export const productsOf = (json: JsonObject): JsonObject[] =>
  Array.isArray(json.data) ? json.data.filter(isObject) : [];

/** The listing in a response; undefined where it holds none. */
export function listingIn(reply: Reply): JsonObject | undefined {
  if (isLost(reply) || reply.status > 299) return undefined;
  const body = readBody(reply.body);
  return 'json' in body && isObject(body.json) && Array.isArray(body.json.data) ? body.json : undefined;
}

/** A product without links: those it had would not fit any more. */
export const withoutLinks = ({ links: _links, ...product }: JsonObject): JsonObject => product;

/** Whether every product of a listing is marked as curated. */
export const isWholeCurated = (whole: readonly JsonObject[]): boolean =>
  whole.every((product) => marksOf(product).length > 0);

/** Whether a product of a listing is marked as curated. */
export const hasCurated = (whole: readonly JsonObject[]): boolean =>
  whole.some((product) => marksOf(product).length > 0);

/** The same list begun at another place: what leaves one end comes in at the other. */
export const rotate = <T>(list: readonly T[], by: number): T[] => [...list.slice(by), ...list.slice(0, by)];

/** A product without its mark of curation, wherever it was. */
export const withoutFlag = (product: JsonObject): JsonObject =>
  [['curated_product'], ['attributes', 'curated_product'], ['meta', 'curated_product']].reduce(
    (left, path) => withoutAt(left, path) as JsonObject,
    product,
  );

/** A product with the mark of curation. */
export const withFlag = (product: JsonObject): JsonObject => withAttribute(product, 'curated_product', true);

/** A product with one attribute set. */
export const withAttribute = (product: JsonObject, name: string, value: Json): JsonObject =>
  withAt(product, ['attributes', name], value) as JsonObject;

/** Whether a product shows that attribute. */
export const hasAttribute = (product: JsonObject, name: string): boolean =>
  isObject(product.attributes) && at(product, 'attributes', name) !== undefined;
