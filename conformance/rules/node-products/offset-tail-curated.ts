import { rule } from '../../engine/rule.ts';
import { curatedRemedy, isFullyCurated } from '../../listing/curation.ts';
import { wholes } from '../../listing/whole.ts';
import { mustBeWindows } from '../../listing/windows.ts';
import { relist, rotate } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-offset-tail-curated',
  title: 'on a fully curated node, an offset gives the rest of the whole listing',
  needs: ['node-products/curated-order', 'node-products/pages-join-curated'],
  evidence: 'pagination',
  check: async (probe) => {
    const curated = (await wholes(probe)).filter(isFullyCurated);
    probe.occasion(curated.length > 0, 'no node is known to be fully curated', curatedRemedy);
    await mustBeWindows(probe, 'offset-tail-curated', curated);
  },
  mutants: [
    {
      name: 'on a short node, an offset that is no multiple of the limit starts one early',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit !== undefined && whole.length === 13 && offset % limit > 0
          ? rotate(whole, -1)
          : whole,
      ),
    },
  ],
});
