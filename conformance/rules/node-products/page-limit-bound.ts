import { refusalOf } from '../../engine/acceptance.ts';
import { anyNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, listingCall, wholePage } from '../../listing/listing.ts';
import { maximumOf } from '../../listing/parameters.ts';

export default rule({
  clause: 'products-page-limit-bound',
  title: 'a limit above the bound of the schema is refused',
  check: (probe) =>
    anyNode(probe, async (node) => {
      const bound = probe.occasion(maximumOf(probe.contract, 'page[limit]'), 'the contract sets no bound');
      const control = await list(probe, node, { limit: wholePage, offset: 0 });
      const answer = await probe.send(listingCall(probe, node, { limit: bound + 1, offset: 0 }));
      refusalOf(probe, answer, `a limit of ${bound + 1}`, control.answer);
    }),
  mutants: [
    { name: 'a limit above the bound is served', amend: { constraint: 'node-products/page[limit]/maximum' } },
    {
      name: 'a limit one above the bound is served',
      amend: { constraint: 'node-products/page[limit]/maximum', value: 10_001 },
    },
  ],
});
