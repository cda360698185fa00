import { rule } from '../../../core/rule.ts';
import { nullOnOnlyPage } from '../../../interface/node-products/pages/only-page.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'links.last is null if there is only one page',
  claims: [nullOnOnlyPage('last')],
  mutants: [
    {
      name: 'a listing of one page has links.last',
      wire: changeLinks((links, { offset, limit, filter, largest }, total) =>
        filter === undefined && offset === 0 && total <= Math.min(limit ?? 0, largest)
          ? { ...links, last: links.first ?? null }
          : links,
      ),
    },
    {
      name: 'a listing of one full page has links.last',
      wire: changeLinks((links, { offset, limit, filter }, total) =>
        filter === undefined && offset === 0 && total === limit
          ? { ...links, last: links.first ?? null }
          : links,
      ),
    },
    {
      name: 'without a limit, the only page names a last page',
      wire: changeLinks((links, { offset, limit, filter, largest }, total) =>
        filter === undefined && offset === 0 && limit === undefined && total < largest
          ? { ...links, last: links.first ?? null }
          : links,
      ),
    },
  ],
});
