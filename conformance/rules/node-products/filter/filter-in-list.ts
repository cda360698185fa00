import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { listOn, nobody } from '../../../interface/node-products/filters/asked.ts';
import { filterFor } from '../../../interface/node-products/filters/filter.ts';
import { dueOn } from '../../../interface/node-products/filters/known-products.ts';
import { filteredPages } from '../../../interface/whole.ts';
import { ignoreFilter } from '../../../mutants/node-products/filter.ts';
import { changeStatusWhere, looksForList, misread } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: '{among}(id,…) accepts several ids, separated by commas',
  claims: [
    attemptsAt('node-products/filter-in-list', profiles['node-products']),
    eachListing('filters', (listing, judge) => {
      for (const page of filteredPages(listing)) {
        const wanted = listOn(page);
        if (!wanted) continue;
        const saw = page.items.flatMap(({ id }) => id ?? []);
        const extra = saw.find((id) => !wanted.includes(id));
        const [known] = dueOn(listing, page, wanted);
        if (page.size === 0 && !known) continue;
        judge.claim(extra === undefined && page.size > 0, () => ({
          expected: `products of the node among the ${wanted.length} ids in the filter, and no others`,
          saw:
            extra === undefined ? `no products, although the node has ${known?.item.id}` : `${extra} as well`,
          pages: known ? [page, known.page] : [page],
          fingerprint: 'members',
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'a list of ids is taken for one id, which no product has',
      wire: misread((query) =>
        looksForList(query) ? { filter: filterFor(query.list, 'id', nobody('id')) } : undefined,
      ),
    },
    {
      name: 'a list of more than ten ids is rejected',
      wire: changeStatusWhere(({ filter = '' }) => filter.split(',').length > 11, 400),
    },
    {
      name: 'a list of ids is ignored',
      wire: ignoreFilter(looksForList),
    },
  ],
});
