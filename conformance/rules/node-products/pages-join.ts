import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { isFlagged, isFullyCurated } from '../../listing/curation.ts';
import { identity, walkable } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { mustJoin } from '../../listing/windows.ts';
import { relist } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-pages-join',
  title: 'the pages of a node make up its whole listing',
  needs: [...identity, ...walkable, 'node-products/order-stable'],
  evidence: 'pagination',
  check: async (probe) => {
    const others = (await wholes(probe)).filter((whole) => !isFullyCurated(whole));
    probe.occasion(others.length > 0, 'every node is fully curated');
    await eachOf(others, (whole) => mustJoin(probe, whole));
  },
  mutants: [
    {
      name: 'at limit 100 only, two products in the middle of a long page change places',
      wire: relist((whole, { limit, filter }) =>
        filter === undefined && limit === 100 && whole.length > 100 && !whole.every(isFlagged)
          ? [...whole.slice(0, 50), ...whole.slice(50, 52).toReversed(), ...whole.slice(52)]
          : whole,
      ),
    },
    {
      name: 'beyond offset 100 a page skips a record',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit === 13 && offset > 100 && !whole.every(isFlagged)
          ? [...whole.slice(0, offset), ...whole.slice(offset + 1), ...whole.slice(0, 1)]
          : whole,
      ),
    },
    {
      name: 'the last record of a page comes again on the next',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit === 13 && offset === 13 && !whole.every(isFlagged)
          ? [...whole.slice(0, offset), ...whole.slice(offset - 1)]
          : whole,
      ),
    },
  ],
});
