import { type ExperimentContext, experiment } from '../../../core/context.ts';
import type { Page } from '../../../core/evidence.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { areCurated } from '../../../interface/whole.ts';
import { listingCall, wholePage } from '../../calls.ts';
import { list, readAllPages } from '../../listing.ts';

/**
 * Reads all pages of each node once more when everything else was asked: between two equal readings a listing did not change. The first
 * page is read twice in a row, unless its order is stated: two orders that take turns might have come round to the
 * one that was seen before.
 */
export default experiment({
  when: 'last',
  runFor: async (context, node) => {
    const { page } = await list(context, node, { limit: wholePage, offset: 0 });
    if (page.size > 1 && !areCurated(page.items, node))
      await context.sendAfresh(listingCall(context, node, { limit: wholePage, offset: 0 }));
    await readAllPages({ ...context, send: context.sendAfresh }, node);
    if (node !== (await context.shared('a node to list again without parameters', () => shortOf(context))))
      return;
    // What no cache of ours has, and means the same.
    const call = listingCall(context, node, {});
    await context.exchange({ ...call, target: `${call.target}?` });
  },
});

/** Of the nodes whose listing without parameters omits products the one with the fewest; else the first with several. */
async function shortOf(context: ExperimentContext): Promise<NodeTarget | undefined> {
  const seen: { readonly node: NodeTarget; readonly page: Page }[] = [];
  for (const node of context.target.nodes) {
    const { page } = await context.send(listingCall(context, node, {}));
    if (page && page.size > 0) seen.push({ node, page });
  }
  const [short] = seen
    .filter(({ page }) => page.total !== undefined && page.size < page.total)
    .toSorted((one, other) => one.page.size - other.page.size);
  return (short ?? seen.find(({ page }) => page.size > 1))?.node;
}
