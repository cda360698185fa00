import type { RelationJudge } from '../../../core/claim.ts';
import type { Page } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { wasAccepted } from '../../../core/status.ts';
import { eachLink, shownWith } from '../../../interface/node-products/pages/following.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import type { Paged } from '../../../interface/node-products/pages/paged.ts';
import { insteadOf, promised } from '../../../interface/node-products/pages/serving.ts';
import { linkNames } from '../../../interface/read-page.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'a GET of each link returns a 2xx status',
  claims: [
    eachLink(linkNames, (way, judge) => {
      const { name, from, to, unserved, paged } = way;
      if (!to && !unserved) return;
      // A page that is not served though the specification promises it is told of whoever asked for it.
      if (unserved && isToldOf(judge, unserved, paged)) return;
      judge.claim(unserved === undefined, () => ({
        title: `links.${name} leads to a page that is served`,
        expected: `links.${name} on ${pageWords(from.query)} leads to a page that is served (2xx)`,
        saw: unserved ? insteadOf(unserved.exchange) : '',
        ...shownWith(way),
      }));
    }),
  ],
  mutants: [
    {
      name: 'links.next leads to a {limit} that is rejected',
      wire: changeLinks((links) =>
        typeof links.next === 'string'
          ? { ...links, next: links.next.replace(/limit%5D=\d+/, 'limit%5D=all') }
          : links,
      ),
    },
    {
      name: 'links leave an ampersand in a filter as it is',
      wire: changeLinks((links) => JSON.parse(JSON.stringify(links).replaceAll(/%26/g, '&'))),
    },
    {
      name: 'links encode a filter twice',
      wire: changeLinks((links) =>
        JSON.parse(
          JSON.stringify(links).replaceAll(/(?<=filter=)[^&"]+/g, (filter) =>
            encodeURIComponent(encodeURIComponent(decodeURIComponent(filter))),
          ),
        ),
      ),
    },
    {
      name: 'links.last leads beyond the farthest offset',
      wire: changeLinks((links) =>
        typeof links.last === 'string'
          ? { ...links, last: links.last.replace(/offset%5D=/, 'offset%5D=1000000') }
          : links,
      ),
    },
  ],
});

function isToldOf(
  judge: RelationJudge,
  { exchange, query: { offset = 0, bounds } }: Page,
  { count = 0 }: Paged,
): boolean {
  const isPromised = promised(judge, exchange.call) !== undefined && offset < count;
  // Where there are products beyond the farthest offset, links that lead there are conforming, and so is who rejects it.
  const isOutOfReach = offset > bounds.farthest && offset < count;
  return wasAccepted(exchange) || isPromised || isOutOfReach;
}
