import type { Page } from '../../../core/evidence.ts';
import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { placedPages } from '../../../interface/node-products/pages/places.ts';
import { idsOf, plainPages } from '../../../interface/whole.ts';
import { reverseEverySecond, rotateEachTime } from '../../../mutants/node-products/counting.ts';

export default rule({
  title: 'a node listed twice returns its products in the same order',
  shows: 'pagination',
  claims: [
    eachListing('members', (listing, judge) => {
      const looks = Map.groupBy(
        placedPages(plainPages(listing)).filter(({ size }) => size > 1),
        ({ query: { limit, offset } }) => `${limit} ${offset}`,
      );
      for (const [first, ...others] of looks.values())
        for (const page of others) {
          // Other products than before are movement, and say nothing of the order.
          if (!first || membersOf(page) !== membersOf(first)) continue;
          judge.claim(idsOf(page.items)?.join() === idsOf(first.items)?.join(), () => ({
            expected: `${pageWords(page.query)} returns its products in the same order every time`,
            saw: `the same products in another order; a client that reads all pages misses some and gets others twice`,
            pages: [page, first],
            // No page is to blame more than the other, and both show that the order changes.
            toBlame: 0,
            fingerprint: 'members',
          }));
        }
      judge.untested('no node was read twice with several products', nodeLine('with several products'));
    }),
  ],
  mutants: [
    { name: 'every second listing of a node is in reverse', wire: reverseEverySecond },
    { name: 'each listing of a node begins with another product', wire: rotateEachTime },
  ],
});

const membersOf = ({ items }: Page): string => (idsOf(items) ?? []).toSorted().join();
