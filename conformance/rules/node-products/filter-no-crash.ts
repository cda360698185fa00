import { forAll } from '../../engine/fuzz.ts';
import { anyNode } from '../../engine/nodes.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { findable } from '../../listing/harvest.ts';
import { list, listingCall, wholePage } from '../../listing/listing.ts';
import { nearMiss, odd } from '../../listing/odd-filters.ts';
import { crashWhere } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-filter-no-crash',
  title: 'no filter, however odd, crashes a listing',
  needs: ['node-products/filter-unparsable', 'node-products/filter-unknown-operator'],
  check: (probe) =>
    anyNode(probe, async (node) => {
      const { products } = await list(probe, node, { limit: wholePage, offset: 0 });
      const mustNotCrash = async (filter: string): Promise<void> => {
        const answer = await probe.send(listingCall(probe, node, { filter, limit: wholePage, offset: 0 }));
        const { status } = answer.reply;
        probe.must(
          status < 500,
          `the filter ${printValue(filter)} is answered, not crashed on`,
          `status ${status}`,
          answer,
        );
      };
      for (const filter of odd(findable(products))) await mustNotCrash(filter);
      const misses = nearMiss(findable(products));
      await forAll(probe, 'near misses', misses, mustNotCrash, Math.ceil(probe.draws / 2));
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
