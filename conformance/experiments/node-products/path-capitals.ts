import { experiment } from '../../core/look.ts';
import { wasRefused } from '../../core/status.ts';
import { listingCall } from '../../interface/node-products/calls.ts';
import { fullestNode } from '../../interface/node-products/pages/listed-nodes.ts';

/** Asks the fullest node for a page at the path with its ids in capitals. */
export default experiment({
  run: async (field) => {
    const { node } = await fullestNode(field, 0);
    const small = { limit: 2, offset: 0 };
    const control = listingCall(field, node, small);
    const [hierarchy, id] = [node.hierarchy.toUpperCase(), node.node.toUpperCase()];
    const before = await field.exchange(control);
    const exchange = await field.exchange(listingCall(field, { hierarchy, node: id }, small));
    field.report({
      operation: 'node-products',
      clause: 'node-products/path-uuid-capitals',
      what: 'a path with its ids in capitals',
      expects: 'acceptance',
      exchange,
      before,
      ...(wasRefused(exchange) ? { after: await field.sendAfresh(control) } : {}),
    });
  },
});
