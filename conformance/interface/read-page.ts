import type { Call } from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import { onceFor } from '../../src/once.ts';
import type { Answered, Item, LinkName, Links, Page, PageQuery } from '../core/evidence.ts';
import type { NodeTarget } from '../core/target.ts';

/** The largest page the document promises. */
export const wholePage = 100;
/** The largest offset the document promises. */
export const farthest = 10_000;

/** The links the document names. */
export const linkNames: readonly LinkName[] = ['current', 'first', 'last', 'prev', 'next'];

/** Reads pages, sharing equal items between them. */
export function createPageReader() {
  const known = new Map<string, Item>();
  const shared = (item: Item): Item => {
    const key = JSON.stringify(item);
    const same = known.get(key) ?? item;
    known.set(key, same);
    return same;
  };
  return (
    answered: Answered,
    json: JsonObject,
    node: NodeTarget | undefined,
    turn: number,
  ): Page | undefined => {
    const { data } = json;
    if (!Array.isArray(data)) return undefined;
    const products = data.filter(isObject);
    const total = at(json, 'meta', 'results', 'total');
    const included = at(json, 'included', 'component_products');
    const query = queryOf(answered.call);
    return {
      ...(node ? { node } : {}),
      query: node && !isSpelledAs(node, answered.call) ? { ...query, odd: true } : query,
      items: products.map((product) => shared(itemOf(product))),
      size: data.length,
      ...(typeof total === 'number' && Number.isInteger(total) ? { total } : {}),
      ...(Array.isArray(included) ? { included: included.map((product) => shared(itemOf(product))) } : {}),
      links: products.map(linksOf).filter((links) => links !== undefined),
      turn,
      exchange: answered,
    };
  };
}

/** Whether a path spells the ids of a node as the target file does: that capitals mean the same is a `should`. */
export const isSpelledAs = ({ hierarchy, node }: NodeTarget, { target }: Call): boolean =>
  target.includes(`/${hierarchy}/`) && target.includes(`/${node}/`);

/** What was asked of a node and answered without a listing, as a page that holds nothing. */
export const unservedPage = (exchange: Answered, node: NodeTarget, turn: number): Page => ({
  node,
  query: queryOf(exchange.call),
  items: [],
  size: 0,
  links: [],
  turn,
  exchange,
});

/** What a listing call asks for. */
export const queryOf = onceFor(({ target }: Call): PageQuery => readQuery(target));

/** Reads what a listing was asked for. */
export function readQuery(target: string): PageQuery {
  const search = new URLSearchParams(
    target.slice(target.includes('?') ? target.indexOf('?') + 1 : target.length),
  );
  const limit = numberIn(search, 'page[limit]');
  const offset = numberIn(search, 'page[offset]');
  const [filter, ...others] = search.getAll('filter');
  const known = ['filter', 'page[limit]', 'page[offset]'];
  const odd =
    isSpelledOddly(target) ||
    others.length > 0 ||
    [limit, offset].includes('odd') ||
    [...search.keys()].some((name) => !known.includes(name));
  return {
    odd,
    ...(filter === undefined ? {} : { filter }),
    ...(typeof limit === 'number' ? { limit } : {}),
    ...(typeof offset === 'number' ? { offset } : {}),
  };
}

/** What a slash after the path means, or a bracket as it is in a query, the document does not say. */
const isSpelledOddly = (target: string): boolean => /[[\]]|\/(\?|$)/.test(target);

function numberIn(search: URLSearchParams, name: string): number | 'odd' | undefined {
  const values = search.getAll(name);
  if (values.length === 0) return undefined;
  const [text = ''] = values;
  return values.length === 1 && /^\d{1,15}$/.test(text) ? Number(text) : 'odd';
}

/** The id of a product, in lower case: UUIDs are compared without regard to case. */
export function idOf(product: unknown): string | undefined {
  const id = at(product, 'id');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What relations need of a product. An id that is no UUID breaks a rule of its own, and tells nothing apart. */
export function itemOf(product: JsonObject): Item {
  const shown = idOf(product);
  const id = shown !== undefined && uuid.test(shown) ? shown : undefined;
  const [name, slug, sku] = ['name', 'slug', 'sku'].map((attribute) => at(product, 'attributes', attribute));
  const owner = at(product, 'meta', 'owner');
  const isBundle = bundleOf(product);
  return {
    ...(id === undefined ? {} : { id, shownId: String(product.id) }),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof slug === 'string' ? { slug } : {}),
    ...(typeof sku === 'string' && sku !== '' ? { sku } : {}),
    ...(typeof owner === 'string' ? { owner } : {}),
    isCurated: isMarked(product),
    ...(isBundle === undefined ? {} : { isBundle }),
    components: componentsOf(product),
  };
}

const markPlaces = [
  { place: 'attributes', path: ['attributes', 'curated_product'] },
  { place: 'product', path: ['curated_product'] },
  { place: 'meta', path: ['meta', 'curated_product'] },
] as const;

/** Where on a product its mark of curation stands; empty where it carries none. */
export const marksOf = (product: unknown): (typeof markPlaces)[number]['place'][] =>
  markPlaces.filter(({ path }) => at(product, ...path) === true).map(({ place }) => place);

const isMarked = (product: unknown): boolean => marksOf(product).length > 0;

/** Whether a product is a bundle, as far as it shows; undefined where it shows nothing of it. */
function bundleOf(product: JsonObject): boolean | undefined {
  const types = at(product, 'attributes', 'product_types');
  const components = at(product, 'attributes', 'components');
  // An empty list of types tells nothing.
  if ((!Array.isArray(types) || types.length === 0) && !isObject(components)) return undefined;
  const hasComponents = isObject(components) && Object.keys(components).length > 0;
  return (Array.isArray(types) && types.includes('bundle')) || hasComponents;
}

function componentsOf(product: JsonObject): string[] {
  const components = at(product, 'attributes', 'components');
  return Object.values(isObject(components) ? components : {}).flatMap((component: Json) => {
    const options = at(component, 'options');
    return Array.isArray(options) ? options.flatMap((option: Json) => idOf(option) ?? []) : [];
  });
}

function linksOf({ links }: JsonObject): Links | undefined {
  if (!isObject(links)) return undefined;
  return Object.fromEntries(
    linkNames.filter((name) => Object.hasOwn(links, name)).map((name) => [name, links[name]]),
  );
}
