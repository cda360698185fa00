import type { Choices } from './choices.ts';
import type { Included } from './included.ts';
import type { Listed, Listing } from './listing.ts';
import { type Place, pageLinks } from './page-links.ts';
import { extraMembers } from './resource.ts';

/** Joins the text of a page from products that are text already; `selected` is what the filter left. */
export function writeListing(
  listing: Listing,
  selected: readonly Listed[],
  place: Omit<Place, 'total'>,
  included: Included,
  choices: Choices,
): string {
  const { offset, limit } = place.page;
  const fromFirst = place.filter !== undefined && choices['filtered-pages'] === 'from-first';
  const start = fromFirst ? 0 : offset;
  const shown = selected.slice(start, start + limit);
  const links = JSON.stringify(pageLinks({ ...place, total: selected.length }, choices));
  const closing = choices['product-links'] === 'shown' ? `,"links":${links}}` : '}';
  const bundles = choices['included-page'] === 'own' ? shown : listing.products;
  const total = choices['filtered-total'] === 'matching' ? selected.length : listing.products.length;
  const members = [
    `"data":[${shown.map(({ opening }) => opening + closing).join(',')}]`,
    `"included":{"component_products":[${included(bundles).join(',')}]}`,
    `"meta":${JSON.stringify({ results: { total } })}`,
    ...(choices['top-level-links'] === 'shown' ? [`"links":${links}`] : []),
    ...Object.entries(extraMembers(choices)).map(([name, value]) => `"${name}":${JSON.stringify(value)}`),
  ];
  return `{${members.join(',')}}`;
}
