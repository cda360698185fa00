import type { Listing, Page } from '../../core/evidence.ts';
import { itemIdsOf, unfilteredPages } from '../complete-reading.ts';

/**
 * A page that shows that the offset is read as the number of a page: it begins with the record at that many times
 * its size. Undefined if any page shows otherwise. Pages that other rules blame count, too.
 */
export function numberedPage(listing: Listing): Page | undefined {
  const pages = unfilteredPages({ ...listing, pages: [...listing.pages, ...listing.excluded] });
  const [whole] = pages
    .filter(({ query }) => query.offset === 0)
    .toSorted((one, other) => other.size - one.size);
  const ids = whole && itemIdsOf(whole.items);
  if (!ids) return undefined;
  const telling = pages.filter(({ query: { limit = 0, offset = 0 } }) => limit > 1 && offset > 0);
  const isNumbered = ({ items: [first], query: { limit = 0, offset = 0 } }: Page): boolean =>
    first === undefined ? offset * limit >= ids.length : first.id === ids[offset * limit];
  return telling.every(isNumbered) ? telling.find(({ size }) => size > 0) : undefined;
}

export const wordsOfNumbered = ({
  query: {
    limit = 0,
    offset = 0,
    list: {
      names,
      nouns: { record },
    },
  },
}: Page): string =>
  `the server seems to read ${names.offset} as a page number: ${names.limit}=${limit}&${names.offset}=${offset} begins with ${record} ${offset * limit + 1}, not ${offset + 1}`;
