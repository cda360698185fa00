import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedRemedy, isFlagged, isFullyCurated } from '../../listing/curation.ts';
import { wholePage } from '../../listing/listing.ts';
import { mustHoldLive } from '../../listing/live.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { shorten } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-live-exact-curated',
  title: 'the pages of a long, fully curated node hold exactly its live products',
  needs: [
    ...identity,
    'node-products/total-constant',
    'node-products/live-only',
    'node-products/hidden-never-shown',
  ],
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
      wire: shorten((whole) => (isLongAndCurated(whole) ? whole.toSpliced(100, 1) : whole)),
    },
  ],
});

const isLongAndCurated = (whole: readonly unknown[]): boolean =>
  whole.length > wholePage && whole.every(isFlagged);
