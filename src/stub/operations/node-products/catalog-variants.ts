import { at, isObject, type Json, type JsonObject, withAt } from '../../../json/json.ts';
import { type Catalog, isLive, type Product } from '../../catalog/catalog.ts';
import type { Choices } from '../../choices/choices.ts';

/** Changes one product; `place` counts the products of the catalog. */
type Change = (product: Product, place: number, all: readonly Product[]) => Product;

/** The catalog as another shop, as conforming as ours, might hold it; ours where nothing else is chosen. */
export function shopOfChoice(catalog: Catalog, choices: Partial<Choices>): Catalog {
  const changes = [
    ...(choices['product-names'] === 'spaced' ? [spaced] : []),
    ...(choices['product-names'] === 'padded' ? [padded] : []),
    ...(choices['shown-text'] === 'wide' ? [wide] : []),
    ...(choices['bundle-components'] === 'drafts' ? [madeOfDrafts] : []),
    ...(choices['sku-owners'] === 'shared' ? [shareSku] : []),
  ];
  if (changes.length === 0) return catalog;
  const all = [...catalog.products.values()];
  const changed = new Map(
    all.map((product, place) => [product, changes.reduce((one, change) => change(one, place, all), product)]),
  );
  const other = (product: Product): Product => changed.get(product) ?? product;
  return {
    ...catalog,
    products: new Map([...catalog.products].map(([id, product]) => [id, other(product)])),
    hierarchies: catalog.hierarchies.map((hierarchy) => ({
      ...hierarchy,
      nodes: hierarchy.nodes.map((node) => ({
        ...node,
        products: node.products.map(other),
        curated: node.curated.map(other),
      })),
    })),
  };
}

const withAttribute = (
  { id, attributes, meta, relationships }: Product,
  name: string,
  value: Json,
): Product => ({ id, attributes: { ...attributes, [name]: value }, meta, relationships });

/** Every name has a space in it. */
const spaced: Change = (product) => {
  const { name } = product.attributes;
  return typeof name !== 'string' || name.includes(' ')
    ? product
    : withAttribute(product, 'name', `${name} mk2`);
};

/** Some names have a space at their end, which filters do not see. */
const padded: Change = (product, place) => {
  const { name } = product.attributes;
  return typeof name === 'string' && place % 3 === 0 ? withAttribute(product, 'name', `${name} `) : product;
};

/** Text at its bound is as long in code points as it may be, and longer in UTF-16 and in bytes. */
const wide: Change = (product) => {
  const { external_ref, tags } = product.attributes;
  const widened = (text: Json): Json => (typeof text === 'string' ? text.replace(/./gsu, '🌲') : text);
  const one =
    external_ref === undefined ? product : withAttribute(product, 'external_ref', widened(external_ref));
  return Array.isArray(tags) ? withAttribute(one, 'tags', tags.map(widened)) : one;
};

/** Every component of a bundle is a draft. */
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
  return withAttribute(product, 'components', Object.fromEntries(entries));
};

/** Two products each have one stock keeping unit, one of a store and one of an organization. */
const shareSku: Change = (product, place, all) => {
  const twin = all[place - (place % 2)];
  if (product.attributes.sku === undefined) return product;
  const meta: JsonObject = { ...product.meta, owner: place % 2 === 1 ? 'organization' : 'store' };
  return { ...withAttribute(product, 'sku', `SKU-${twin?.id ?? product.id}`), meta };
};
