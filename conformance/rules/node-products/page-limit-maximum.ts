import { isAccepted } from '../../engine/acceptance.ts';
import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, listingCall, readPage, wholePage } from '../../listing/listing.ts';
import { grantInFull } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-page-limit-maximum',
  title: 'no page holds more than the greatest page size, whatever limit is asked for',
  check: (probe) =>
    eachNode(probe, async (node) => {
      const first = await list(probe, node, { limit: wholePage, offset: 0 });
      const more = first.total === undefined ? first.products.length === wholePage : first.total > wholePage;
      probe.occasion(more, 'no node holds more products than the greatest page');
      for (const limit of [wholePage + 1, 500]) {
        const answer = await probe.send(listingCall(probe, node, { limit, offset: 0 }));
        probe.given(answer.reply.status < 500, `a limit of ${limit} was answered ${answer.reply.status}`);
        const held = isAccepted(answer) ? readPage(probe, answer).products.length : 0;
        probe.must(held <= wholePage, `at most ${wholePage} products`, `${held} products`, answer);
      }
    }),
  mutants: [
    {
      name: 'a limit over the greatest page size is granted in full',
      wire: grantInFull,
    },
  ],
});
