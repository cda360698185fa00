import type { ListStructure } from '../../src/contract/list.ts';
import { filledPath, type Operation } from '../../src/contract/operations.ts';
import { recordSchemaOf } from '../../src/contract/record.ts';
import { at, isObject, type JsonObject, withAt, withoutAt } from '../../src/json/json.ts';
import { lazy, onceFor } from '../../src/once.ts';
import { percentEncoded } from '../../src/percent.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { createListingHandler, type PageWriter } from '../../src/stub/listing/handler.ts';
import { createListed, type Listed } from '../../src/stub/listing/listed.ts';
import { cursorName, linksOfPage } from '../../src/stub/listing/pages.ts';
import type { StubOperation } from '../../src/stub/operation.ts';
import { extraFields } from '../../src/stub/response-fields.ts';
import { type Catalog, type CatalogNode, isLive, type Product } from './catalog.ts';
import { chosenFrom, constantAt, withoutUndefined } from './shown-fields.ts';

/** A product of a node, with whether it is curated there. */
type ListedProduct = Product & { readonly isCurated?: true };

/** The live products of a node in the order in which they are served. */
function orderProducts(node: CatalogNode, choices: Choices): readonly ListedProduct[] {
  const isCurated = new Set(node.curated);
  const curated = node.curated.filter(isLive).map((product) => ({ ...product, isCurated: true as const }));
  const others = node.products.filter((product) => isLive(product) && !isCurated.has(product));
  const order = chosenFrom(choices, 'uncurated-order', orders) ?? orders.catalog;
  const place = chosenFrom(choices, 'uncurated-place', placements) ?? placements.after;
  return place(curated, order(others));
}

const orders = {
  catalog: (others: readonly ListedProduct[]) => others,
  name: (others: readonly ListedProduct[]) =>
    others.toSorted(by(({ attributes }) => String(attributes.name))),
  id: (others: readonly ListedProduct[]) => others.toSorted(by(({ id }) => id)),
  newest: (others: readonly ListedProduct[]) =>
    others.toSorted(by(({ meta }) => String(meta?.created_at))).toReversed(),
};

const by = (key: (product: Product) => string) => (one: Product, other: Product) =>
  key(one) < key(other) ? -1 : Number(key(one) > key(other));

const placements = {
  after: (curated: readonly ListedProduct[], others: readonly ListedProduct[]) =>
    curated.length === 0 ? others : [...curated, ...others],
  before: (curated: readonly ListedProduct[], others: readonly ListedProduct[]) => [...others, ...curated],
  mixed: (curated: readonly ListedProduct[], others: readonly ListedProduct[]) => {
    const pairs = Array.from({ length: Math.max(curated.length, others.length) }, (_, index) => [
      ...others.slice(index, index + 1),
      ...curated.slice(index, index + 1),
    ]);
    return pairs.flat();
  },
};

function createNodeListing(node: CatalogNode, choices: Choices): Listed<ListedProduct> {
  const isAsAsked = choices['filtered-uncurated-order'] === 'asked' && node.curated.length === 0;
  return createListed(orderProducts(node, choices), isAsAsked);
}

