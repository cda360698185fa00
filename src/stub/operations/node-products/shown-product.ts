import type { JsonObject } from '../../../json/json.ts';
import type { Product } from '../../catalog/catalog.ts';
import type { Choices } from '../../choices/choices.ts';
import { extraMembers, withoutUndefined } from '../../replies/members.ts';

const sparseAttributes = new Set(['name', 'slug', 'status', 'components', 'product_types']);

/** A product as a listing shows it, without pagination links; `flagged` adds the mark of curation. */
export function showProduct(product: Product, flagged: boolean, type: string, choices: Choices): JsonObject {
  const flag = (place: Choices['flag-place']): JsonObject =>
    flagged && choices['flag-place'] === place ? { curated_product: true } : {};
  const full = choices['product-members'] === 'full';
  const attributes = {
    ...shownAttributes(product, choices),
    ...flag('attributes'),
    ...extraMembers(choices),
  };
  const meta = { ...(full ? product.meta : {}), ...flag('meta') };
  return withoutUndefined({
    id: product.id,
    type,
    attributes: isEmpty(attributes) ? undefined : attributes,
    meta: isEmpty(meta) ? undefined : meta,
    relationships: full ? product.relationships : undefined,
    ...flag('product'),
    ...extraMembers(choices),
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
