import { refusalOf } from '../../engine/acceptance.ts';
import { anyNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, listingCall } from '../../listing/listing.ts';
import { notIntegers } from '../../listing/parameters.ts';

export default rule({
  clause: 'products-page-offset-integer',
  title: 'an offset that is no integer is refused',
  check: (probe) =>
    anyNode(probe, async (node) => {
      const control = await list(probe, node, { limit: 2, offset: 0 });
      for (const offset of notIntegers) {
        const answer = await probe.send(listingCall(probe, node, { limit: 2, offset }));
        refusalOf(probe, answer, `an offset of "${offset}"`, control.answer);
      }
    }),
  mutants: [
    { name: 'any text passes for an offset', amend: { constraint: 'node-products/page[offset]/type' } },
  ],
});