export function componentIds({ attributes }: Product): string[] {
  const components = isObject(attributes.components) ? Object.values(attributes.components) : [];
  const options = components.flatMap((component) => at(component, 'options') ?? []);
  const ids = options.map((option) => at(option, 'id')).filter((id) => typeof id === 'string');
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

const sparseAttributes = new Set(['name', 'slug', 'status', 'components', 'product_types']);

function showProduct(product: ListedProduct, type: string, choices: Choices): JsonObject {
  const flag = (place: string): JsonObject =>
    product.isCurated && choices['flag-place'] === place ? { curated_product: true } : {};
  const full = choices['product-fields'] === 'full';
  const attributes = {
    ...shownAttributes(product, choices),
    ...flag('attributes'),
    ...extraFields(choices),
  };
  const meta = { ...(full ? product.meta : {}), ...flag('meta') };
  return withoutUndefined({
    id: product.id,
    type,
    attributes: hasNoFields(attributes) ? undefined : attributes,
    meta: hasNoFields(meta) ? undefined : meta,
    relationships: full ? product.relationships : undefined,
    ...flag('product'),
    ...extraFields(choices),
  });
}

const hasNoFields = (object: JsonObject): boolean => Object.keys(object).length === 0;

function shownAttributes({ attributes }: Product, choices: Choices): JsonObject {
  switch (choices['product-fields']) {
    case 'sparse':
      return Object.fromEntries(Object.entries(attributes).filter(([name]) => sparseAttributes.has(name)));
    case 'bare':
      return {};
    default:
      return attributes;
  }
}

/** What products are shown by. */
type ShopSetup = { readonly catalog: Catalog; readonly choices: Choices };

function createPageWriter(
  { catalog, choices }: ShopSetup,
  operation: Operation,
  list: ListStructure,
): PageWriter<ListedProduct> {
  const type = constantAt(recordSchemaOf(operation), ['type'], 'product');
  const show = onceFor((product: ListedProduct) => showProduct(product, type, choices));
  return (listing, matching, position) => {
    const { offset, limit } = position.page;
    const shown = matching.slice(offset, offset + limit);
    const { self, ...others } = linksOfPage({ ...position, total: matching.length }, list, choices);
    const further = choices['extra-fields'] === 'some' ? { self } : {};
    const links = withoutUndefined({ current: self, ...others, ...further });
    const ofProduct = choices['product-links'] === 'shown' ? { links } : {};
    const records = shown.map((product) => ({ ...show(product), ...ofProduct }));
    const included = { component_products: includedWith(shown, catalog, choices).map(show) };
    const total = choices['filtered-total'] === 'matching' ? matching.length : listing.entries.length;
    const place = list.total?.at;
    const page = { ...(withAt({}, list.items, records) as JsonObject), included };
    const body = {
      ...(place?.of === 'body' ? (withAt(page, place.path, total) as JsonObject) : page),
      ...(choices['top-level-links'] === 'shown' ? { links } : {}),
      ...extraFields(choices),
    };
    return { body: Buffer.from(JSON.stringify(body)) };
  };
}

/** The components of bundles, in order of appearance; the choice decides on drafts. */
function includedWith(shown: readonly Product[], { products }: Catalog, choices: Choices): Product[] {
  const isIncluded = (product: Product): boolean =>
    isLive(product) || choices['draft-components'] === 'unmarked';
  return [...new Set(shown.flatMap(componentIds))]
    .flatMap((id) => products.get(id) ?? [])
    .filter(isIncluded)
    .map((product) => (isLive(product) ? product : withoutStatus(product)));
}

const withoutStatus = (product: Product): Product => ({
  ...product,
  attributes: withoutAt(product.attributes, ['status']) as Product['attributes'],
});

function createNodeListings({ catalog, choices }: ShopSetup) {
  const listings = new Map(
    catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map(
        (node) => [keyOfNode([hierarchy.id, node.id]), lazy(() => createNodeListing(node, choices))] as const,
      ),
    ),
  );
  return (values: readonly string[]) => listings.get(keyOfNode(values))?.();
}

const keyOfNode = (values: readonly string[]): string => values.join('/').toLowerCase();

export const listing = 'node-products';

export const nodeProducts = (catalog: Catalog): StubOperation => ({
  createHandler: (given, operation) => {
    const setup = { ...given, catalog };
    return createListingHandler(setup, operation, (served, list) => ({
      find: createNodeListings(setup),
      write: createPageWriter(setup, served, list),
    }));
  },
  furtherParameters: (choices) => (choices['link-form'] === 'cursor' ? [cursorName] : []),
  example: (_, { path, list }) => {
    const [first] = catalog.hierarchies.flatMap((one) => one.nodes.map((node) => [one.id, node.id]));
    return first && { target: `${filledPath(path, first)}?${percentEncoded(list?.names.limit ?? '')}=3` };
  },
  exampleMutant: 'node-products/page-limit: small pages contain ten products',
});
