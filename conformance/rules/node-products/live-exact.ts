import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { wholePage } from '../../listing/listing.ts';
import { liveRemedy, mustHoldLive } from '../../listing/live.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { shorten } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-live-exact',
  title: 'the listing of a node of one page holds exactly its live products',
  needs: [
    ...identity,
    'node-products/live-only',
    'node-products/hidden-never-shown',
    'node-products/total-constant',
  ],
  evidence: 'live',
  check: async (probe) => {
    const known = (await wholes(probe)).filter(
      ({ node, products }) =>
        node.live && node.live.length <= wholePage && node.live.length + products.length > 0,
    );
    probe.occasion(known.length > 0, 'the live products of no short node are known', liveRemedy);
    await eachOf(known, (whole) => mustHoldLive(probe, whole));
  },
  mutants: [
    {
      name: 'the newest live product of a short node is not listed yet',
      wire: shorten((whole) => (whole.length < 50 ? whole.slice(0, -1) : whole)),
    },
  ],
});
