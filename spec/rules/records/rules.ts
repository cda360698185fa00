// The fields of products, as far as they have to agree with each other (§2.6).

import {
  absentNotNull,
  allKnown,
  at,
  type Broken,
  type Claim,
  changeIncluded,
  changeListing,
  changeProducts,
  type DeclaredRecord,
  declaredLine,
  eachListing,
  eachPageShows,
  fieldsOfRecord,
  filtered,
  focusOf,
  hasAttribute,
  type Item,
  inOrder,
  isObject,
  type Json,
  type JsonObject,
  type Known,
  keyOfRecord,
  type Listing,
  mutantsBy,
  printValue,
  productsOf,
  relist,
  rules,
  type Target,
  withAttribute,
} from '../../../conformance/rules.ts';

/** What contradicts the types; null if nothing does, undefined if there is nothing to compare. */
type Contradiction = string | null | undefined;

/**
 * Why declared fields cannot be judged: each product that has others had the declared ones at first, and no more from
 * some page on, also in response to a request that was sent before (READINGS P6).
 */
function changedFields(listings: readonly Listing[], { declared }: Target): string | undefined {
  const pages = inOrder(listings.flatMap((listing) => [...listing.pages, ...listing.aside]));
  const shown = new Map<string, { readonly before: Set<string>; readonly after: Set<string> }>();
  for (const { items, exchange } of pages)
    for (const item of items)
      for (const [field, expected] of declaredFields(declared?.get(item.id ?? ''))) {
        const saw = item.values[field];
        if (saw === undefined) continue;
        const key = `${item.id} ${field}`;
        const { before, after } = shown.get(key) ?? { before: new Set(), after: new Set() };
        shown.set(key, { before, after });
        const isAsDeclared = textOf(saw) === textOf(expected);
        // The server returned the declared value again later, so no change during the run explains the other value.
        if (isAsDeclared && after.size > 0) return undefined;
        (isAsDeclared ? before : after).add(exchange.request.target);
      }
  const changed = [...shown].filter(([, { after }]) => after.size > 0);
  const [first] = changed;
  const isChange = changed.every(([, { before }]) => before.size > 0);
  const isAskedAgain = changed.some(([, { before, after }]) =>
    [...after].some((target) => before.has(target)),
  );
  return first && isChange && isAskedAgain
    ? `products changed during the run: ${first[0].replace(' ', ' had the declared ')} at first, and another later; run again when nothing changes them`
    : undefined;
}

/** The fields that a record must have, beside its id. */
const declaredFields = ({ id: _id, ...fields }: Partial<DeclaredRecord> = {}): [string, Json][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));

const textOf = (value: unknown): string => String(value).normalize();

const isOfOthers = (one: Item, other: Item): boolean =>
  one.owner !== undefined && other.owner !== undefined && one.owner !== other.owner;

const isStandard = (product: JsonObject): boolean =>
  JSON.stringify(at(product, 'attributes', 'product_types')) === '["standard"]';

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const eachProduct = (
  judgeProduct: (
    product: JsonObject,
    index: number,
    claim: (holds: boolean, otherwise: () => Omit<Broken, 'shown'>) => void,
  ) => void,
): Claim =>
  eachPageShows(({ page, products }, judge) => {
    for (const [index, product] of products.entries())
      judgeProduct(product, index, (holds, otherwise) =>
        judge.claim(holds, () => ({ ...otherwise(), shown: [page.exchange] })),
      );
  });

/** A claim that the matrix of some products is empty; `words` say of which. */
const hasEmptyMatrix = (isMeant: (product: JsonObject) => boolean, words = ''): Claim =>
  eachProduct((product, index, claim) => {
    const matrix = at(product, 'attributes', 'variation_matrix');
    if (!isObject(matrix) || !isMeant(product)) return;
    const size = Object.keys(matrix).length;
    claim(size === 0, () => ({
      expected: `data[${index}].attributes.variation_matrix${words} is empty`,
      saw: size === 1 ? '1 field' : `${size} fields`,
    }));
  });

const changeName = (change: (name: string) => string) =>
  changeProducts(({ product }) => renamed(product, change));

