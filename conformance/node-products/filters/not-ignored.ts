import type { Claim } from '../../core/claim.ts';
import { isRejected } from '../../core/status.ts';
import { eachListing } from '../../interface/claims.ts';
import { filteredPages, idsOf, plainPages } from '../../interface/whole.ts';
import { faultOf } from './asked.ts';
import { eachFiltered } from './each-filtered.ts';
/** Claims that filters with a fault are not answered as if they were absent: rejected, or with other products. */
export const notIgnored = (fault: ReturnType<typeof faultOf>): readonly Claim[] => [
  eachFiltered(
    (filter, answer, list) => faultOf(list, filter) === fault && isRejected(answer),
    () => undefined,
  ),
  eachListing('filters', (listing, judge) => {
    for (const page of filteredPages(listing)) {
      const { filter = '', limit, offset = 0, list } = page.query;
      if (faultOf(list, filter) !== fault) continue;
      const absent = plainPages(listing).find(
        ({ query, size }) => query.limit === limit && (query.offset ?? 0) === offset && size > 1,
      );
      const ids = absent && idsOf(absent.items);
      if (!absent || !ids) continue;
      const isIgnored = idsOf(page.items)?.toSorted().join() === ids.toSorted().join();
      judge.claim(!isIgnored, () => ({
        expected: `${filter} is rejected or matches few products`,
        saw: 'the same listing as without a filter',
        pages: [page, absent],
        fingerprint: 'members',
      }));
    }
  }),
];
