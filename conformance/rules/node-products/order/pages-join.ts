import { rule } from '../../../core/rule.ts';
import { pagesAgree } from '../../../interface/node-products/pages/agreement.ts';
import { hasCurated, isWholeCurated, relist, rotate } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'all pages of a node together are its complete listing',
  shows: 'pagination',
  claims: [pagesAgree('aligned', 'others')],
  mutants: [
    {
      name: 'on the largest page of a longer node, two products in the middle change places',
      wire: relist((whole, { limit, filter, largest }) =>
        filter === undefined && limit === largest && whole.length > largest && !isWholeCurated(whole)
          ? [...whole.slice(0, 50), ...whole.slice(50, 52).toReversed(), ...whole.slice(52)]
          : whole,
      ),
    },
    {
      name: 'a page that begins after the first page skips one',
      wire: relist((whole, { largest, limit = largest, offset, filter }) =>
        filter === undefined &&
        offset >= largest &&
        offset < whole.length - 1 &&
        offset % limit === 0 &&
        !isWholeCurated(whole)
          ? [...whole.slice(0, offset), ...whole.slice(offset + 1), ...whole.slice(0, 1)]
          : whole,
      ),
    },
    {
      name: 'the last product of the first page is returned again on the second',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && offset === limit && !isWholeCurated(whole)
          ? [...whole.slice(0, offset), ...whole.slice(offset - 1, -1)]
          : whole,
      ),
    },
    {
      name: 'on a long node, one product is returned twice and another never',
      wire: relist((whole, { filter, largest }) =>
        filter === undefined && whole.length > largest && !isWholeCurated(whole)
          ? [...whole.slice(0, -2), ...whole.slice(-3, -2), ...whole.slice(-1)]
          : whole,
      ),
    },
    {
      name: 'a {limit} of the whole node changes its order',
      wire: relist((whole, { limit = 0, filter, hasOffset, largest }) =>
        filter === undefined && hasOffset && limit >= whole.length && limit < largest && !hasCurated(whole)
          ? whole.toReversed()
          : whole,
      ),
    },
    {
      name: 'an offset counts pages',
      wire: relist((whole, { limit = 1, offset, filter }) =>
        filter === undefined &&
        offset > 0 &&
        offset % limit === 0 &&
        offset < whole.length &&
        !isWholeCurated(whole)
          ? rotate(whole, (offset * limit - offset) % whole.length)
          : whole,
      ),
    },
    {
      name: 'every page but the first starts one product early',
      wire: relist((whole, { offset, filter }) =>
        filter === undefined && offset > 0 && offset < whole.length && !isWholeCurated(whole)
          ? rotate(whole, -1)
          : whole,
      ),
    },
    {
      name: 'large pages are sorted another way',
      wire: relist((whole, { limit = 0, filter }) =>
        filter === undefined && limit > 50 && !hasCurated(whole) ? whole.toReversed() : whole,
      ),
    },
    {
      name: 'a page is reversed if {limit} is an uneven number',
      wire: relist((whole, { limit = 0, filter }) =>
        filter === undefined && limit % 2 === 1 && !hasCurated(whole) ? whole.toReversed() : whole,
      ),
    },
    {
      name: 'every page but the first comes from the list in reverse',
      wire: relist((whole, { offset, filter }) =>
        filter === undefined && offset > 0 && !hasCurated(whole) ? whole.toReversed() : whole,
      ),
    },
  ],
});
