import type { Probe } from '../engine/probe.ts';
import { farthest, idsOf } from './listing.ts';
import type { Whole } from './whole.ts';
import { differ } from './windows.ts';

/** What the operator would have to add so that the listing can be held against the live products. */
export const liveRemedy = 'nodes: [{ …, live: [ids of every live product] }]';

/** Claims that a whole listing holds exactly the live products of its node, in whatever order. */
export async function mustHoldLive(probe: Probe, { node, pages, products }: Whole): Promise<void> {
  probe.occasion((node.live?.length ?? 0) <= farthest, 'the node has more products than can be walked');
  const saw = probe.occasion(idsOf(products), 'not every product shows its id');
  const live = probe.occasion(node.live, 'the live products are not known').map((id) => id.toLowerCase());
  const difference = differ(live.toSorted(), saw.toSorted());
  const shown = pages.map(({ answer }) => answer);
  probe.must(
    difference === undefined,
    `exactly the ${live.length} live products`,
    difference ?? '',
    ...shown,
  );
}
