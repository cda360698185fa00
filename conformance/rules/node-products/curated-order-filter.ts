import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedOrder, curatedRemedy, mustKeepOrder } from '../../listing/curation.ts';
import { filtered } from '../../listing/filtering.ts';
import { idOf, shownIds } from '../../listing/listing.ts';
import { wholes } from '../../listing/whole.ts';
import { relist } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-curated-order-filter',
  title: 'curated products keep their order under a filter',
  needs: ['node-products/curated-order', 'node-products/filter-in-list'],
  check: async (probe) => {
    const curated = (await wholes(probe)).filter(({ node }) => curatedOrder(node) !== undefined);
    probe.occasion(curated.length > 0, 'no curated node is known', curatedRemedy);
    await eachOf(curated, async (whole) => {
      const order = new Set(probe.occasion(curatedOrder(whole.node), 'no curated order is known'));
      const shown = whole.products.filter((product) => order.has(idOf(product) ?? '')).slice(0, 20);
      const page = await filtered(probe, whole, `in(id,${shownIds(shown).toSorted().join(',')})`);
      mustKeepOrder(probe, whole.node, page.products, [page]);
    });
  },
  mutants: [
    {
      name: 'a filtered listing comes in reverse',
      wire: relist((whole, { filter }) => (filter === undefined ? whole : whole.toReversed())),
    },
  ],
});
