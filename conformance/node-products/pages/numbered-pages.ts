import type { Listing, Page } from '../../core/evidence.ts';
import { idsOf, plainPages } from '../../interface/whole.ts';

/**
 * A page that shows that `page[offset]` is taken for the number of a page, not for a number of products: it begins with
 * the product at that many pages, counted on the longest page from the beginning. Pages that another rule blames for what they
 * hold count, too. Undefined if any page says otherwise.
 */
export function numberedPage(listing: Listing): Page | undefined {
  const pages = plainPages({ ...listing, pages: [...listing.pages, ...listing.aside] });
  const [whole] = pages
    .filter(({ query }) => query.offset === 0)
    .toSorted((one, other) => other.size - one.size);
  const ids = whole && idsOf(whole.items);
  if (!ids) return undefined;
  const telling = pages.filter(({ query: { limit = 0, offset = 0 } }) => limit > 1 && offset > 0);
  const isNumbered = ({ items: [first], query: { limit = 0, offset = 0 } }: Page): boolean =>
    first === undefined ? offset * limit >= ids.length : first.id === ids[offset * limit];
  return telling.every(isNumbered) ? telling.find(({ size }) => size > 0) : undefined;
}

/** What such a page shows. */
export const wordsOfNumbered = ({
  query: {
    limit = 0,
    offset = 0,
    list: { names },
  },
}: Page): string =>
  `the server seems to read ${names.offset} as a page number: ${names.limit}=${limit}&${names.offset}=${offset} begins with product ${offset * limit + 1}, not ${offset + 1}`;
