import { list, listingCall, wholePage } from '../../engine/listing.ts';
import { anyNode } from '../../engine/nodes.ts';
import { odd } from '../../engine/odd-filters.ts';
import { rule } from '../../engine/rule.ts';
import { crashWhere } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-filter-no-crash',
  title: 'no filter, however odd, crashes a listing',
  needs: ['node-products/filter-unparsable', 'node-products/filter-unknown-operator'],
  check: (probe) =>
    anyNode(probe, async (node) => {
      await list(probe, node, { limit: wholePage, offset: 0 });
      for (const filter of odd) {
        const answer = await probe.send(listingCall(probe, node, { filter, limit: wholePage, offset: 0 }));
        const shown =
          filter.length > 40 ? `a filter of ${filter.length} characters` : `the filter "${filter}"`;
        probe.must(
          answer.reply.status < 500,
          `${shown} is answered, not crashed on`,
          `status ${answer.reply.status}`,
          answer,
        );
      }
    }),
  mutants: [
    {
      name: 'a filter of three thousand characters crashes',
      wire: crashWhere(({ filter }) => (filter?.length ?? 0) > 2000),
    },
    {
      name: 'a filter with a quote in it crashes',
      wire: crashWhere(({ filter }) => filter?.includes("'") === true),
    },
    {
      name: 'a filter beyond Latin letters crashes',
      wire: crashWhere(({ filter }) => /[^\x20-\xff]/.test(filter ?? '')),
    },
  ],
});
