import { anyNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, listingCall } from '../../listing/listing.ts';
import { maximumOf, notIntegers } from '../../listing/parameters.ts';
import { crashWhere } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-bad-input-not-crash',
  title: 'bad parameters never crash a listing',
  needs: [
    'node-products/page-limit-integer',
    'node-products/page-offset-integer',
    'node-products/page-limit-bound',
    'node-products/page-offset-bound',
  ],
  check: (probe) =>
    anyNode(probe, async (node) => {
      await list(probe, node, { limit: 2, offset: 0 });
      const wide = (name: string) => (maximumOf(probe.contract, name) ?? 10_000) * 1000;
      const bad = [
        ...notIntegers.flatMap((text) => [
          { limit: text, offset: 0 },
          { limit: 2, offset: text },
        ]),
        { limit: wide('page[limit]'), offset: 0 },
        { limit: 2, offset: wide('page[offset]') },
        { limit: '99999999999999999999', offset: 0 },
        { limit: 2, offset: '99999999999999999999' },
      ];
      for (const query of bad) {
        const answer = await probe.send(listingCall(probe, node, query));
        const { status } = answer.reply;
        probe.must(status < 500, 'a refusal, not a crash', `status ${status}`, answer);
      }
    }),
  mutants: [
    { name: 'an offset beyond 64 bits crashes', wire: crashWhere(({ offset }) => offset > 1e18) },
    {
      name: 'a limit in the millions crashes',
      wire: crashWhere(({ limit }) => limit !== undefined && limit === 10_000_000),
    },
  ],
});
