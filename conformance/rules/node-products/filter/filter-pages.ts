import { differ } from '../../../core/differ.ts';
import type { Page } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { anySoughtOn } from '../../../interface/node-products/filters/asked.ts';
import { filteredPages, idsOf } from '../../../interface/whole.ts';
import { hasCurated, looksForList, misread, relist } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: '{offset} and {limit} apply to a filtered listing',
  claims: [
    eachListing('filters', (listing, judge) => {
      const pages = filteredPages(listing);
      for (const own of Map.groupBy(pages, ({ query }) => query.filter).values()) {
        const whole = own.find(isWhole);
        const ids = whole && idsOf(whole.items);
        if (!whole || !ids || ids.length === 0) continue;
        for (const page of own.filter((one) => isWindow(one))) {
          const { limit = 0, offset = 0, list } = page.query;
          const { names } = list;
          const saw = idsOf(page.items);
          if (!saw) continue;
          const expected = ids.slice(offset, offset + limit);
          // How many there are under a filter for one value is stated, and has a rule of its own.
          if (anySoughtOn(page) && saw.length !== expected.length) continue;
          const difference = differ(expected, saw);
          judge.claim(difference === undefined, () => ({
            expected: `${names.offset}=${offset}&${names.limit}=${limit} selects from the listing under ${page.query.filter}`,
            saw: difference ?? '',
            pages: [page, whole],
          }));
        }
      }
    }),
  ],
  mutants: [
    {
      name: 'an offset into a list of ids skips one more',
      wire: misread((query) =>
        looksForList(query) && query.offset > 0 ? { offset: query.offset + 1 } : undefined,
      ),
    },
    {
      name: 'pages of a list of ids overlap',
      wire: misread((query) =>
        looksForList(query) && query.offset > 0 ? { offset: query.offset - 1 } : undefined,
      ),
    },
    {
      name: '{offset} is ignored for a list of ids',
      wire: misread((query) => (looksForList(query) && query.offset > 0 ? { offset: 0 } : undefined)),
    },
    {
      name: 'a list of ids is reversed if {limit} is an uneven number',
      wire: relist((whole, query) =>
        looksForList(query) && (query.limit ?? 0) % 2 === 1 && !hasCurated(whole)
          ? whole.toReversed()
          : whole,
      ),
    },
    {
      name: 'every page but the first of a list of ids comes from the list in reverse',
      wire: relist((whole, query) =>
        looksForList(query) && query.offset > 0 && !hasCurated(whole) ? whole.toReversed() : whole,
      ),
    },
  ],
});

/** Whether a page holds all that a filter returns: it begins at the first, and is not full. */
const isWhole = ({ query: { limit = 0, offset = 0, bounds }, size }: Page): boolean =>
  offset === 0 && size < limit && limit <= bounds.largest;

const isWindow = ({ query: { limit = 0, bounds } }: Page): boolean => limit >= 1 && limit < bounds.largest;
