import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { isWithoutBundles } from '../../../interface/components.ts';
import { completeWalk } from '../../../interface/filters/known-products.ts';
import { nodeLine } from '../../../interface/remedies.ts';
import { includedAnyway } from '../../../mutants/included.ts';

export default rule({
  title: 'no component products where no product of the node is a bundle',
  claims: [
    eachListing('included', (listing, judge) => {
      const walk = completeWalk(listing);
      if (!walk || walk.items.length === 0) return;
      const isTold = walk.items.every(({ isBundle }) => isBundle !== undefined);
      if (!isTold) return judge.unexercised('not every product shows components or product_types');
      if (!isWithoutBundles(walk.items))
        return judge.unexercised('every node has bundles', nodeLine('without bundles'));
      for (const page of listing.pages) {
        const { included } = page;
        if (page.query.odd || !included) continue;
        judge.claim(included.length === 0, () => ({
          expected: 'no component products, since no product of the node is a bundle',
          saw: `${included.length} of them`,
          pages: [page, ...walk.pages.filter((one) => one !== page)],
          fingerprint: 'members',
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'component products are shown without bundles',
      wire: includedAnyway(({ filter }) => filter === undefined),
    },
    {
      name: 'under a filter every product is a component product',
      wire: includedAnyway(({ filter }) => filter !== undefined),
    },
  ],
});
