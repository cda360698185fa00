import { liveLine, nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { liveAmong, namedOn } from '../../../interface/components.ts';
import { changeIncluded } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'included.component_products is not empty if a component is live',
  claims: [
    eachListing('included', (listing, judge) => {
      for (const page of listing.pages) {
        const { included } = page;
        const named = namedOn(page);
        if (!included || named.length === 0) continue;
        const live = liveAmong(listing, named);
        if (live.ids.length === 0) {
          judge.untested(
            'a bundle shows components, none of them known to be live',
            liveLine(judge.target, 'with bundles whose components must be listed'),
          );
          continue;
        }
        // Those that only the target file says to be live may be live no more.
        if (included.length === 0 && live.witnesses.length === 0 && listing.changed !== undefined) {
          judge.inconclusive(listing.changed);
          continue;
        }
        judge.claim(included.length > 0, () => ({
          expected: `included.component_products has components of the bundles on this page; ${live.ids[0]} is live`,
          saw: 'none',
          pages: [page, ...live.witnesses.filter((one) => one !== page)],
          fingerprint: 'members',
        }));
      }
      judge.untested(
        'no bundle in a response has components',
        nodeLine('with bundles (products with components)'),
      );
    }),
  ],
  mutants: [
    { name: 'component products are never included', wire: changeIncluded(() => []) },
    {
      name: 'pages smaller than the node include no component products',
      wire: changeIncluded((included, products, { largest, limit = largest, filter }) =>
        filter === undefined && products.length === limit ? [] : included,
      ),
    },
    {
      name: 'under a filter no component products are included',
      wire: changeIncluded((included, _, { filter }) => (filter === undefined ? included : [])),
    },
    {
      name: 'without a limit no component products are included',
      wire: changeIncluded((included, _, { limit }) => (limit === undefined ? [] : included)),
    },
  ],
});
