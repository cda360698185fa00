import { rule } from '../../engine/rule.ts';
import { isFlagged, isFullyCurated } from '../../listing/curation.ts';
import { wholes } from '../../listing/whole.ts';
import { mustBeWindows } from '../../listing/windows.ts';
import { relist, rotate } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-offset-tail',
  title: 'on any node, an offset gives the rest of the whole listing',
  needs: ['node-products/order-stable', 'node-products/pages-join'],
  evidence: 'pagination',
  check: async (probe) => {
    const others = (await wholes(probe)).filter((whole) => !isFullyCurated(whole));
    probe.occasion(others.length > 0, 'every node is fully curated');
    await mustBeWindows(probe, 'offset-tail', others);
  },
  mutants: [
    {
      name: 'on a long node, an offset that is no multiple of the limit starts one late',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined &&
        limit !== undefined &&
        whole.length > 30 &&
        !whole.every(isFlagged) &&
        offset % limit > 0
          ? rotate(whole, 1)
          : whole,
      ),
    },
  ],
});
