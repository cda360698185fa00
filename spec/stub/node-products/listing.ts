import { at, isObject, type Json, type JsonObject, withAt } from '../../../src/json/json.ts';
import { type Choices, chosenFrom } from '../../../src/stub/choices.ts';
import { createListed, type Listed } from '../../../src/stub/listing/listed.ts';
import { type Catalog, type CatalogNode, isLive, type Product, withProducts } from '../catalog.ts';

export type PlacedProduct = { readonly product: Product; readonly curated: boolean };

/** The live products of a node in the order in which they are served. */
function orderProducts(node: CatalogNode, choices: Choices): readonly PlacedProduct[] {
  const isCurated = new Set(node.curated);
  const curated = node.curated.filter(isLive).map((product) => ({ product, curated: true }));
  const others: PlacedProduct[] = [];
  for (const product of node.products)
    if (isLive(product) && !isCurated.has(product)) others.push({ product, curated: false });
  const order = chosenFrom(choices, 'uncurated-order', orders) ?? orders.catalog;
  const place = chosenFrom(choices, 'uncurated-place', placements) ?? placements.after;
  return place(curated, order(others));
}

const orders = {
  catalog: (others: readonly PlacedProduct[]) => others,
  name: (others: readonly PlacedProduct[]) =>
    others.toSorted(by(({ attributes }) => String(attributes.name))),
  id: (others: readonly PlacedProduct[]) => others.toSorted(by(({ id }) => id)),
  newest: (others: readonly PlacedProduct[]) =>
    others.toSorted(by(({ meta }) => String(meta?.created_at))).toReversed(),
};

const by = (key: (product: Product) => string) => (one: PlacedProduct, other: PlacedProduct) =>
  key(one.product) < key(other.product) ? -1 : Number(key(one.product) > key(other.product));

const placements = {
  after: (curated: readonly PlacedProduct[], others: readonly PlacedProduct[]) =>
    curated.length === 0 ? others : [...curated, ...others],
  before: (curated: readonly PlacedProduct[], others: readonly PlacedProduct[]) => [...others, ...curated],
  mixed: (curated: readonly PlacedProduct[], others: readonly PlacedProduct[]) => {
    const pairs = Array.from({ length: Math.max(curated.length, others.length) }, (_, index) => [
      ...others.slice(index, index + 1),
      ...curated.slice(index, index + 1),
    ]);
    return pairs.flat();
  },
};

export type NodeListing = Listed<PlacedProduct>;

export function createNodeListing(node: CatalogNode, choices: Choices): NodeListing {
  return createListed(orderProducts(node, choices), ({ product }) => product, {
    seen: choices['product-names'] === 'padded' ? (text) => text.trimEnd() : (text) => text,
    isAsAsked: choices['filtered-uncurated-order'] === 'asked' && node.curated.length === 0,
  });
}

type Change = (product: Product, place: number, all: readonly Product[]) => Product;

/** The catalog as another conforming server might have it. */
export function catalogWithChoices(catalog: Catalog, choices: Partial<Choices>): Catalog {
  const changes = [
    ...(choices['product-names'] === 'spaced' ? [withSpacedName] : []),
    ...(choices['product-names'] === 'padded' ? [padded] : []),
    ...(choices['shown-text'] === 'wide' ? [wide] : []),
    ...(choices['bundle-components'] === 'drafts' ? [madeOfDrafts] : []),
    ...(choices['sku-owners'] === 'shared' ? [shareSku] : []),
  ];
  if (changes.length === 0) return catalog;
  const all = [...catalog.products.values()];
  return withProducts(catalog, (product, place) =>
    changes.reduce((one, change) => change(one, place, all), product),
  );
}

const withProductAttribute = (product: Product, name: string, value: Json): Product => ({
  ...product,
  attributes: { ...product.attributes, [name]: value },
});

const withSpacedName: Change = (product) => {
  const { name } = product.attributes;
  return typeof name !== 'string' || name.includes(' ')
    ? product
    : withProductAttribute(product, 'name', `${name} mk2`);
};

/** Filters ignore the space at the end of these names. */
const padded: Change = (product, place) => {
  const { name } = product.attributes;
  return typeof name === 'string' && place % 3 === 0
    ? withProductAttribute(product, 'name', `${name} `)
    : product;
};

/** As long in code points as allowed, and longer in UTF-16 and in bytes. */
const wide: Change = (product) => {
  const { external_ref, tags } = product.attributes;
  const widened = (text: Json): Json => (typeof text === 'string' ? text.replace(/./gsu, '🌲') : text);
  const one =
    external_ref === undefined
      ? product
      : withProductAttribute(product, 'external_ref', widened(external_ref));
  return Array.isArray(tags) ? withProductAttribute(one, 'tags', tags.map(widened)) : one;
};

const madeOfDrafts: Change = (product, _, all) => {
  const { components } = product.attributes;
  if (!isObject(components)) return product;
  const drafts = all.filter((one) => !isLive(one) && one.attributes.components === undefined);
  const entries = Object.entries(components).map(([name, component], part): [string, Json] => {
    const options = at(component, 'options');
    const others = (Array.isArray(options) ? options : []).map((option: Json, index) =>
      withAt(option, ['id'], drafts[(part + index) % drafts.length]?.id ?? product.id),
    );
    return [name, withAt(component, ['options'], others)];
  });
  return withProductAttribute(product, 'components', Object.fromEntries(entries));
};

/** One product of a store and one of an organization share a SKU. */
const shareSku: Change = (product, place, all) => {
  const twin = all[place - (place % 2)];
  if (product.attributes.sku === undefined) return product;
  const meta: JsonObject = { ...product.meta, owner: place % 2 === 1 ? 'organization' : 'store' };
  return { ...withProductAttribute(product, 'sku', `SKU-${twin?.id ?? product.id}`), meta };
};
