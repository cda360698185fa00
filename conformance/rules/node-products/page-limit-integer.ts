import { refusalOf } from '../../engine/acceptance.ts';
import { anyNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, listingCall } from '../../listing/listing.ts';
import { notIntegers } from '../../listing/parameters.ts';

export default rule({
  clause: 'products-page-limit-integer',
  title: 'a limit that is no integer is refused',
  check: (probe) =>
    anyNode(probe, async (node) => {
      const control = await list(probe, node, { limit: 2, offset: 0 });
      for (const limit of notIntegers) {
        const answer = await probe.send(listingCall(probe, node, { limit, offset: 0 }));
        refusalOf(probe, answer, `a limit of "${limit}"`, control.answer);
      }
    }),
  mutants: [{ name: 'any text passes for a limit', amend: { constraint: 'node-products/page[limit]/type' } }],
});
