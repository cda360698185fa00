import { experiment } from '../../../core/context.ts';
import { attemptReads } from '../../../interface/read-attempts.ts';
import { listingCall } from '../../calls.ts';
import { fullestNode } from '../../pages/listed-nodes.ts';

/** Asks the fullest node for a page at the path with its ids in capitals. */
export default experiment({
  run: async (context) => {
    const { node } = await fullestNode(context, 0);
    const small = { limit: 2, offset: 0 };
    const capitals = { hierarchy: node.hierarchy.toUpperCase(), node: node.node.toUpperCase() };
    await attemptReads(context, listingCall(context, node, small), [
      {
        clause: 'node-products/path-uuid-capitals',
        what: 'a path with its ids in capitals',
        expects: 'acceptance',
        call: listingCall(context, capitals, small),
      },
    ]);
  },
});
