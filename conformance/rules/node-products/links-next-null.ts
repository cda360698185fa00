import { rule } from '../../engine/rule.ts';
import { mustBeNullOnOnePage } from '../../listing/links.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-next-null',
  title: 'links.next is null where there is only one page',
  needs: ['node-products/total-count', 'node-products/total-constant'],
  check: (probe) => mustBeNullOnOnePage(probe, 'next'),
  mutants: [
    {
      name: 'a listing of one page names a next page',
      wire: changeLinks((links, { offset, limit, filter }, total) =>
        filter === undefined && offset === 0 && total <= (limit ?? 0)
          ? { ...links, next: links.first ?? '' }
          : links,
      ),
    },
  ],
});
