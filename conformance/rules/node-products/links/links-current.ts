import { rule } from '../../../core/rule.ts';
import { eachLink, leadsAway, shownWith } from '../../../interface/node-products/pages/following.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { startOf } from '../../../interface/node-products/pages/paged.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'links.current of a page leads to that same page',
  claims: [
    eachLink(['current'], (way, judge) => {
      const { from, to, paged } = way;
      const start = startOf(from, paged);
      // What a link drops, a filter above all, is for another rule.
      if (!to || start === undefined || leadsAway(way)) return;
      judge.claim(startOf(to, paged) === start, () => ({
        expected: `links.current on ${pageWords(from.query)} leads to the page itself, which begins with ${from.items[0]?.id}`,
        saw: to.items[0]?.id === undefined ? 'an empty page' : `a page that begins with ${to.items[0].id}`,
        ...shownWith(way),
      }));
    }),
  ],
  mutants: [
    {
      name: 'links.current leads to another path',
      wire: changeLinks((links) =>
        typeof links.current === 'string'
          ? { ...links, current: links.current.replace('/products?', '/items?') }
          : links,
      ),
    },
    {
      name: 'links.current does not encode a plus sign in a filter',
      wire: changeLinks((links) => ({ ...links, current: String(links.current).replaceAll(/%2B/gi, '+') })),
    },
    {
      name: 'links.current always names the first page',
      wire: changeLinks((links) => ({ ...links, current: links.first ?? null })),
    },
    {
      name: 'under a filter, links.current names the first page',
      wire: changeLinks((links, { filter }) =>
        filter === undefined ? links : { ...links, current: links.first ?? null },
      ),
    },
  ],
});
