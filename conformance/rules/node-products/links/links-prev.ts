import { rule } from '../../../core/rule.ts';
import { eachLink, leadsAway, shownWith } from '../../../interface/node-products/pages/following.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { limitOf, startOf } from '../../../interface/node-products/pages/paged.ts';
import { atOffset } from '../../../mutants/link.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'links.prev of a page leads to the products just before it',
  claims: [
    eachLink(['prev'], (way, judge) => {
      const { from, link, to, paged } = way;
      const start = startOf(from, paged);
      const limit = limitOf(from);
      if (start === undefined || start === 0) return;
      const offset =
        link === null ? 0 : Number(/page(?:%5B|\[)offset(?:%5D|\])=(-\d+)/i.exec(link)?.[1] ?? 0);
      if (offset < 0)
        return judge.claim(false, () => ({
          expected: `links.prev on ${pageWords(from.query)} leads to the products before it`,
          saw: `a ${from.query.list.names.offset} of ${offset}`,
          ...shownWith(way),
        }));
      // With less than a page before it, a page may count as the first.
      if (link === null ? limit === undefined || start < limit : !to || leadsAway(way)) return;
      const prev = to && startOf(to, paged);
      const isBefore = prev !== undefined && to !== undefined && prev < start && prev + to.size >= start;
      const isWhole = limit === undefined || prev === Math.max(0, start - limit);
      judge.claim(isBefore && isWhole, () => ({
        expected: `links.prev on ${pageWords(from.query)} leads to the products just before number ${start + 1}`,
        saw:
          link === null
            ? 'null'
            : prev === undefined
              ? 'an empty page'
              : `a page that begins with product ${prev + 1} and contains ${to?.size}`,
        ...shownWith(way),
      }));
    }),
  ],
  mutants: [
    {
      name: 'links.prev leads to another path',
      wire: changeLinks((links) =>
        typeof links.prev === 'string'
          ? { ...links, prev: links.prev.replace('/products?', '/items?') }
          : links,
      ),
    },
    {
      name: 'from the third page on, links.prev leads to the first',
      wire: changeLinks((links, { list, offset, largest, limit = largest }) =>
        offset >= 2 * limit && typeof links.prev === 'string'
          ? { ...links, prev: atOffset(list, links.prev, 0) }
          : links,
      ),
    },
    {
      name: 'from the second product, links.prev leads to an offset of -1, which is taken for 0',
      wire: (next, contract) =>
        changeLinks((links, { list, offset, limit = 1 }) =>
          offset > 0 && offset < limit && typeof links.prev === 'string'
            ? { ...links, prev: atOffset(list, links.prev, offset - limit) }
            : links,
        )(
          (call) => next({ ...call, target: call.target.replace(/offset(%5D|\])=-\d+/i, 'offset$1=0') }),
          contract,
        ),
    },
    {
      name: 'links.prev names the page itself',
      wire: changeLinks((links) =>
        typeof links.prev === 'string' ? { ...links, prev: links.current ?? null } : links,
      ),
    },
    {
      name: 'links.prev is always absent',
      wire: changeLinks((links) => ({ ...links, prev: null })),
    },
    {
      name: 'under a filter, links.prev names the page itself',
      wire: changeLinks((links, { filter }) =>
        filter !== undefined && typeof links.prev === 'string'
          ? { ...links, prev: links.current ?? null }
          : links,
      ),
    },
  ],
});
