import type { Choices } from './choices.ts';
import type { Included } from './included.ts';
import type { Listing } from './listing.ts';
import { joinPage } from './page-bytes.ts';
import { type Place, pageLinks } from './page-links.ts';
import { extraMembers } from './resource.ts';

/** Writes a page of a listing; `selected` are the positions a filter left, if there was one. */
export function writeListing(
  listing: Listing,
  selected: readonly number[] | undefined,
  place: Omit<Place, 'total'>,
  included: Included,
  choices: Choices,
): Uint8Array {
  const { offset, limit } = place.page;
  const { components, openings } = listing;
  const fromFirst = place.filter !== undefined && choices['filtered-pages'] === 'from-first';
  const start = fromFirst ? 0 : offset;
  const matching = selected?.length ?? listing.count;
  const shown = selected?.slice(start, start + limit) ?? range(start, Math.min(start + limit, matching));
  const links = JSON.stringify(pageLinks({ ...place, total: matching }, choices));
  const total = choices['filtered-total'] === 'matching' ? matching : listing.count;
  const further = [
    `"meta":${JSON.stringify({ results: { total } })}`,
    ...(choices['top-level-links'] === 'shown' ? [`"links":${links}`] : []),
    ...Object.entries(extraMembers(choices)).map(([name, value]) => `"${name}":${JSON.stringify(value)}`),
  ];
  return joinPage({
    openings,
    shown,
    closing: choices['product-links'] === 'shown' ? `,"links":${links}}` : '}',
    included: included(choices['included-page'] === 'own' ? bundlesAmong(shown) : components.values()),
    further: further.join(','),
  });

  function bundlesAmong(positions: readonly number[]): (readonly string[])[] {
    return components.size === 0 ? [] : positions.flatMap((position) => [components.get(position) ?? []]);
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
