import { rule } from '../../engine/rule.ts';
import { eachFiltered } from '../../listing/aside.ts';
import { totalOf } from '../../listing/whole.ts';
import { changeTotal } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-total-filter-either',
  title: 'the total under a filter is what matches, or the whole node',
  needs: [
    'node-products/total-count',
    'node-products/filter-eq-name-sound',
    'node-products/filter-eq-name-complete',
  ],
  check: async (probe) => {
    await eachFiltered(probe, 'name', (whole, page) => {
      const all = totalOf(whole);
      if (all === undefined || page.total === undefined || page.products.length === 100) return;
      const isEither = page.total === all || page.total === page.products.length;
      const shown = [page, ...whole.pages].map(({ answer }) => answer);
      probe.must(
        isEither,
        `a total of ${page.products.length} or ${all}`,
        `a total of ${page.total}`,
        ...shown,
      );
    });
  },
  mutants: [
    {
      name: 'the total under a filter is the limit',
      wire: changeTotal((total, { filter, limit }) => (filter === undefined ? total : (limit ?? total))),
    },
  ],
});
