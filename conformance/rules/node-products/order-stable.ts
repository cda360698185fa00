import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedOrder } from '../../listing/curation.ts';
import { idsOf, walk, wholePage } from '../../listing/listing.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { reverseEverySecond } from '../../mutants/counting.ts';

export default rule({
  clause: 'products-order-stable',
  title: 'a node listed twice comes in the same order',
  needs: [...identity, 'node-products/total-constant'],
  evidence: 'pagination',
  check: async (probe) => {
    const all = await wholes(probe);
    const short = all.find(
      ({ node, pages, products }) => !curatedOrder(node) && pages.length === 1 && products.length > 1,
    );
    await eachOf(all, async (whole) => {
      const first = probe.occasion(idsOf(whole.products), 'not every product shows its id');
      probe.occasion(first.length > 1, 'the node has fewer than two products');
      // One that nobody curated is looked at once more at once: two orders that take turns might have come round.
      for (let looks = whole === short ? 2 : 1; looks > 0; looks -= 1) {
        const again = await walk({ ...probe, send: probe.sendAfresh }, whole.node, wholePage);
        const difference = differ(first, idsOf(again.products) ?? []);
        const shown = [...whole.pages, ...again.pages].map(({ answer }) => answer);
        probe.must(difference === undefined, 'the same order every time', difference ?? '', ...shown);
      }
    });
  },
  mutants: [{ name: 'every second look at a node is in reverse', wire: reverseEverySecond }],
});
