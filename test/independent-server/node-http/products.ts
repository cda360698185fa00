import type { Conduct } from './conduct.ts';
import { readFilter } from './filter.ts';
import { type Fields, isIdentifier, objectAt } from './members.ts';
import { type Product, type Shelf, shown } from './product.ts';
import { type Query, readQuery } from './query.ts';
import { Rejection } from './rejection.ts';
import { shelves } from './shop.ts';

/** Which listing is asked for: the node, the address of its listing on this server, and the query. */
export type Asked = {
  readonly hierarchy: string;
  readonly node: string;
  readonly address: string;
  readonly search: string;
};

/** Lists the products of a node. */
export function listProducts(conduct: Conduct, { hierarchy, node, address, search }: Asked): Fields {
  if (!isIdentifier(hierarchy) || !isIdentifier(node)) throw new Rejection(406, 'the path holds no UUIDs');
  const query = readQuery(search);
  const shelf = shelves.find((one) => one.hierarchy === hierarchy && one.node === node);
  if (!shelf) throw new Rejection(404, 'no such node');
  const all = conduct.arrange(shelf);
  const found = find(conduct, shelf, all, query);
  const page = conduct.cut(found, query);
  return {
    meta: { results: { total: conduct.count(shelf, all), page: page.length }, mood: 'calm' },
    included: { component_products: conduct.componentsOf(page).map(shown), others: [] },
    data: page.map((product) => ({
      ...shown(product),
      ...conduct.mark(product, shelf),
      ...(shelf.isLinked ? { links: conduct.links(query, found.length, address) } : {}),
    })),
    links: { self: 'here' },
  };
}

/** The products a filter leaves. Of a shelf nobody curated they come the other way round. */
function find(
  conduct: Conduct,
  shelf: Shelf,
  all: readonly Product[],
  { filter }: Query,
): readonly Product[] {
  if (filter === undefined) return all;
  const wanted = readFilter(filter);
  const found = conduct.reach(shelf, all).filter((product) => conduct.matches(product, wanted));
  return shelf.curated.length === 0 ? found.toReversed() : found;
}

/** The products from an offset on, as many as asked for. */
export const cut = (products: readonly Product[], { offset, limit }: Query): readonly Product[] =>
  products.slice(offset, offset + limit);

/** Where anything is curated, every product tells in its meta whether it is. */
export const mark = ({ id, rest }: Product, { curated }: Shelf): Fields =>
  curated.length === 0
    ? {}
    : { meta: { ...objectAt(rest.meta ?? {}, 'meta'), curated_product: curated.includes(id) } };

/** The products that the components of these name, on whatever shelf and whether live or not. */
export function componentsOf(products: readonly Product[]): readonly Product[] {
  const named = JSON.stringify(products.map(({ attributes }) => attributes.components ?? {}));
  return shelves.flatMap((shelf) => shelf.products).filter(({ id }) => named.includes(`"id":"${id}"`));
}
