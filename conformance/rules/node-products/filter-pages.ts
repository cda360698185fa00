import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { filtered, fiveFilter } from '../../listing/filtering.ts';
import { idsOf, list } from '../../listing/listing.ts';
import { filterWindows } from '../../listing/seen-pages.ts';
import { wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { misread } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-filter-pages',
  title: 'offset and limit cut a filtered listing like a whole one',
  needs: [
    'node-products/filter-in-list',
    'node-products/order-stable',
    'node-products/curated-order-filter',
    'node-products/page-limit',
    'node-products/pages-join',
  ],
  check: async (probe) => {
    await eachOf(await wholes(probe), async (whole) => {
      const filter = probe.occasion(fiveFilter(whole), 'no node shows five products with their ids');
      const all = await filtered(probe, whole, filter);
      const expected = idsOf(all.products) ?? [];
      for (const window of filterWindows.slice(1)) {
        const [limit, offset] = [Number(window.limit), Number(window.offset)];
        const page = await list(probe, whole.node, { ...window, filter });
        const difference = differ(expected.slice(offset, offset + limit), idsOf(page.products) ?? []);
        probe.must(
          difference === undefined,
          `offset ${offset} and limit ${limit} to cut the filtered listing`,
          difference ?? '',
          page.answer,
          all.answer,
        );
      }
    });
  },
  mutants: [
    {
      name: 'an offset counts from the unfiltered listing',
      wire: misread(({ filter, offset }) =>
        filter !== undefined && offset > 0 ? { offset: offset + 3 } : undefined,
      ),
    },
    {
      name: 'a limit is overlooked under a filter',
      wire: misread(({ filter, limit }) =>
        filter !== undefined && limit !== undefined && limit < 4 ? { limit: 100 } : undefined,
      ),
    },
  ],
});
