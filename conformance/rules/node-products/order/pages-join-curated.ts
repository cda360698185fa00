import { rule } from '../../../core/rule.ts';
import { pagesAgree } from '../../../interface/node-products/pages/agreement.ts';
import { isWholeCurated, relist, rotate } from '../../../mutants/node-products/listing.ts';
import { dropAsSpelled } from '../../../mutants/request.ts';

export default rule({
  title: 'all pages of a fully curated node together are its complete listing',
  shows: 'pagination',
  claims: [pagesAgree('aligned', 'curated')],
  mutants: [
    {
      name: '{offset} is dropped, but only where it is percent-encoded',
      wire: dropAsSpelled(({ names }) => encodeURIComponent(names.offset)),
    },
    {
      name: 'a curated page skips the product at its border',
      wire: relist((whole, { limit, offset, filter }) =>
        filter === undefined && offset === limit && offset < whole.length - 1 && isWholeCurated(whole)
          ? [...whole.slice(0, offset), ...whole.slice(offset + 1), ...whole.slice(0, 1)]
          : whole,
      ),
    },
    {
      name: 'curated order is kept within a page but not across pages',
      wire: relist((whole, { largest, limit = largest, filter }) =>
        filter === undefined && limit < whole.length && isWholeCurated(whole) && whole.length < largest
          ? rotate(whole, limit)
          : whole,
      ),
    },
  ],
});
