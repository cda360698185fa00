import { rule } from '../../../core/rule.ts';
import { eachLink, leadsAway, shownWith } from '../../../interface/node-products/pages/following.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { startOf } from '../../../interface/node-products/pages/paged.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'links.first leads to the first page',
  claims: [
    eachLink(['first'], (way, judge) => {
      const { from, to, paged } = way;
      if (!to || leadsAway(way)) return;
      const start = startOf(to, paged);
      judge.claim(start === 0, () => ({
        expected: `links.first on ${pageWords(from.query)} leads to the first product`,
        saw: start === undefined ? 'an empty page' : `a page that begins with product ${start + 1}`,
        ...shownWith(way),
      }));
    }),
  ],
  mutants: [
    {
      name: 'links.first leads to another path',
      wire: changeLinks((links) =>
        typeof links.first === 'string'
          ? { ...links, first: links.first.replace('/products?', '/items?') }
          : links,
      ),
    },
    {
      name: 'links.first names the page itself',
      wire: changeLinks((links) => ({ ...links, first: links.current ?? null })),
    },
    {
      name: 'on the last page, links.first names the page before',
      wire: changeLinks((links, { offset, largest, limit = largest }, total) =>
        offset > limit && offset + limit >= total ? { ...links, first: links.prev ?? null } : links,
      ),
    },
  ],
});
