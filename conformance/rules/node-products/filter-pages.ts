import { idsOf, list, shownIds } from '../../engine/listing.ts';
import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { filtered } from '../../listing/filtering.ts';
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
      const ids = shownIds(whole.products);
      probe.occasion(ids.length > 4, 'no node has five products');
      const filter = `in(id,${ids.slice(0, 5).toSorted().join(',')})`;
      const all = await filtered(probe, whole, filter);
      const expected = idsOf(all.products) ?? [];
      for (const { limit, offset } of [
        { limit: 2, offset: 2 },
        { limit: 3, offset: 1 },
      ]) {
        const page = await list(probe, whole.node, { filter, limit, offset });
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
