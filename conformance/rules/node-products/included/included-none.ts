import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { isWithoutBundles } from '../../../interface/components.ts';
import { completeReading } from '../../../interface/node-products/filters/known-products.ts';
import { productWords } from '../../../interface/node-products/pages/page-words.ts';
import { includedAnyway } from '../../../mutants/node-products/included.ts';

export default rule({
  title: 'included.component_products is empty if the node has no bundle',
  claims: [
    eachListing('included', (listing, judge) => {
      const reading = completeReading(listing);
      if (!reading || reading.items.length === 0) return;
      const isTold = reading.items.every(({ isBundle }) => isBundle !== undefined);
      if (!isTold) return judge.untested('some products have neither components nor product_types');
      if (!isWithoutBundles(reading.items))
        return judge.untested('every node has bundles', nodeLine('without bundles'));
      for (const page of listing.pages) {
        const { included } = page;
        if (!included) continue;
        judge.claim(included.length === 0, () => ({
          expected: 'included.component_products is empty, since no product of the node is a bundle',
          saw: productWords(included.length),
          pages: [page, ...reading.pages.filter((one) => one !== page)],
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
