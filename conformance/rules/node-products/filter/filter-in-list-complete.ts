import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { listOn } from '../../../interface/node-products/filters/asked.ts';
import { dueOn } from '../../../interface/node-products/filters/known-products.ts';
import { filteredPages } from '../../../interface/whole.ts';
import { listUpTo } from '../../../mutants/node-products/filter.ts';

export default rule({
  title: '{among}(id,…) with several ids does not leave out some of the products',
  shows: 'filter',
  claims: [
    eachListing('filters', (listing, judge) => {
      for (const page of filteredPages(listing)) {
        const wanted = listOn(page);
        const saw = page.items.flatMap(({ id }) => id ?? []);
        // Whoever answers a list with nothing, or with everything, does not take lists: another rule tells.
        if (!wanted || saw.length === 0 || saw.length < page.size) continue;
        if (saw.some((id) => !wanted.includes(id))) continue;
        const due = dueOn(listing, page, wanted);
        if (due.length < 2) continue;
        const lost = due.find(({ item }) => !saw.includes(item.id ?? ''));
        judge.claim(lost === undefined, () => ({
          expected: `all ${due.length} products of the node that the filter names`,
          saw: `${saw.length} of them, without ${lost?.item.id}`,
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
  ],
});
