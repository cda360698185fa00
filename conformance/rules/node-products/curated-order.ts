import { idOf, list } from '../../engine/listing.ts';
import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedOrder, curatedRemedy, mustKeepOrder } from '../../listing/curation.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { relist } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-curated-order',
  title: 'curated products come in the curated order',
  needs: [...identity, 'node-products/live-exact'],
  evidence: 'order',
  check: async (probe) => {
    const curated = (await wholes(probe)).filter(({ node }) => curatedOrder(node) !== undefined);
    probe.occasion(curated.length > 0, 'no curated node is known', curatedRemedy);
    await eachOf(curated, async (whole) => {
      mustKeepOrder(probe, whole.node, whole.products, whole.pages);
      for (const { limit, offset } of [
        { limit: 7, offset: 0 },
        { limit: 13, offset: 0 },
        { limit: 7, offset: 3 },
      ]) {
        const page = await list(probe, whole.node, { limit, offset });
        mustKeepOrder(probe, whole.node, page.products, [page]);
      }
    });
  },
  mutants: [
    { name: 'the curated order is reversed', wire: relist((whole) => whole.toReversed()) },
    {
      name: 'two curated neighbours change places',
      wire: relist((whole) =>
        whole.length < 20 && whole.length > 4
          ? [...whole.slice(0, 3).toReversed(), ...whole.slice(3)]
          : whole,
      ),
    },
    {
      name: 'curated products come in the order of their names',
      wire: relist((whole, { filter }) =>
        filter === undefined
          ? whole.toSorted((one, other) => (String(idOf(one)) < String(idOf(other)) ? -1 : 1))
          : whole,
      ),
    },
  ],
});
