import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedRemedy, isFullyCurated } from '../../listing/curation.ts';
import { identity, walkable } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { mustJoin, smallPage } from '../../listing/windows.ts';
import { relist } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-pages-join-curated',
  title: 'the pages of a fully curated node make up its whole listing',
  needs: [...identity, ...walkable, 'node-products/curated-order'],
  evidence: 'pagination',
  check: async (probe) => {
    const curated = (await wholes(probe)).filter(isFullyCurated);
    probe.occasion(curated.length > 0, 'no node is known to be fully curated', curatedRemedy);
    await eachOf(curated, async (whole) => {
      const sizes = whole.products.length <= 20 ? [2, 3, 7, smallPage] : [smallPage];
      for (const size of sizes) await mustJoin(probe, whole, size);
    });
  },
  mutants: [
    {
      name: 'a curated page skips the record at its border',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined &&
        limit !== undefined &&
        limit < 13 &&
        offset > 0 &&
        offset < whole.length &&
        whole.length < 20 &&
        whole.length > 12
          ? [...whole.slice(0, offset), ...whole.slice(offset + 1), ...whole.slice(0, 1)]
          : whole,
      ),
    },
    {
      name: 'curated order is kept within a page but not across pages',
      wire: relist((whole, { limit, filter }) =>
        filter === undefined && limit === 2 && whole.length === 13
          ? [...whole.slice(2, 4), ...whole.slice(0, 2), ...whole.slice(4)]
          : whole,
      ),
    },
  ],
});
