import { rule } from '../../../core/rule.ts';
import { pagesAgree } from '../../../interface/node-products/pages/agreement.ts';
import { isWholeCurated, relist, rotate } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: '`{offset}=N` skips the first N products of a fully curated node',
  shows: 'pagination',
  claims: [pagesAgree('within', 'curated')],
  mutants: [
    {
      name: 'on a curated node, {offset} is ignored without {limit}',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit === undefined && offset < whole.length && isWholeCurated(whole)
          ? rotate(whole, -offset)
          : whole,
      ),
    },
    {
      name: 'on a curated node, a {offset} that is not a multiple of {limit} starts one product early',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit !== undefined && isWholeCurated(whole) && offset % limit > 0
          ? rotate(whole, -1)
          : whole,
      ),
    },
  ],
});
