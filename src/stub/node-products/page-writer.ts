import { listOf } from '../../contract/list.ts';
import { operationIn } from '../../contract/operations.ts';
import { at, isObject, type Json, type JsonObject, type Path, withoutAt } from '../../json/json.ts';
import { onceFor } from '../../once.ts';
import { type Catalog, isLive, type Product } from '../catalog.ts';
import type { Choices } from '../choices.ts';
import { constantAt, extraFields, withoutUndefined } from '../content.ts';
import type { Setup } from '../operation.ts';
import type { NodeListing, PlacedProduct } from './listing.ts';
import { type PagePosition, pageLinks } from './pages.ts';

export function componentIds({ attributes }: Product): string[] {
  const components = isObject(attributes.components) ? Object.values(attributes.components) : [];
  const options = components.flatMap((component) => at(component, 'options') ?? []);
  const ids = options.map((option) => at(option, 'id')).filter((id) => typeof id === 'string');
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

const sparseAttributes = new Set(['name', 'slug', 'status', 'components', 'product_types']);

function showProduct(product: Product, flagged: boolean, type: string, choices: Choices): JsonObject {
  const flag = (place: Choices['flag-place']): JsonObject =>
    flagged && choices['flag-place'] === place ? { curated_product: true } : {};
  const full = choices['product-members'] === 'full';
  const attributes = {
    ...shownAttributes(product, choices),
    ...flag('attributes'),
    ...extraFields(choices),
  };
  const meta = { ...(full ? product.meta : {}), ...flag('meta') };
  return withoutUndefined({
    id: product.id,
    type,
    attributes: isEmpty(attributes) ? undefined : attributes,
    meta: isEmpty(meta) ? undefined : meta,
    relationships: full ? product.relationships : undefined,
    ...flag('product'),
    ...extraFields(choices),
  });
}

const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0;

function shownAttributes({ attributes }: Product, choices: Choices): JsonObject {
  switch (choices['product-members']) {
    case 'full':
      return attributes;
    case 'sparse':
      return Object.fromEntries(Object.entries(attributes).filter(([name]) => sparseAttributes.has(name)));
    case 'bare':
      return {};
  }
}

type PageWriter = (
  listing: NodeListing,
  matching: readonly PlacedProduct[],
  position: Omit<PagePosition, 'total'>,
) => Uint8Array;

export function createPageWriter({ contract, catalog, choices }: Setup): PageWriter {
  const schema = at(operationIn(contract, 'node-products').response, 'properties', 'data', 'items');
  const list = listOf(contract);
  const type = constantAt(schema, ['type'], 'product');
  const write = (product: Product, isFlagged: boolean): string =>
    JSON.stringify(showProduct(product, isFlagged, type, choices));
  // Without the closing brace, since links may follow.
  const opening = onceFor(({ product, curated }: PlacedProduct) => write(product, curated).slice(0, -1));

  return (listing, matching, position) => {
    const { offset, limit } = position.page;
    const shown = matching.slice(offset, offset + limit);
    const links = JSON.stringify(pageLinks({ ...position, total: matching.length }, list, choices));
    const end = choices['product-links'] === 'shown' ? `,"links":${links}}` : '}';
    const data = shown.map((placed) => `${opening(placed)}${end}`);
    const included = includedIn(
      shown.map(({ product }) => product),
      catalog,
      choices,
    ).map((product) => write(product, false));
    const total = choices['filtered-total'] === 'matching' ? matching.length : listing.products.length;
    const further = [
      JSON.stringify(nested(list.total, total)).slice(1, -1),
      ...(choices['top-level-links'] === 'shown' ? [`"links":${links}`] : []),
      ...Object.entries(extraFields(choices)).map(([name, value]) => `"${name}":${JSON.stringify(value)}`),
    ];
    return Buffer.from(
      `{"data":[${data.join()}],"included":{"component_products":[${included.join()}]},${further.join()}}`,
    );
  };
}

const nested = (place: Path, value: Json): Json =>
  place.reduceRight<Json>((inner, step) => ({ [step]: inner }), value);

/** The components of bundles, in order of appearance; the choice decides on drafts. */
function includedIn(shown: readonly Product[], { products }: Catalog, choices: Choices): Product[] {
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

type ReadyPages = (
  listing: NodeListing,
  position: Omit<PagePosition, 'total'>,
  write: () => Uint8Array,
) => Uint8Array;

/** The size of the cache in bytes, keys included: some eighty pages of a hundred products. */
const mostBytes = 8 * 1024 * 1024;

export function createReadyPages(): ReadyPages {
  const pages = new Map<string, Uint8Array>();
  let bytes = 0;
  let listings = 0;
  const numberOf = onceFor((_: NodeListing) => {
    listings += 1;
    return listings;
  });
  const forget = (key: string, page: Uint8Array): void => {
    pages.delete(key);
    bytes -= key.length + page.byteLength;
  };
  return (listing, { address, kept, page: { offset, limit } }, write) => {
    const key = `${numberOf(listing)} ${offset} ${limit} ${address} ${kept}`;
    const known = pages.get(key);
    if (known) forget(key, known);
    const page = known ?? write();
    pages.set(key, page);
    bytes += key.length + page.byteLength;
    // The first was used least recently.
    for (const [oldest, old] of pages) {
      if (bytes <= mostBytes) break;
      forget(oldest, old);
    }
    return page;
  };
}
