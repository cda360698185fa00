import { idOf, shownIds } from '../../engine/listing.ts';
import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { filtered } from '../../listing/filtering.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { firstOfList } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-in-list',
  title: 'in(id,…) takes several ids, set apart by commas',
  needs: [...identity, 'node-products/filter-in-id-complete', 'node-products/hidden-never-shown'],
  check: async (probe) => {
    await eachOf(await wholes(probe), async (whole) => {
      const ids = shownIds(whole.products);
      probe.occasion(ids.length > 2, 'no node has three products');
      const wanted = [...new Set([ids.at(-1) ?? '', ids[0] ?? '', ids[Math.floor(ids.length / 2)] ?? ''])];
      const page = await filtered(probe, whole, `in(id,${wanted.join(',')})`);
      const saw = page.products.map((product) => idOf(product) ?? '').toSorted();
      const difference = differ(wanted.map((id) => id.toLowerCase()).toSorted(), saw);
      probe.must(
        difference === undefined,
        `exactly the ${wanted.length} products asked for`,
        difference ?? '',
        page.answer,
        ...whole.pages.map(({ answer }) => answer),
      );
    });
  },
  mutants: [{ name: 'of several ids, only the first is looked for', wire: firstOfList }],
});
