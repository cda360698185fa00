import { rule } from '../../engine/rule.ts';
import { mustBeNullOnOnePage } from '../../listing/links.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-last-null',
  title: 'links.last is null where there is only one page',
  needs: ['node-products/total-count', 'node-products/total-constant'],
  check: (probe) => mustBeNullOnOnePage(probe, 'last'),
  mutants: [
    {
      name: 'a listing of one page names a last page',
      wire: changeLinks((links, { offset, limit, filter }, total) =>
        filter === undefined && offset === 0 && total <= (limit ?? 0)
          ? { ...links, last: links.first ?? '' }
          : links,
      ),
    },
  ],
});
