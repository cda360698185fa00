import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { isFlagged, isFullyCurated } from '../../listing/curation.ts';
import { wholePage } from '../../listing/listing.ts';
import { liveRemedy, mustHoldLive } from '../../listing/live.ts';
import { identity, walkable } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { relist } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-live-exact-long',
  title: 'the pages of a long node hold exactly its live products',
  needs: [
    ...identity,
    ...walkable,
    'node-products/order-stable',
    'node-products/live-only',
    'node-products/hidden-never-shown',
    'node-products/total-count',
  ],
  evidence: 'live',
  check: async (probe) => {
    const long = (await wholes(probe)).filter(
      (whole) => (whole.node.live?.length ?? 0) > wholePage && !isFullyCurated(whole),
    );
    probe.occasion(long.length > 0, 'the live products of no long node are known', liveRemedy);
    await eachOf(long, (whole) => mustHoldLive(probe, whole));
  },
  mutants: [
    {
      name: 'on a long node, one product comes twice and another never',
      wire: relist((whole, { filter }) =>
        filter === undefined && whole.length > 100 && !whole.every(isFlagged)
          ? [...whole.slice(0, -2), ...whole.slice(-3, -2), ...whole.slice(-1)]
          : whole,
      ),
    },
  ],
});
