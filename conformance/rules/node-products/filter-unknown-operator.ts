import { isAccepted } from '../../engine/acceptance.ts';
import { idsOf, list, listingCall, readPage, wholePage } from '../../engine/listing.ts';
import { anyNode } from '../../engine/nodes.ts';
import { unknownOperators } from '../../engine/odd-filters.ts';
import { rule } from '../../engine/rule.ts';
import { findable } from '../../listing/harvest.ts';
import { forgiveFilter } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-unknown-operator',
  title: 'a filter that names no known operator is not answered as if it were absent',
  check: (probe) =>
    anyNode(probe, async (node) => {
      const whole = await list(probe, node, { limit: wholePage, offset: 0 });
      const ids = probe.occasion(idsOf(whole.products), 'not every product shows its id');
      probe.occasion(ids.length > 1, 'no node has two products');
      for (const filter of unknownOperators(findable(whole.products))) {
        const answer = await probe.send(listingCall(probe, node, { filter, limit: wholePage, offset: 0 }));
        probe.given(answer.reply.status < 500, `${filter} was answered ${answer.reply.status}`);
        const absent =
          isAccepted(answer) &&
          JSON.stringify(idsOf(readPage(probe, answer).products)) === JSON.stringify(ids);
        probe.must(
          !absent,
          `${filter} is refused or matches nothing`,
          'the whole listing',
          answer,
          whole.answer,
        );
      }
    }),
  mutants: [
    {
      name: 'a filter that names no known operator is dropped',
      wire: forgiveFilter((filter) => filter.startsWith('assay(')),
    },
  ],
});
