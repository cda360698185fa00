import { createHash } from 'node:crypto';

/** The same id for the same words, in every run. */
export function idOf(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex');
  const part = (from: number, to: number): string => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}

/** A product as the shop keeps it; the fields beside name and slug are those a behaviour may change. */
export type Product = {
  readonly id: string;
  readonly type: 'product';
  readonly attributes: {
    readonly name: string;
    readonly slug: string;
    readonly sku: string;
    readonly components?: Readonly<Record<string, Component>>;
    readonly [member: string]: unknown;
  };
  readonly meta: Readonly<Record<string, string>>;
};

type Component = { readonly name: string; readonly options: readonly Option[] };
type Option = { readonly id: string; readonly type: 'product'; readonly quantity: number };

/** A node with its products in the order of a usual listing. */
export type ShopNode = {
  readonly hierarchy: string;
  readonly node: string;
  readonly live: readonly Product[];
  readonly curated?: readonly Product[];
  readonly hidden?: readonly Product[];
};

export type NodeName = 'many' | 'some' | 'few';

/** What is sold; ids in `unpublished` are missing from every listing for as long as they are there. */
export type Shop = {
  readonly nodes: Readonly<Record<NodeName, ShopNode>>;
  readonly unpublished: Set<string>;
};

/** A component that is a draft: it is named by a bundle and never listed. */
export const draftComponent: Option = { id: idOf('draft component'), type: 'product', quantity: 1 };

const words = ['Tent', 'Ridge-jacket', 'Stove', 'Mat', 'Lantern', 'Rope', 'Boot', 'Flask', 'Map', 'Compass'];

/** Product `index` of a node; every third name has a space in it. */
function product(node: string, index: number): Product {
  const word = words[index % words.length];
  const at = '2025-01-01T00:00:00Z';
  return {
    id: idOf(`${node} ${index}`),
    type: 'product',
    attributes: {
      name: index % 3 === 1 ? `${word} No.${index} ${node}` : `${word}-${node}-${index}`,
      slug: `${word}_${node}.${index}`.toLowerCase(),
      sku: `SKU-${node}-${index}`,
      status: 'live',
      commodity_type: 'physical',
      product_types: ['standard'],
      variations: [],
    },
    meta: { created_at: at, updated_at: at, owner: 'store' },
  };
}

/** The product with other attributes. */
export const withAttributes = (one: Product, attributes: Readonly<Record<string, unknown>>): Product => ({
  ...one,
  attributes: { ...one.attributes, ...attributes },
});

const products = (node: string, count: number): Product[] =>
  Array.from({ length: count }, (_, index) => product(node, index));

const curate = (some: readonly Product[]): readonly Product[] =>
  some.map((one) => withAttributes(one, { curated_product: true }));

/** A node of many products, one of some with a bundle and twins, partly curated, and one that is curated wholly. */
export function defaultShop(): Shop {
  const few = curate(products('few', 5));
  const [hierarchy, other] = [idOf('hierarchy'), idOf('other hierarchy')];
  return {
    nodes: {
      many: { hierarchy, node: idOf('node many'), live: products('many', 130) },
      some: { hierarchy, node: idOf('node some'), ...someProducts(), hidden: [product('hidden', 1)] },
      few: { hierarchy: other, node: idOf('node few'), live: few, curated: few },
    },
    unpublished: new Set(),
  };
}

const curatedPlaces = [4, 9, 1];
const [twin, bundle] = [7, 5];

function someProducts(): { readonly live: readonly Product[]; readonly curated: readonly Product[] } {
  const usual = products('some', 12);
  const [tent, , stove, mat] = usual;
  const all = usual.map((one, index) => {
    if (index === twin) return withAttributes(one, { name: mat?.attributes.name });
    return index === bundle ? bundleOf(one, [tent, stove]) : one;
  });
  const curated = curate(curatedPlaces.flatMap((place) => all[place] ?? []));
  return { live: [...curated, ...all.filter((_, index) => !curatedPlaces.includes(index))], curated };
}

function bundleOf(one: Product, parts: readonly (Product | undefined)[]): Product {
  const live = parts.flatMap((part) => (part ? [{ ...draftComponent, id: part.id }] : []));
  const components = { set: { name: 'Set', options: [...live, draftComponent] } };
  return withAttributes(one, { product_types: ['bundle'], components });
}

/** The shop with one node changed. */
export const withNode = (
  shop: Shop,
  name: NodeName,
  change: (node: ShopNode) => Partial<ShopNode>,
): Shop => ({
  ...shop,
  nodes: { ...shop.nodes, [name]: { ...shop.nodes[name], ...change(shop.nodes[name]) } },
});

/** Takes product number `place` of a node out of all listings. */
export function unpublish(shop: Shop, name: NodeName, place: number): void {
  const one = shop.nodes[name].live[place];
  if (one) shop.unpublished.add(one.id);
}
