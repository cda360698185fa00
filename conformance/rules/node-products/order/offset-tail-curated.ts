import { rule } from '../../../core/rule.ts';
import { pagesAgree } from '../../../interface/pages/agreement.ts';
import { isWholeCurated, relist, rotate } from '../../../mutants/listing.ts';

export default rule({
  title: 'on a fully curated node, an offset gives the whole listing without as many products at its head',
  shows: 'pagination',
  claims: [pagesAgree('within', 'curated')],
  mutants: [
    {
      name: 'on a curated node, an offset counts only where a limit is given',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit === undefined && offset < whole.length && isWholeCurated(whole)
          ? rotate(whole, -offset)
          : whole,
      ),
    },
    {
      name: 'on a curated node, an offset that is no multiple of the limit starts one early',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit !== undefined && isWholeCurated(whole) && offset % limit > 0
          ? rotate(whole, -1)
          : whole,
      ),
    },
  ],
});
