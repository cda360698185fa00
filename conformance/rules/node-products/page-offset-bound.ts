import { refusalOf } from '../../engine/acceptance.ts';
import { anyNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, listingCall } from '../../listing/listing.ts';
import { maximumOf } from '../../listing/parameters.ts';

export default rule({
  clause: 'products-page-offset-bound',
  title: 'an offset above its bound is refused',
  check: (probe) =>
    anyNode(probe, async (node) => {
      const bound = probe.occasion(maximumOf(probe.contract, 'page[offset]'), 'the contract sets no bound');
      const control = await list(probe, node, { limit: 2, offset: bound });
      const answer = await probe.send(listingCall(probe, node, { limit: 2, offset: bound + 1 }));
      refusalOf(probe, answer, `an offset of ${bound + 1}`, control.answer);
    }),
  mutants: [
    {
      name: 'an offset above the bound is served',
      amend: { constraint: 'node-products/page[offset]/maximum' },
    },
    {
      name: 'an offset one above the bound is served',
      amend: { constraint: 'node-products/page[offset]/maximum', value: 10_001 },
    },
  ],
});
