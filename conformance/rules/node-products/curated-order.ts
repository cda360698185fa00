import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedOrder, curatedRemedy, mustKeepOrder } from '../../listing/curation.ts';
import { idOf } from '../../listing/listing.ts';
import { identity } from '../../listing/needs.ts';
import { plainPages } from '../../listing/seen-pages.ts';
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
      for (const page of await plainPages(probe, whole))
        mustKeepOrder(probe, whole.node, page.products, [page]);
    });
  },
  mutants: [
    {
      name: 'without a limit the curated order is not looked at',
      wire: relist((whole, { limit, filter }) =>
        limit === undefined && filter === undefined ? whole.toReversed() : whole,
      ),
    },
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
