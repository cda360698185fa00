import { liveLine, nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { declaredLive, namedOn } from '../../../interface/components.ts';
import { productWords } from '../../../interface/node-products/pages/page-words.ts';
import { idOf } from '../../../interface/read-page.ts';
import { changeIncluded } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'included.component_products has each component declared live',
  claims: [
    eachListing('included', (listing, judge) => {
      const declared = declaredLive(judge.target);
      for (const page of listing.pages) {
        const due = namedOn(page).filter((id) => declared.has(id));
        const saw = (page.included ?? []).flatMap(({ id }) => id ?? []);
        // Where none is included at all, or one shows no UUID, another rule tells.
        if (saw.length === 0 || saw.length < (page.included?.length ?? 0)) continue;
        if (due.length === 0) {
          judge.untested(
            'no component of a bundle in a response is declared live',
            liveLine(judge.target, 'with bundles whose components must be listed'),
          );
          continue;
        }
        const missing = due.find((id) => !saw.includes(id));
        if (missing !== undefined && listing.changed !== undefined) {
          judge.inconclusive(listing.changed);
          continue;
        }
        judge.claim(missing === undefined, () => ({
          expected: `included.component_products contains ${missing}, a component that the target file declares live`,
          saw: `${productWords(saw.length)}, without it`,
          pages: [page],
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
    {
      name: 'the first component product is left out',
      wire: changeIncluded((included) => (included.length > 1 ? included.slice(1) : included)),
    },
    {
      name: 'under a filter only the last component product is included',
      wire: changeIncluded((included, _, { filter }) =>
        filter === undefined ? included : included.slice(-1),
      ),
    },
    {
      name: 'component products that no node lists are left out',
      wireFor: ({ nodes }) => {
        const listed = new Set(nodes.flatMap(({ live = [] }) => live));
        return changeIncluded((included) => included.filter((product) => listed.has(idOf(product) ?? '')));
      },
    },
  ],
});
