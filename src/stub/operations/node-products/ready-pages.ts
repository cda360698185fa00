import { onceFor } from '../../../once.ts';
import type { NodeListing } from './listing.ts';
import type { PagePosition } from './page-links.ts';

/** Gives a page of a listing that was written before, or else writes and keeps it. */
type ReadyPages = (
  listing: NodeListing,
  position: Omit<PagePosition, 'total'>,
  write: () => Uint8Array,
) => Uint8Array;

/** How many bytes of pages are kept, and of the filters they were asked for with: some eighty pages of a hundred products. */
const mostBytes = 8 * 1024 * 1024;

/** Keeps the pages that were asked for last, for whoever asks for the same ones again and again, as tests do. */
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
  return (listing, { address, filter, page: { offset, limit } }, write) => {
    const key = `${numberOf(listing)} ${offset} ${limit} ${address}${filter === undefined ? '' : ` ${filter}`}`;
    const known = pages.get(key);
    if (known) forget(key, known);
    const page = known ?? write();
    pages.set(key, page);
    bytes += key.length + page.byteLength;
    // The first is the one that was asked for the longest time ago.
    for (const [oldest, old] of pages) {
      if (bytes <= mostBytes) break;
      forget(oldest, old);
    }
    return page;
  };
}
