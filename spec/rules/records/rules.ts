// The fields of products, as far as they have to agree with each other (§2.6).

import {
  absentNotNull,
  allKnown,
  at,
  type Broken,
  type Claim,
  changeIncluded,
  changeListing,
  changeRecords,
  type DeclaredRecord,
  declaredLine,
  eachListing,
  eachPageShows,
  fieldsOfRecord,
  filtered,
  focusOf,
  type Item,
  inOrder,
  isObject,
  type Json,
  type JsonObject,
  type Known,
  keyOfRecord,
  type Listing,
  mutantsBy,
  printPath,
  printValue,
  recordsOf,
  relist,
  rules,
  type Target,
  withRecords,
} from '../../../conformance/rules.ts';
import { hasAttribute, withAttribute } from '../products.ts';

/** What contradicts the types; null if nothing does, undefined if there is nothing to compare. */
type RecordFault = string | null | undefined;

/**
 * Why declared fields cannot be judged: each product that has others had the declared ones at first, and no more from
 * some page on, also in response to a request that was sent before (READINGS P6).
 */
function changedFields(listings: readonly Listing[], { declared }: Target): string | undefined {
  const pages = inOrder(listings.flatMap((listing) => [...listing.pages, ...listing.excluded]));
  const shown = new Map<string, { readonly before: Set<string>; readonly after: Set<string> }>();
  for (const { items, exchange } of pages)
    for (const item of items)
      for (const [field, expected] of declaredFields(declared?.get(item.id ?? ''))) {
        const saw = item.values[field];
        if (saw === undefined) continue;
        const key = `${item.id} ${field}`;
        const { before, after } = shown.get(key) ?? { before: new Set(), after: new Set() };
        shown.set(key, { before, after });
        const isAsDeclared = normalizedText(saw) === normalizedText(expected);
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

const normalizedText = (value: unknown): string => String(value).normalize();

const isOfOthers = (...items: readonly [Item, Item]): boolean => {
  const [owner, another] = items.map(({ values }) => values['/meta/owner']);
  return owner !== undefined && another !== undefined && owner !== another;
};

const isStandard = (record: JsonObject): boolean =>
  JSON.stringify(at(record, 'attributes', 'product_types')) === '["standard"]';

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const eachRecord = (
  judgeRecord: (
    record: JsonObject,
    /** Where it is, in words. */
    place: string,
    claim: (holds: boolean, otherwise: () => Omit<Broken, 'shown'>) => void,
  ) => void,
): Claim =>
  eachPageShows(({ page, records, place }, judge) => {
    const list = printPath(place);
    for (const [index, record] of records.entries())
      judgeRecord(record, `${list}[${index}]`, (holds, otherwise) =>
        judge.claim(holds, () => ({ ...otherwise(), shown: [page.exchange] })),
      );
  });

/** A claim that the matrix of some products is empty; `words` say of which. */
const hasEmptyMatrix = (isMeant: (record: JsonObject) => boolean, words = ''): Claim =>
  eachRecord((record, place, claim) => {
    const matrix = at(record, 'attributes', 'variation_matrix');
    if (!isObject(matrix) || !isMeant(record)) return;
    const size = Object.keys(matrix).length;
    claim(size === 0, () => ({
      expected: `${place}.attributes.variation_matrix${words} is empty`,
      saw: size === 1 ? '1 field' : `${size} fields`,
    }));
  });

const changeName = (change: (name: string) => string) =>
  changeRecords(({ record }) => renamed(record, change));

export default rules('list', ['fields'], {
  'build-rules-variations': {
    title: 'the options in an inner array of build_rules are of different variations',
    shows: 'content',
    claims: [
      eachRecord((record, place, claim) => {
        const variationOf = optionCounts(record);
        for (const list of ['include', 'exclude'])
          for (const [row, inner] of items(record, 'build_rules', list).entries()) {
            const options = Array.isArray(inner) ? inner : [];
            const variations = options.flatMap((option) => variationOf.get(String(option)) ?? []);
            if (variations.length < 2) continue;
            claim(new Set(variations).size === variations.length, () => ({
              title: `${place.replace(/\d+/, '')}.attributes.build_rules.${list}[] names options of different variations`,
              expected: `${place}.attributes.build_rules.${list}[${row}] names options of different variations`,
              saw: 'two of the same',
            }));
          }
      }),
    ],
    mutants: {
      'a build rule joins two options of one variation': changeRecords(({ record }) => {
        const options = items(record, 'variations', 0, 'options').map((option) => at(option, 'id') as Json);
        const rules = { default: 'include', include: [options.slice(0, 2)] };
        return options.length > 1 && withAttribute(record, 'build_rules', rules);
      }),
    },
  },
  'optional-not-null': {
    title: 'a field for which a product has no value is absent, not null',
    claims: [absentNotNull()],
    mutants: {
      ...mutantsBy(changeRecords, {
        'one product of a hundred shows null for its description': ({ record, index }) =>
          index === 57 && withAttribute(record, 'description', null),
        'a product without a description shows null for it': ({ record }) =>
          hasAttribute(record, 'name') &&
          !hasAttribute(record, 'description') &&
          withAttribute(record, 'description', null),
        'a relationship shows null for its data': ({ record }) => ({
          ...record,
          relationships: { main_image: { data: null } },
        }),
      }),
      'a component product shows null for its description': changeIncluded(({ included }) =>
        included.map((record) => withAttribute(record, 'description', null)),
      ),
      'a product shows null for whatever others of the page show and it does not': changeListing(
        (json, exchange) => {
          const records = recordsOf(exchange.list, json);
          const names = new Set(records.flatMap((record) => Object.keys(at(record, 'attributes') ?? {})));
          const emptied = (record: JsonObject): JsonObject =>
            [...names].reduce(
              (shown, name) => (hasAttribute(shown, name) ? shown : withAttribute(shown, name, null)),
              record,
            );
          return withRecords(exchange.list, json, records.map(emptied));
        },
      ),
    },
  },
  'product-types-agree': {
    isBasis: true,
    title: 'product_types does not contradict components or variations',
    claims: [
      eachRecord((record, place, claim) => {
        const types = at(record, 'attributes', 'product_types');
        if (!Array.isArray(types) || types.length === 0) return;
        const faults = [bundleFault(types, record), variationFault(types, record)];
        if (faults.every((fault) => fault === undefined)) return;
        const fault = faults.find((one) => typeof one === 'string');
        claim(fault === undefined, () => ({
          expected: `${place}.attributes.product_types does not contradict components and variations`,
          saw: `${JSON.stringify(types)}, and ${fault}`,
        }));
      }),
    ],
    mutants: mutantsBy(changeRecords, {
      'a bundle shows itself as a standard product': ({ record }) =>
        hasAttribute(record, 'components') && withAttribute(record, 'product_types', ['standard']),
      'a product without components shows itself as a bundle': ({ record }) =>
        !hasAttribute(record, 'components') &&
        withAttribute(withAttribute(record, 'components', {}), 'product_types', ['bundle']),
      'a product with variations shows itself as a standard product': ({ record }) =>
        (numberAt(record, 'variations') ?? 0) > 0 && withAttribute(record, 'product_types', ['standard']),
      'a product whose variations are empty shows itself as a parent': ({ record }) =>
        numberAt(record, 'variations') === 0 && withAttribute(record, 'product_types', ['parent']),
    }),
  },
  'shown-as-declared': {
    title: 'a product has the fields that the target file declares of it',
    shows: 'content',
    claims: [
      {
        outdated: changedFields,
        ...eachPageShows(({ page, json, records }, judge) => {
          const { declared } = judge.target;
          if (!declared || declared.size === 0)
            return judge.untested('the target file declares no fields of a product', declaredLine(judge));
          const listing = focusOf(judge.contract);
          const places = fieldsOfRecord(listing);
          const components = at(json, 'included', 'component_products');
          for (const record of [...records, ...(Array.isArray(components) ? components : [])]) {
            const id = keyOfRecord(listing, record);
            for (const [field, expected] of declaredFields(declared.get(id ?? ''))) {
              const { place } = places.get(field) ?? {};
              const saw = place && at(record, ...place);
              // An absent field shows nothing, and one of another type breaks another rule.
              if (!place || typeof saw !== typeof expected || typeof saw === 'object') continue;
              const name = place.join('.');
              judge.claim(normalizedText(saw) === normalizedText(expected), () => ({
                title: `${name} of a product is as in the target file`,
                expected: `${name} of ${id} is ${printValue(expected)}, as in the target file`,
                saw: printValue(saw),
                ...(id === undefined ? {} : { declared: { id } }),
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
      'under a filter, names are decoded once more': changeRecords(
        filtered(({ record }) => renamed(record, (name) => name.replaceAll('%40', '@').replaceAll('+', ' '))),
      ),
      'the sku of a component product is that of another': changeIncluded(({ included }) =>
        included.map((record) => withAttribute(record, 'sku', 'another')),
      ),
    },
  },
  'sku-unique': {
    title: 'products of one listing have different attributes.sku',
    claims: [
      eachListing('records', (listing, judge) => {
        const first = new Map<string, Known>();
        for (const known of allKnown(listing)) {
          const { id, values } = known.item;
          const sku = values['/attributes/sku'] ?? '';
          if (sku === '' || id === undefined) continue;
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
            fingerprint: 'records',
          }));
        }
      }),
    ],
    mutants: {
      'two products far apart have the same sku': changeRecords(
        ({ record, index }) =>
          index % 50 === 7 && hasAttribute(record, 'sku') && withAttribute(record, 'sku', 'TWICE'),
      ),
      'the first and the last product of a long collection have the same sku': relist(
        ({ whole, largest }) =>
          whole.length > largest &&
          whole.map((record, index) =>
            index === 0 || index === whole.length - 1 ? withAttribute(record, 'sku', 'TWICE') : record,
          ),
      ),
    },
  },
  'variation-matrix-empty': {
    title: 'variation_matrix of a product without variations is empty',
    shows: 'content',
    claims: [hasEmptyMatrix((record) => isEmptyList(at(record, 'attributes', 'variations')))],
    mutants: {
      'a product without variations has a matrix': changeRecords(
        ({ record }) =>
          hasAttribute(record, 'variation_matrix') &&
          withAttribute(record, 'variation_matrix', { left_over: {} }),
      ),
    },
  },
  'variation-matrix-standard': {
    title: 'variation_matrix is empty where product_types is ["standard"]',
    claims: [hasEmptyMatrix(isStandard, ' of a product whose product_types is ["standard"]')],
    mutants: {
      'a standard product without variations in the response has a matrix': changeRecords(({ record }) => {
        const { variations: _, ...attributes } = record.attributes as Record<string, never>;
        const others = { ...record, attributes };
        return isStandard(record) && withAttribute(others, 'variation_matrix', { left_over: {} });
      }),
    },
  },
});

function items(record: unknown, ...path: (string | number)[]): Json[] {
  const found = at(record, 'attributes', ...path);
  return Array.isArray(found) ? found : [];
}

/** Which variation each option of a product belongs to, by its place; options of several are left out. */
function optionCounts(record: unknown): Map<string, number> {
  const found = new Map<string, number>();
  const several = new Set<string>();
  for (const variation of items(record, 'variations').keys()) {
    for (const option of items(record, 'variations', variation, 'options')) {
      const id = String(at(option, 'id'));
      if (found.has(id) && found.get(id) !== variation) several.add(id);
      found.set(id, variation);
    }
  }
  for (const id of several) found.delete(id);
  return found;
}

function bundleFault(types: readonly unknown[], record: JsonObject): RecordFault {
  const components = numberAt(record, 'components');
  if (components === undefined) return undefined;
  if (components === 0) return types.includes('bundle') ? 'no components' : null;
  return types.includes('bundle') ? null : `${components} components`;
}

/** A child may show the variations of its parent. */
function variationFault(types: readonly unknown[], record: JsonObject): RecordFault {
  const variations = numberAt(record, 'variations');
  if (variations === undefined) return undefined;
  if (variations === 0) return types.includes('parent') ? 'no variations' : null;
  return types.includes('standard') ? `${variations} variations` : null;
}

function numberAt(record: JsonObject, name: string): number | undefined {
  const value = at(record, 'attributes', name);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function renamed(record: JsonObject, change: (name: string) => string): JsonObject {
  const name = at(record, 'attributes', 'name');
  return typeof name === 'string' ? withAttribute(record, 'name', change(name)) : record;
}
