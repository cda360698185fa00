import { curatedLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { keepsOrder } from '../../../interface/curation.ts';
import { idOf } from '../../../interface/read-page.ts';
import { curatedOrder, isFullyCurated, misorder, readingOf } from '../../../interface/whole.ts';
import { relist, rotate } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'curated products are listed in the order of the target file',
  shows: 'order',
  claims: [
    keepsOrder(({ query }) => query.filter === undefined),
    // Across pages the order is stated where nothing but curated products is on them.
    eachListing('places', (listing, judge) => {
      const order = curatedOrder(listing.node);
      if (!order) return judge.untested('no curated order is known', curatedLine(judge.target));
      if (!isFullyCurated(listing)) return;
      const places = new Map(order.map((id, place) => [id, place]));
      for (const [index, page] of readingOf(listing).pages.entries()) {
        const before = readingOf(listing).pages[index - 1];
        if (!before) continue;
        const { many, first } = misorder([...before.items.slice(-1), ...page.items.slice(0, 1)], places);
        if (!many) continue;
        judge.claim(first === undefined, () => ({
          expected: `${first?.[1]} before ${first?.[0]}, as curated`,
          saw: `${first?.[0]} on the page before`,
          pages: [page, ...readingOf(listing).pages.filter((one) => one !== page)],
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'without {limit} the curated order is ignored',
      wire: relist((whole, { limit, filter }) =>
        limit === undefined && filter === undefined ? whole.toReversed() : whole,
      ),
    },
    {
      name: 'the curated order is reversed',
      wire: relist((whole, { filter }) => (filter === undefined ? whole.toReversed() : whole)),
    },
    {
      name: 'two curated neighbours change places',
      wire: relist((whole, { filter }) =>
        filter === undefined && whole.length < 20 && whole.length > 4
          ? [...whole.slice(0, 3).toReversed(), ...whole.slice(3)]
          : whole,
      ),
    },
    {
      name: 'curated products are ordered by id',
      wire: relist((whole, { filter }) =>
        filter === undefined
          ? whole.toSorted((one, other) => (String(idOf(one)) < String(idOf(other)) ? -1 : 1))
          : whole,
      ),
    },
    {
      name: 'the second page of a long node comes before the first',
      wire: relist((whole, { filter, largest }) =>
        filter === undefined && whole.length > largest ? rotate(whole, largest) : whole,
      ),
    },
  ],
});
