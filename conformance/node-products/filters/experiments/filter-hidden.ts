import { listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { drawFrom } from '../../../core/draw.ts';
import { listingCall } from '../../calls.ts';
import { readFirst } from '../../listing.ts';
import { findsOn, wholeQuery } from '../asking.ts';
import { filtersFor } from '../hidden.ts';

/** Asks each node for a product that is attached to it but not live, in every way that would return it were it live. */
export default experiment({
  runFor: async (context, node) => {
    // What is attached to no node of the target is asked for on the first.
    const { hidden: elsewhere = [], nodes } = context.target;
    const hidden = [...(node.hidden ?? []), ...(node === nodes[0] ? elsewhere : [])];
    const [live] = findsOn(await readFirst(context, node), 'id');
    const times = Math.max(1, Math.floor(context.draws / 10));
    const sought = drawFrom(context.seed, `hidden ${node.hierarchy}/${node.node}`, hidden, times);
    // On every other node, one that is not live is asked for among live ones with an id of another node, too.
    const among = nodes.indexOf(node) % 2 === 1 ? live?.value : undefined;
    const filters = sought.flatMap((product) => filtersFor(listOf(context.contract), product, among));
    for (const filter of filters)
      await context.exchange(listingCall(context, node, { ...wholeQuery, filter }));
  },
});
