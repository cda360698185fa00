import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { isWithoutBundles } from '../../../interface/components.ts';
import { productWords } from '../../../interface/node-products/pages/page-words.ts';
import { plainPages } from '../../../interface/whole.ts';
import { alwaysIncluded } from '../../../mutants/node-products/included.ts';

export default rule({
  title: 'included.component_products is empty if the page has no bundle',
  claims: [
    eachListing('included', (listing, judge) => {
      // Where the whole node has no bundle, it is another rule's to say so.
      const bundled = plainPages(listing).find(({ items }) => items.some(({ isBundle }) => isBundle));
      if (!bundled)
        return judge.untested(
          'no node has bundles',
          nodeLine('with bundles (products with components) and other products'),
        );
      for (const page of listing.pages) {
        const { included } = page;
        if (!included || !isWithoutBundles(page.items)) continue;
        judge.claim(included.length === 0, () => ({
          expected: 'included.component_products is empty, since the page has no bundle',
          saw: productWords(included.length),
          pages: [page, bundled],
          fingerprint: 'members',
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'a page of one product always includes a component product',
      wire: alwaysIncluded(({ limit, filter }) => limit === 1 && filter === undefined),
    },
    {
      name: 'a filter leaves bundles out, and their component products in',
      wire: alwaysIncluded(({ filter }) => filter !== undefined),
    },
  ],
});
