import { wholePage } from '../../engine/listing.ts';
import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedRemedy, isFlagged, isFullyCurated } from '../../listing/curation.ts';
import { mustHoldLive } from '../../listing/live.ts';
import { identity, walkable } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { loseProduct } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-live-exact-curated',
  title: 'the pages of a long, fully curated node hold exactly its live products',
  needs: [...identity, ...walkable, 'node-products/live-only', 'node-products/hidden-never-shown'],
  evidence: 'live',
  check: async (probe) => {
    const curated = (await wholes(probe)).filter(
      (whole) => (whole.node.live?.length ?? 0) > wholePage && isFullyCurated(whole),
    );
    probe.occasion(
      curated.length > 0,
      'the live products of no long, fully curated node are known',
      curatedRemedy,
    );
    await eachOf(curated, (whole) => mustHoldLive(probe, whole));
  },
  mutants: [
    {
      name: 'on a long curated node, the product on the page border is lost',
      wire: loseProduct((whole) => (isLongAndCurated(whole) ? 100 : -1)),
    },
  ],
});

const isLongAndCurated = (whole: readonly unknown[]): boolean =>
  whole.length > wholePage && whole.every(isFlagged);
