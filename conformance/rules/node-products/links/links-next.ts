import { rule } from '../../../core/rule.ts';
import { eachLink, leadsAway, shownWith } from '../../../interface/node-products/pages/following.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { startOf } from '../../../interface/node-products/pages/paged.ts';
import { atOffset } from '../../../mutants/link.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'links.next of a page leads to the products just after it',
  claims: [
    eachLink(['next'], (way, judge) => {
      const { from, link, to, paged } = way;
      const start = startOf(from, paged);
      if (start === undefined || paged.count === undefined) return;
      const end = start + from.size;
      // Where the last page leads on to is not specified.
      if (end >= paged.count || (link !== null && (!to || leadsAway(way)))) return;
      const next = to && startOf(to, paged);
      judge.claim(next === end, () => ({
        expected: `links.next on ${pageWords(from.query)} leads to product ${end + 1} of ${paged.count}`,
        saw:
          link === null
            ? 'null: a client that follows it stops before the end'
            : next === undefined
              ? 'an empty page'
              : `a page that begins with product ${next + 1}`,
        ...shownWith(way),
      }));
    }),
  ],
  mutants: [
    {
      name: 'links.next leads to another path',
      wire: changeLinks((links) =>
        typeof links.next === 'string'
          ? { ...links, next: links.next.replace('/products?', '/items?') }
          : links,
      ),
    },
    {
      name: 'links.next names {offset} twice',
      wire: changeLinks((links, { list }) =>
        typeof links.next === 'string'
          ? { ...links, next: `${links.next}&${encodeURIComponent(list.names.offset)}=0` }
          : links,
      ),
    },
    {
      name: 'links.next counts in whole pages',
      wire: changeLinks((links, { list, offset, limit = 1 }) =>
        typeof links.next === 'string' && offset % limit > 0
          ? { ...links, next: atOffset(list, links.next, (Math.floor(offset / limit) + 1) * limit) }
          : links,
      ),
    },
    { name: 'links.next is always absent', wire: changeLinks((links) => ({ ...links, next: null })) },
    {
      name: 'links.next leaves a product out',
      wire: changeLinks((links, { list, offset, limit = 0 }) =>
        typeof links.next === 'string'
          ? { ...links, next: atOffset(list, links.next, offset + limit + 1) }
          : links,
      ),
    },
    {
      name: 'links.next leads back to the page itself',
      wire: changeLinks((links) =>
        typeof links.next === 'string' ? { ...links, next: links.current ?? null } : links,
      ),
    },
    {
      name: 'under a filter, links.next leads back to the page itself',
      wire: changeLinks((links, { filter }) =>
        filter !== undefined && typeof links.next === 'string'
          ? { ...links, next: links.current ?? null }
          : links,
      ),
    },
    {
      name: 'on the last page but one, links.next is null',
      wire: changeLinks((links, { offset, largest, limit = largest }, total) =>
        offset > 0 && offset + 2 * limit >= total ? { ...links, next: null } : links,
      ),
    },
    {
      name: 'links.next begins within the page',
      wire: changeLinks((links, { list, offset, limit = 0 }) =>
        typeof links.next === 'string'
          ? { ...links, next: atOffset(list, links.next, offset + Math.ceil(limit / 2)) }
          : links,
      ),
    },
  ],
});
