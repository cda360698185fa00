import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { filtered } from '../../listing/filtering.ts';
import { idOf, shownIds } from '../../listing/listing.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { listUpTo } from '../../mutants/filter.ts';

/** How many ids are asked for at once. */
const most = 12;

export default rule({
  clause: 'products-filter-in-list',
  title: 'in(id,…) takes several ids, set apart by commas',
  needs: [...identity, 'node-products/filter-in-id-complete', 'node-products/hidden-never-shown'],
  check: async (probe) => {
    await eachOf(await wholes(probe), async (whole) => {
      const ids = shownIds(whole.products);
      probe.occasion(ids.length > 2, 'no node has three products');
      const step = Math.max(1, Math.floor((ids.length - 1) / (most - 1)));
      const wanted = ids
        .filter((_, index) => index % step === 0)
        .slice(0, most)
        .toReversed();
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
  mutants: [
    { name: 'of several ids, only the first is looked for', wire: listUpTo(1) },
    { name: 'of several ids, no more than ten are looked for', wire: listUpTo(10) },
  ],
});
