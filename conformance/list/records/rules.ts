import { at, isObject, type Json, type JsonObject, withAt } from '../../../src/json/json.ts';
import { eachListing, eachPageShows } from '../../core/claims.ts';
import type { Item } from '../../core/evidence.ts';
import { printValue } from '../../core/print.ts';
import { declaredLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import { absentNotNull } from '../../create/claims.ts';
import { allKnown, type Known } from '../filters/claims.ts';
import {
  changeIncluded,
  changeListing,
  changeProducts,
  hasAttribute,
  productsOf,
  relist,
  withAttribute,
} from '../mutants.ts';
import { idOf } from '../read-page.ts';

/** What contradicts the types; null where nothing does, undefined where there is nothing to compare. */
type Fault = string | null | undefined;

const fields = ['name', 'slug', 'sku'] as const;

const escaped = (name: string): string => name.replaceAll('&', '&amp;').replaceAll("'", '&#39;');

const isOfOthers = (one: Item, other: Item): boolean =>
  one.owner !== undefined && other.owner !== undefined && one.owner !== other.owner;

const isStandard = (types: unknown): boolean =>
  Array.isArray(types) && types.length === 1 && types[0] === 'standard';

export default rules('list', ['fields'], {
  'build-rules-variations': {
    title: 'the options in an inner array of build_rules are of different variations',
    shows: 'content',
    claims: [
      eachPageShows(({ page, products }, judge) => {
        for (const [index, product] of products.entries()) {
          const variationOf = optionsOf(product);
          for (const list of ['include', 'exclude']) {
            for (const [row, inner] of items(product, 'build_rules', list).entries()) {
              const variations = (Array.isArray(inner) ? inner : []).flatMap(
                (option) => variationOf.get(String(option)) ?? [],
              );
              if (variations.length < 2) continue;
              const where = `data[${index}].attributes.build_rules.${list}[${row}]`;
              judge.claim(new Set(variations).size === variations.length, () => ({
                title: `data[].attributes.build_rules.${list}[] names options of different variations`,
                expected: `${where} names options of different variations`,
                saw: 'two of the same',
                shown: [page.exchange],
              }));
            }
          }
        }
      }),
    ],
    mutants: {
      'a build rule joins two options of one variation': changeProducts((product) => {
        const [first, second] = items(product, 'variations', 0, 'options').map(
          (option) => at(option, 'id') as Json,
        );
        return first && second
          ? withAttribute(product, 'build_rules', { default: 'include', include: [[first, second]] })
          : product;
      }),
    },
  },
  'optional-not-null': {
    title: 'a field for which a product has no value is absent, not null',
    claims: [absentNotNull],
    mutants: {
      'one product of a hundred shows null for its description': changeProducts((product, index) =>
        index === 57 ? withAttribute(product, 'description', null) : product,
      ),
      'a product without a description shows null for it': changeProducts((product) =>
        hasAttribute(product, 'name') && !hasAttribute(product, 'description')
          ? withAttribute(product, 'description', null)
          : product,
      ),
      'a component product shows null for its description': changeIncluded((included) =>
        included.map((product) => withAttribute(product as JsonObject, 'description', null)),
      ),
      'a relationship shows null for its data': changeProducts((product) => ({
        ...product,
        relationships: { main_image: { data: null } },
      })),
      'a product shows null for whatever others of the page show and it does not': changeListing((json) => {
        const products = productsOf(json);
        const names = new Set(products.flatMap((product) => Object.keys(at(product, 'attributes') ?? {})));
        const emptied = (product: JsonObject): JsonObject =>
          [...names].reduce(
            (shown, name) => (hasAttribute(shown, name) ? shown : withAttribute(shown, name, null)),
            product,
          );
        return { ...json, data: products.map(emptied) };
      }),
    },
  },
  'product-types-agree': {
    isBasis: true,
    title: 'product_types does not contradict components or variations',
    claims: [
      eachPageShows(({ page, products }, judge) => {
        for (const [index, product] of products.entries()) {
          const types = at(product, 'attributes', 'product_types');
          if (!Array.isArray(types) || types.length === 0) continue;
          const faults = [bundleFault(types, product), variationFault(types, product)];
          if (faults.every((fault) => fault === undefined)) continue;
          const fault = faults.find((one) => typeof one === 'string');
          judge.claim(fault === undefined, () => ({
            expected: `data[${index}].attributes.product_types does not contradict components and variations`,
            saw: `${JSON.stringify(types)}, and ${fault}`,
            shown: [page.exchange],
          }));
        }
      }),
    ],
    mutants: {
      'a bundle shows itself as a standard product': changeProducts((product) =>
        hasAttribute(product, 'components') ? withAttribute(product, 'product_types', ['standard']) : product,
      ),
      'a product without components shows itself as a bundle': changeProducts((product) =>
        hasAttribute(product, 'components')
          ? product
          : withAttribute(withAttribute(product, 'components', {}), 'product_types', ['bundle']),
      ),
      'a product with variations shows itself as a standard product': changeProducts((product) =>
        sizeOf(product, 'variations') ? withAttribute(product, 'product_types', ['standard']) : product,
      ),
      'a product whose variations are empty shows itself as a parent': changeProducts((product) =>
        sizeOf(product, 'variations') === 0 ? withAttribute(product, 'product_types', ['parent']) : product,
      ),
    },
  },
  'shown-as-declared': {
    title: 'a product has the `name`, `slug` and `sku` of the target file',
    shows: 'content',
    claims: [
      eachPageShows(({ page, json, products }, judge) => {
        const { declared } = judge.target;
        if (!declared || declared.size === 0)
          return judge.untested('the target file has no name, slug or sku of a live product', declaredLine);
        const components = at(json, 'included', 'component_products');
        for (const product of [...products, ...(Array.isArray(components) ? components : [])])
          for (const field of fields) {
            const expected = declared.get(idOf(product) ?? '')?.[field];
            const saw = at(product, 'attributes', field);
            // A field that is left out is evidence of nothing, and one of another type breaks another rule.
            if (expected === undefined || typeof saw !== 'string') continue;
            judge.claim(saw.normalize() === expected.normalize(), () => ({
              title: `attributes.${field} of a product is as in the target file`,
              expected: `attributes.${field} of ${idOf(product)} is ${printValue(expected)}, as in the target file`,
              saw: printValue(saw),
              shown: [page.exchange],
            }));
          }
      }),
    ],
    mutants: {
      'names are escaped for HTML': changeProducts((product) => renamed(product, escaped)),
      'names are cut after 15 characters': changeProducts((product) =>
        renamed(product, (name) => name.slice(0, 15)),
      ),
      'letters beyond ASCII are lost': changeProducts((product) =>
        renamed(product, (name) => name.replaceAll(/\P{ASCII}/gu, '?')),
      ),
      'under a filter, names are decoded once more': changeProducts((product, _, { filter }) =>
        filter === undefined
          ? product
          : renamed(product, (name) => name.replaceAll('%40', '@').replaceAll('+', ' ')),
      ),
      'the sku of a component product is that of another': changeIncluded((included) =>
        included.map((product) => withAt(product, ['attributes', 'sku'], 'another')),
      ),
    },
  },
  'sku-unique': {
    title: 'products of one listing have different attributes.sku',
    claims: [
      eachListing('members', (listing, judge) => {
        const first = new Map<string, Known>();
        for (const known of allKnown(listing)) {
          const { sku, id } = known.item;
          if (sku === undefined || id === undefined) continue;
          const owner = first.get(sku);
          if (!owner) first.set(sku, known);
          // One alone shows nothing. A store and an organization may each have units of their own.
          if (first.size < 2 && !owner) continue;
          if (owner && isOfOthers(owner.item, known.item)) continue;
          judge.claim(owner === undefined, () => ({
            expected: `attributes.sku ${printValue(sku)} on only one product`,
            saw: `the products ${owner?.item.id} and ${id}`,
            pages: owner && owner.page !== known.page ? [known.page, owner.page] : [known.page],
            toBlame: 0,
            fingerprint: 'members',
          }));
        }
      }),
    ],
    mutants: {
      'two products far apart have the same sku': changeProducts((product, index) =>
        index % 50 === 7 && hasAttribute(product, 'sku') ? withAttribute(product, 'sku', 'TWICE') : product,
      ),
      'the first and the last product of a long node have the same sku': relist((whole, { largest }) =>
        whole.length > largest
          ? whole.map((product, index) =>
              index === 0 || index === whole.length - 1 ? withAttribute(product, 'sku', 'TWICE') : product,
            )
          : whole,
      ),
    },
  },
  'variation-matrix-empty': {
    title: 'variation_matrix of a product without variations is empty',
    shows: 'content',
    claims: [
      eachPageShows(({ page, products }, judge) => {
        for (const [index, product] of products.entries()) {
          const variations = at(product, 'attributes', 'variations');
          const matrix = at(product, 'attributes', 'variation_matrix');
          if (!Array.isArray(variations) || variations.length > 0 || !isObject(matrix)) continue;
          const members = Object.keys(matrix).length;
          judge.claim(members === 0, () => ({
            expected: `data[${index}].attributes.variation_matrix is empty`,
            saw: members === 1 ? '1 field' : `${members} fields`,
            shown: [page.exchange],
          }));
        }
      }),
    ],
    mutants: {
      'a product without variations has a matrix': changeProducts((product) =>
        hasAttribute(product, 'variation_matrix')
          ? withAttribute(product, 'variation_matrix', { left_over: {} })
          : product,
      ),
    },
  },
  'variation-matrix-standard': {
    title: 'variation_matrix is empty where product_types is ["standard"]',
    claims: [
      eachPageShows(({ page, products }, judge) => {
        for (const [index, product] of products.entries()) {
          const matrix = at(product, 'attributes', 'variation_matrix');
          if (!isStandard(at(product, 'attributes', 'product_types')) || !isObject(matrix)) continue;
          const members = Object.keys(matrix).length;
          judge.claim(members === 0, () => ({
            expected: `data[${index}].attributes.variation_matrix of a product whose product_types is ["standard"] is empty`,
            saw: members === 1 ? '1 field' : `${members} fields`,
            shown: [page.exchange],
          }));
        }
      }),
    ],
    mutants: {
      'a standard product without variations in the response has a matrix': changeProducts((product) => {
        if (!isStandard(at(product, 'attributes', 'product_types'))) return product;
        const { variations: _, ...attributes } = product.attributes as Record<string, never>;
        return withAttribute({ ...product, attributes }, 'variation_matrix', { left_over: {} });
      }),
    },
  },
});

/** The list at a place in the attributes; nothing, where there is none. */
function items(product: unknown, ...path: (string | number)[]): Json[] {
  const found = at(product, 'attributes', ...path);
  return Array.isArray(found) ? found : [];
}

/** Which variation each option of a product belongs to, by its place; options of several are left out. */
function optionsOf(product: unknown): Map<string, number> {
  const found = new Map<string, number>();
  const several = new Set<string>();
  for (const variation of items(product, 'variations').keys()) {
    for (const option of items(product, 'variations', variation, 'options')) {
      const id = String(at(option, 'id'));
      if (found.has(id) && found.get(id) !== variation) several.add(id);
      found.set(id, variation);
    }
  }
  for (const id of several) found.delete(id);
  return found;
}

function bundleFault(types: readonly unknown[], product: JsonObject): Fault {
  const components = sizeOf(product, 'components');
  if (components === undefined) return undefined;
  if (components === 0) return types.includes('bundle') ? 'no components' : null;
  return types.includes('bundle') ? null : `${components} components`;
}

/** A child may show the variations of its parent. */
function variationFault(types: readonly unknown[], product: JsonObject): Fault {
  const variations = sizeOf(product, 'variations');
  if (variations === undefined) return undefined;
  if (variations === 0) return types.includes('parent') ? 'no variations' : null;
  return types.includes('standard') ? `${variations} variations` : null;
}

/** How many fields an attribute has that is an object or a list; undefined where it is neither. */
function sizeOf(product: JsonObject, name: string): number | undefined {
  const value = at(product, 'attributes', name);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

/** A product with its name changed, where it shows one. */
function renamed(product: JsonObject, change: (name: string) => string): JsonObject {
  const name = at(product, 'attributes', 'name');
  return typeof name === 'string'
    ? (withAt(product, ['attributes', 'name'], change(name)) as JsonObject)
    : product;
}
