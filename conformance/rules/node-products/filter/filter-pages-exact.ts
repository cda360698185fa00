import type { BrokenRelation } from '../../../core/claim.ts';
import type { Listing, Page } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { anySoughtOn } from '../../../interface/node-products/filters/asked.ts';
import { isWholeOf, productsThatAre } from '../../../interface/node-products/filters/claims.ts';
import type { Attribute } from '../../../interface/node-products/filters/filter.ts';
import {
  completeReading,
  idsIn,
  productsIn,
  productsWith,
} from '../../../interface/node-products/filters/known-products.ts';
import { productWords } from '../../../interface/node-products/pages/page-words.ts';
import { filteredPages } from '../../../interface/whole.ts';
import { cutBeforeFilter, shortOfOne } from '../../../mutants/node-products/filter.ts';
import { type Asked, looksForAny, misread } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'a page with a filter contains as many matching products as fit',
  shows: 'filter',
  claims: [
    eachListing('places', (listing, judge) => {
      const pages = filteredPages(listing);
      const sameFilter = Map.groupBy(pages, ({ query }) => query.filter);
      for (const page of pages) {
        const sought = anySoughtOn(page);
        if (!sought) continue;
        const least = leastOn(listing, page, sought, sameFilter.get(page.query.filter) ?? []);
        if (least !== undefined)
          judge.claim(page.size >= least.count, () =>
            broken(page, sought, productWords(least.count), least.pages),
          );
        const most = mostOn(listing, page, sought);
        if (most !== undefined)
          judge.claim(page.size <= most.count, () =>
            broken(page, sought, `no more than ${most.count}`, most.pages),
          );
      }
    }),
  ],
  mutants: [
    {
      name: 'after the last match, the matches begin again',
      wire: misread((query, _, products) =>
        isOne(query) && query.offset > 0 && products === 0 ? { offset: 0 } : undefined,
      ),
    },
    {
      name: 'with a filter, {offset} skips one product more',
      wire: misread((query) => (isOne(query) && query.offset > 0 ? { offset: query.offset + 1 } : undefined)),
    },
    { name: 'a page is cut before it is filtered', wire: cutBeforeFilter },
    { name: 'a page of fewer products than match omits one product', wire: shortOfOne },
  ],
});

/** Whether a filter is for one value. */
const isOne = (query: Asked): boolean => looksForAny(query, undefined, /^[^,]*$/);

type Sought = { readonly attribute: Attribute; readonly value: string };
type Bound = { readonly count: number; readonly pages: readonly Page[] };

/** How many products a page that begins behind the first match, or has no room for all, holds at the least. */
function leastOn(
  listing: Listing,
  page: Page,
  { attribute, value }: Sought,
  same: readonly Page[],
): Bound | undefined {
  const { limit, offset = 0, bounds } = page.query;
  if (limit === undefined || limit < 1 || limit > bounds.largest) return undefined;
  const matches = productsThatAre(listing, attribute, value);
  // On a page that might hold the whole node, that each match is there is for a rule of its own.
  if (matches.length === 0 || isWholeOf(listing, page)) return undefined;
  // Where what the filter returns as a whole lacks a match, pages cut out of it are not to blame.
  const whole = same.find((one) => isWholeOf(listing, one) && one.size >= matches.length);
  if (!whole) return undefined;
  const count = Math.min(limit, Math.max(0, matches.length - offset));
  return { count, pages: [whole, ...new Set(matches.map((known) => known.page))] };
}

/** How many products a page holds at the most, where it is known of all products of the node whether they match. */
function mostOn(listing: Listing, page: Page, { attribute, value }: Sought): Bound | undefined {
  const reading = completeReading(listing);
  const { offset = 0 } = page.query;
  if (!reading || reading.items.length === 0) return undefined;
  if (productsIn(reading, attribute, value) === undefined) return undefined;
  const known = idsIn(reading);
  // A product of another node is no match too many.
  if (page.items.some(({ id }) => id !== undefined && !known.has(id))) return undefined;
  const matches = productsWith(listing, attribute, value).length;
  return { count: Math.max(0, matches - offset), pages: reading.pages };
}

const broken = (
  page: Page,
  { attribute, value }: Sought,
  expected: string,
  pages: readonly Page[],
): BrokenRelation => {
  const { limit, offset = 0 } = page.query;
  const window = [
    ...(offset > 0 ? [`behind offset ${offset}`] : []),
    ...(limit === undefined ? [] : [`at limit ${limit}`]),
  ];
  return {
    expected: [`${expected} of those whose ${attribute} is ${value}`, ...window].join(', '),
    saw: `${page.size}`,
    pages: [page, ...pages],
    fingerprint: 'total',
  };
};
