import type { Choices } from './choices.ts';
import type { Included } from './included.ts';
import type { Listing } from './listing.ts';
import type { Setup } from './operation.ts';
import { joinPage } from './page-bytes.ts';
import { type Place, pageLinks } from './page-links.ts';
import { extraMembers } from './resource.ts';

/** Writes a page of a listing; `selected` are the positions a filter left, if there was one. */
export type PageWriter = (
  listing: Listing,
  selected: readonly number[] | undefined,
  place: Omit<Place, 'total'>,
) => Uint8Array;

/** Builds the writer of pages. */
export function createPageWriter({ choices, rooms }: Setup, included: Included): PageWriter {
  return (listing, selected, place) => {
    const { components, openings } = listing;
    const matching = selected?.length ?? listing.count;
    const shown = cut(selected, matching, place, choices);
    const links = JSON.stringify(pageLinks({ ...place, total: matching }, choices));
    const total = choices['filtered-total'] === 'matching' ? matching : listing.count;
    const further = [
      `"meta":{"results":{"total":${total}}}`,
      ...(choices['top-level-links'] === 'shown' ? [`"links":${links}`] : []),
      ...Object.entries(extraMembers(choices)).map(([name, value]) => `"${name}":${JSON.stringify(value)}`),
    ];
    const bundles = choices['included-page'] === 'own' ? bundlesAmong(shown, listing) : components.values();
    return joinPage({
      openings,
      shown,
      closing: choices['product-links'] === 'shown' ? `,"links":${links}}` : '}',
      included: included(bundles),
      further: further.join(','),
      rooms,
    });
  };
}

/** The positions that stand on a page. */
function cut(
  selected: readonly number[] | undefined,
  matching: number,
  { filter, page }: Omit<Place, 'total'>,
  choices: Choices,
): readonly number[] {
  const fromFirst = filter !== undefined && choices['filtered-pages'] === 'from-first';
  const start = fromFirst ? 0 : page.offset;
  if (selected) return selected.slice(start, start + page.limit);
  const positions: number[] = [];
  for (let position = start; position < Math.min(start + page.limit, matching); position += 1) {
    positions.push(position);
  }
  return positions;
}

function bundlesAmong(shown: readonly number[], { components }: Listing): (readonly string[])[] {
  return components.size === 0 ? [] : shown.flatMap((position) => [components.get(position) ?? []]);
}
