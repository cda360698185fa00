import { rule } from '../../../core/rule.ts';
import { pagesAgree } from '../../../interface/node-products/pages/agreement.ts';
import { isWholeCurated, relist, rotate } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: '`{offset}=N` skips the first N products',
  shows: 'pagination',
  claims: [pagesAgree('within', 'others')],
  mutants: [
    {
      name: 'a {offset} that is not a multiple of {limit} starts one product late',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit !== undefined && !isWholeCurated(whole) && offset % limit > 0
          ? rotate(whole, 1)
          : whole,
      ),
    },
    {
      name: 'an offset counts in pages',
      wire: relist((whole, { limit = 1, offset, filter }) =>
        filter === undefined && offset < whole.length && offset % limit > 0 && !isWholeCurated(whole)
          ? rotate(whole, Math.floor(offset / limit) * limit - offset)
          : whole,
      ),
    },
    {
      name: '{offset} is ignored without {limit}',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit === undefined && offset < whole.length && !isWholeCurated(whole)
          ? rotate(whole, -offset)
          : whole,
      ),
    },
  ],
});