export default rules('list', ['fields'], {
  'build-rules-variations': {
    title: 'the options in an inner array of build_rules are of different variations',
    shows: 'content',
    claims: [
      eachProduct((product, index, claim) => {
        const variationOf = optionsOf(product);
        for (const list of ['include', 'exclude'])
          for (const [row, inner] of items(product, 'build_rules', list).entries()) {
            const options = Array.isArray(inner) ? inner : [];
            const variations = options.flatMap((option) => variationOf.get(String(option)) ?? []);
            if (variations.length < 2) continue;
            claim(new Set(variations).size === variations.length, () => ({
              title: `data[].attributes.build_rules.${list}[] names options of different variations`,
              expected: `data[${index}].attributes.build_rules.${list}[${row}] names options of different variations`,
              saw: 'two of the same',
            }));
          }
      }),
    ],
    mutants: {
      'a build rule joins two options of one variation': changeProducts(({ product }) => {
        const options = items(product, 'variations', 0, 'options').map((option) => at(option, 'id') as Json);
        const rules = { default: 'include', include: [options.slice(0, 2)] };
        return options.length > 1 && withAttribute(product, 'build_rules', rules);
      }),
    },
  },
  'optional-not-null': {
    title: 'a field for which a product has no value is absent, not null',
    claims: [absentNotNull],
    mutants: {
      ...mutantsBy(changeProducts, {
        'one product of a hundred shows null for its description': ({ product, index }) =>
          index === 57 && withAttribute(product, 'description', null),
        'a product without a description shows null for it': ({ product }) =>
          hasAttribute(product, 'name') &&
          !hasAttribute(product, 'description') &&
          withAttribute(product, 'description', null),
        'a relationship shows null for its data': ({ product }) => ({
          ...product,
          relationships: { main_image: { data: null } },
        }),
      }),
      'a component product shows null for its description': changeIncluded(({ included }) =>
        included.map((product) => withAttribute(product, 'description', null)),
      ),
      'a product shows null for whatever others of the page show and it does not': changeListing(
        (json, exchange) => {
          const products = productsOf(exchange.list, json);
          const names = new Set(products.flatMap((product) => Object.keys(at(product, 'attributes') ?? {})));
          const emptied = (product: JsonObject): JsonObject =>
            [...names].reduce(
              (shown, name) => (hasAttribute(shown, name) ? shown : withAttribute(shown, name, null)),
              product,
            );
          return { ...json, data: products.map(emptied) };
        },
      ),
    },
  },
  'product-types-agree': {
    isBasis: true,
    title: 'product_types does not contradict components or variations',
    claims: [
      eachProduct((product, index, claim) => {
        const types = at(product, 'attributes', 'product_types');
        if (!Array.isArray(types) || types.length === 0) return;
        const faults = [bundleFault(types, product), variationFault(types, product)];
        if (faults.every((fault) => fault === undefined)) return;
        const fault = faults.find((one) => typeof one === 'string');
        claim(fault === undefined, () => ({
          expected: `data[${index}].attributes.product_types does not contradict components and variations`,
          saw: `${JSON.stringify(types)}, and ${fault}`,
        }));
      }),
    ],
    mutants: mutantsBy(changeProducts, {
      'a bundle shows itself as a standard product': ({ product }) =>
        hasAttribute(product, 'components') && withAttribute(product, 'product_types', ['standard']),
      'a product without components shows itself as a bundle': ({ product }) =>
        !hasAttribute(product, 'components') &&
        withAttribute(withAttribute(product, 'components', {}), 'product_types', ['bundle']),
      'a product with variations shows itself as a standard product': ({ product }) =>
        (sizeOf(product, 'variations') ?? 0) > 0 && withAttribute(product, 'product_types', ['standard']),
      'a product whose variations are empty shows itself as a parent': ({ product }) =>
        sizeOf(product, 'variations') === 0 && withAttribute(product, 'product_types', ['parent']),
    }),
  },
  'shown-as-declared': {
    title: 'a product has the fields that the target file declares of it',
    shows: 'content',
    claims: [
      {
        outdated: changedFields,
        ...eachPageShows(({ page, json, products }, judge) => {
          const { declared } = judge.target;
          if (!declared || declared.size === 0)
            return judge.untested('the target file declares no fields of a product', declaredLine(judge));
          const listing = focusOf(judge.contract);
          const places = fieldsOfRecord(listing);
          const components = at(json, 'included', 'component_products');
          for (const product of [...products, ...(Array.isArray(components) ? components : [])]) {
            const id = keyOfRecord(listing, product);
            for (const [field, expected] of declaredFields(declared.get(id ?? ''))) {
              const { place } = places.get(field) ?? {};
              const saw = place && at(product, ...place);
              // An absent field shows nothing, and one of another type breaks another rule.
              if (!place || typeof saw !== typeof expected || typeof saw === 'object') continue;
              const name = place.join('.');
              judge.claim(textOf(saw) === textOf(expected), () => ({
                title: `${name} of a product is as in the target file`,
                expected: `${name} of ${id} is ${printValue(expected)}, as in the target file`,
                saw: printValue(saw),
                shown: [page.exchange],
              }));
            }
          }
        }),
      },
    ],
    mutants: {
      ...mutantsBy(changeName, {
        'names are escaped for HTML': (name) => name.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
        'names are cut after 15 characters': (name) => name.slice(0, 15),
        'letters beyond ASCII are lost': (name) => name.replaceAll(/\P{ASCII}/gu, '?'),
      }),
      'under a filter, names are decoded once more': changeProducts(
        filtered(({ product }) =>
          renamed(product, (name) => name.replaceAll('%40', '@').replaceAll('+', ' ')),
        ),
      ),
      'the sku of a component product is that of another': changeIncluded(({ included }) =>
        included.map((product) => withAttribute(product, 'sku', 'another')),
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
          // One alone shows nothing. A store and an organization may each have a product of that sku.
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
      'two products far apart have the same sku': changeProducts(
        ({ product, index }) =>
          index % 50 === 7 && hasAttribute(product, 'sku') && withAttribute(product, 'sku', 'TWICE'),
      ),
      'the first and the last product of a long collection have the same sku': relist(
        ({ whole, largest }) =>
          whole.length > largest &&
          whole.map((product, index) =>
            index === 0 || index === whole.length - 1 ? withAttribute(product, 'sku', 'TWICE') : product,
          ),
      ),
    },
  },
  'variation-matrix-empty': {
    title: 'variation_matrix of a product without variations is empty',
    shows: 'content',
    claims: [hasEmptyMatrix((product) => isEmptyList(at(product, 'attributes', 'variations')))],
    mutants: {
      'a product without variations has a matrix': changeProducts(
        ({ product }) =>
          hasAttribute(product, 'variation_matrix') &&
          withAttribute(product, 'variation_matrix', { left_over: {} }),
      ),
    },
  },
  'variation-matrix-standard': {
    title: 'variation_matrix is empty where product_types is ["standard"]',
    claims: [hasEmptyMatrix(isStandard, ' of a product whose product_types is ["standard"]')],
    mutants: {
      'a standard product without variations in the response has a matrix': changeProducts(({ product }) => {
        const { variations: _, ...attributes } = product.attributes as Record<string, never>;
        const others = { ...product, attributes };
        return isStandard(product) && withAttribute(others, 'variation_matrix', { left_over: {} });
      }),
    },
  },
});

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

function bundleFault(types: readonly unknown[], product: JsonObject): Contradiction {
  const components = sizeOf(product, 'components');
  if (components === undefined) return undefined;
  if (components === 0) return types.includes('bundle') ? 'no components' : null;
  return types.includes('bundle') ? null : `${components} components`;
}

/** A child may show the variations of its parent. */
function variationFault(types: readonly unknown[], product: JsonObject): Contradiction {
  const variations = sizeOf(product, 'variations');
  if (variations === undefined) return undefined;
  if (variations === 0) return types.includes('parent') ? 'no variations' : null;
  return types.includes('standard') ? `${variations} variations` : null;
}

function sizeOf(product: JsonObject, name: string): number | undefined {
  const value = at(product, 'attributes', name);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function renamed(product: JsonObject, change: (name: string) => string): JsonObject {
  const name = at(product, 'attributes', 'name');
  return typeof name === 'string' ? withAttribute(product, 'name', change(name)) : product;
}
