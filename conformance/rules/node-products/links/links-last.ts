import { rule } from '../../../core/rule.ts';
import { eachLink, leadsAway, shownWith } from '../../../interface/node-products/pages/following.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { limitOf, startOf } from '../../../interface/node-products/pages/paged.ts';
import { atOffset } from '../../../mutants/link.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'links.last leads to a page that ends with the last product',
  claims: [
    eachLink(['last'], (way, judge) => {
      const { from, link, to, paged } = way;
      const { count } = paged;
      const limit = limitOf(from);
      if (count === undefined || count > from.query.bounds.farthest) return;
      if (link === null ? limit === undefined || count <= limit : !to || leadsAway(way)) return;
      const start = to && startOf(to, paged);
      const end = to && start !== undefined ? start + to.size : undefined;
      judge.claim(end === count, () => ({
        expected: `links.last on ${pageWords(from.query)} leads to a page that ends with product ${count}, the last`,
        saw:
          link === null
            ? 'null'
            : end === undefined
              ? 'an empty page'
              : `a page that ends with product ${end}`,
        ...shownWith(way),
      }));
    }),
  ],
  mutants: [
    {
      name: 'links.last leads to another path',
      wire: changeLinks((links) =>
        typeof links.last === 'string'
          ? { ...links, last: links.last.replace('/products?', '/items?') }
          : links,
      ),
    },
    {
      name: 'links.last names {offset} twice',
      wire: changeLinks((links, { list }) =>
        typeof links.last === 'string'
          ? { ...links, last: `${links.last}&${encodeURIComponent(list.names.offset)}=0` }
          : links,
      ),
    },
    {
      name: 'links.last leads past the end',
      wire: changeLinks((links, { list, largest, limit = largest }, total) =>
        typeof links.last === 'string'
          ? { ...links, last: atOffset(list, links.last, total + limit) }
          : links,
      ),
    },
    {
      name: 'links.last leads to the page before the last',
      wire: changeLinks((links, { list, largest, limit = largest }, total) =>
        typeof links.last === 'string'
          ? {
              ...links,
              last: atOffset(list, links.last, Math.max(0, Math.ceil(total / limit) * limit - 2 * limit)),
            }
          : links,
      ),
    },
    {
      name: 'where the last page is exactly full, links.last leads past it',
      wire: changeLinks((links, { list, largest, limit = largest }, total) =>
        typeof links.last === 'string' && total % limit === 0
          ? { ...links, last: atOffset(list, links.last, total) }
          : links,
      ),
    },
    { name: 'links.last is always absent', wire: changeLinks((links) => ({ ...links, last: null })) },
  ],
});
