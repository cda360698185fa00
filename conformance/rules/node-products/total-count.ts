import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { isFlagged } from '../../listing/curation.ts';
import { farthest } from '../../listing/listing.ts';
import { liveRemedy } from '../../listing/live.ts';
import { totalOf, wholes } from '../../listing/whole.ts';
import { changeTotal, shorten } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-total-count',
  title: 'the total is the number of live products of the node',
  needs: ['node-products/total-constant', 'node-products/live-exact', 'node-products/live-exact-curated'],
  check: async (probe) => {
    await eachOf(await wholes(probe), async (whole) => {
      const total = probe.occasion(totalOf(whole), 'the listing shows no total');
      probe.occasion(total > 0 || whole.products.length > 0, 'the node is empty');
      const shown = whole.pages.map(({ answer }) => answer);
      const isWhole = total <= farthest || whole.node.live !== undefined;
      probe.occasion(isWhole, 'the node has more products than can be walked', liveRemedy);
      const due = whole.node.live?.length ?? whole.products.length;
      probe.must(
        total === due,
        `a total of ${due}, as many as are ${whole.node.live ? 'live' : 'listed'}`,
        `a total of ${total}`,
        ...shown,
      );
    });
  },
  mutants: [
    {
      name: 'a long node ends at a hundred, and says so',
      wire: shorten((whole) => (whole.every(isFlagged) ? whole : whole.slice(0, 100))),
    },
    {
      name: 'the total counts one too many on nodes of one page',
      wire: changeTotal((total, { filter }) =>
        filter === undefined && total < 100 && total > 0 ? total + 1 : total,
      ),
    },
    {
      name: 'the total stops at one hundred',
      wire: changeTotal((total, { filter }) => (filter === undefined ? Math.min(total, 100) : total)),
    },
  ],
});
