import type { ListStructure } from '../../../src/contract/list.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { recordSchemaOf } from '../../../src/contract/record.ts';
import { at, isObject, type JsonObject, withAt, withoutAt } from '../../../src/json/json.ts';
import { onceFor } from '../../../src/once.ts';
import type { Choices } from '../../../src/stub/choices.ts';
import type { PageWriter } from '../../../src/stub/listing/handler.ts';
import { linksOfPage } from '../../../src/stub/listing/pages.ts';
import { constantAt, extraFields, withoutUndefined } from '../../../src/stub/response-fields.ts';
import { type Catalog, isLive, type Product } from '../catalog.ts';
import type { ListedProduct } from './listing.ts';

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
export type ShopSetup = { readonly catalog: Catalog; readonly choices: Choices };

export function createPageWriter(
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
