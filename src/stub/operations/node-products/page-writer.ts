import { extraMembers } from '../../replies/members.ts';
import type { Setup } from '../../requests/handler.ts';
import type { Included } from './included.ts';
import { joinPage } from './join-page.ts';
import type { Listing } from './listing.ts';
import { type PagePosition, pageLinks } from './page-links.ts';

/** Writes a page of a listing; `selected` are the positions that match the filter, if there is one. */
type PageWriter = (
  listing: Listing,
  selected: readonly number[] | undefined,
  position: Omit<PagePosition, 'total'>,
) => Uint8Array;

/** Creates the writer of pages. */
export function createPageWriter({ choices }: Setup, included: Included): PageWriter {
  return (listing, selected, position) => {
    const { openings } = listing;
    const matching = selected?.length ?? listing.count;
    const shown = positionsOnPage(selected, matching, position.page);
    const links = JSON.stringify(pageLinks({ ...position, total: matching }, choices));
    const total = choices['filtered-total'] === 'matching' ? matching : listing.count;
    const further = [
      `"meta":{"results":{"total":${total}}}`,
      ...(choices['top-level-links'] === 'shown' ? [`"links":${links}`] : []),
      ...Object.entries(extraMembers(choices)).map(([name, value]) => `"${name}":${JSON.stringify(value)}`),
    ];
    return joinPage({
      openings,
      shown,
      closing: choices['product-links'] === 'shown' ? `,"links":${links}}` : '}',
      included: included(bundlesAmong(shown, listing)),
      further: further.join(','),
    });
  };
}

/** The positions of the products on a page. */
function positionsOnPage(
  selected: readonly number[] | undefined,
  matching: number,
  { offset, limit }: PagePosition['page'],
): readonly number[] {
  if (selected) return selected.slice(offset, offset + limit);
  const positions: number[] = [];
  for (let position = offset; position < Math.min(offset + limit, matching); position += 1) {
    positions.push(position);
  }
  return positions;
}

function bundlesAmong(shown: readonly number[], { components }: Listing): (readonly string[])[] {
  return components.size === 0 ? [] : shown.flatMap((position) => [components.get(position) ?? []]);
}
