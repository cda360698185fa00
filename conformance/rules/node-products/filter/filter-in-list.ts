import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { listOn } from '../../../interface/node-products/filters/asked.ts';
import { productOf } from '../../../interface/node-products/filters/known-products.ts';
import { wholePage } from '../../../interface/read-page.ts';
import { filteredPages } from '../../../interface/whole.ts';
import { ignoreFilter, listUpTo } from '../../../mutants/node-products/filter.ts';
import { changeStatusWhere } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'in(id,…) accepts several ids, separated by commas',
  claims: [
    attemptsAt('node-products/filter-in-list', profiles['node-products']),
    eachListing('filters', (listing, judge) => {
      for (const page of filteredPages(listing)) {
        const wanted = listOn(page);
        if (!wanted) continue;
        const { limit = 0, offset = 0 } = page.query;
        const saw = page.items.flatMap(({ id }) => id ?? []);
        const extra = saw.find((id) => !wanted.includes(id));
        const hasRoom = offset === 0 && limit >= wanted.length && limit <= wholePage;
        const known = hasRoom ? wanted.flatMap((id) => productOf(listing, id) ?? []) : [];
        if (saw.length === 0 && known.length === 0) continue;
        const lost = known.find(({ item }) => !saw.includes(item.id ?? ''));
        judge.claim(extra === undefined && lost === undefined, () => ({
          expected: `the products of the node among the ${wanted.length} ids in the filter, and no others`,
          saw: extra === undefined ? `${saw.length} products, without ${lost?.item.id}` : `${extra} as well`,
          pages: lost ? [page, lost.page] : [page],
          fingerprint: 'members',
        }));
      }
    }),
  ],
  mutants: [
    { name: 'of several ids, only the first is looked for', wire: listUpTo(1) },
    { name: 'of several ids, no more than ten are looked for', wire: listUpTo(10) },
    { name: 'of dozens of ids, no more than two dozen are looked for', wire: listUpTo(24) },
    {
      name: 'a list of more than ten ids is rejected',
      wire: changeStatusWhere(({ filter = '' }) => filter.split(',').length > 11, 400),
    },
    {
      name: 'a list of ids is ignored',
      wire: ignoreFilter(({ filter }) => filter.split(',').length > 2),
    },
  ],
});
