import type { Item } from '../../../core/evidence.ts';
import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { allKnown, type Known } from '../../../interface/node-products/filters/known-products.ts';
import { changeProducts, relist } from '../../../mutants/node-products/listing.ts';
import { hasAttribute, withAttribute } from '../../../mutants/node-products/product.ts';

export default rule({
  title: 'products of one listing have different attributes.sku',
  claims: [
    eachListing('members', (listing, judge) => {
      const first = new Map<string, Known>();
      for (const known of allKnown(listing)) {
        const { sku, id } = known.item;
        if (sku === undefined || id === undefined) continue;
        const owner = first.get(sku);
        if (!owner) first.set(sku, known);
        // One alone shows nothing. A store and an organization may each have units of their own.
        if (first.size < 2 && !owner) continue;
        if (owner && isOfOthers(owner.item, known.item)) continue;
        judge.claim(owner === undefined, () => ({
          expected: `attributes.sku ${printValue(sku)} on only one product`,
          saw: `the products ${owner?.item.id} and ${id}`,
          pages: owner && owner.page !== known.page ? [known.page, owner.page] : [known.page],
          toBlame: 0,
          fingerprint: 'members',
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'two products far apart have the same sku',
      wire: changeProducts((product, index) =>
        index % 50 === 7 && hasAttribute(product, 'sku') ? withAttribute(product, 'sku', 'TWICE') : product,
      ),
    },
    {
      name: 'the first and the last product of a long node have the same sku',
      wire: relist((whole, { largest }) =>
        whole.length > largest
          ? whole.map((product, index) =>
              index === 0 || index === whole.length - 1 ? withAttribute(product, 'sku', 'TWICE') : product,
            )
          : whole,
      ),
    },
  ],
});

const isOfOthers = (one: Item, other: Item): boolean =>
  one.owner !== undefined && other.owner !== undefined && one.owner !== other.owner;
