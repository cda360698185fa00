import type { Json, JsonObject } from '../../../../src/json/json.ts';
import type { LinkName } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { eachLink, type Followed, shownWith } from '../../../interface/node-products/pages/following.ts';
import { pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { isForeign, limitOf, startOf } from '../../../interface/node-products/pages/paged.ts';
import { linkNames } from '../../../interface/read-page.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'links keep {limit} and filter',
  claims: [
    eachLink(linkNames, (way, judge) => {
      const { name, from, to, paged } = way;
      if (!to) return;
      const { filter } = from.query;
      if (filter !== undefined && paged.whole)
        judge.claim(!isForeign(to, paged), () => ({
          title: `links.${name} keeps the filter`,
          expected: `links.${name} on ${pageWords(from.query)} keeps the filter`,
          saw: `${to.items.find(({ id }) => paged.placeOf(id) === undefined)?.id}, which the filter leaves out`,
          ...shownWith(way),
        }));
      const due = dueBehind(way);
      if (due === undefined || isForeign(to, paged)) return;
      const isKept = due.least <= to.size && to.size <= due.most;
      judge.claim(isKept, () => ({
        title: `links.${name} keeps ${from.query.list.names.limit}`,
        expected: `links.${name} on ${pageWords(from.query)} keeps ${from.query.list.names.limit}=${from.query.limit}`,
        saw: `a page of ${productWords(to.size)}`,
        ...shownWith(way),
      }));
    }),
  ],
  mutants: [
    {
      name: 'links.next omits {limit}',
      wire: changeLinks((links, { list }) => without(links, 'next', list.names.limit)),
    },
    { name: 'links.next omits filter', wire: changeLinks((links) => without(links, 'next', 'filter')) },
    {
      name: 'links.prev omits {limit}',
      wire: changeLinks((links, { list }) => without(links, 'prev', list.names.limit)),
    },
    { name: 'links.last omits filter', wire: changeLinks((links) => without(links, 'last', 'filter')) },
    {
      name: 'links.first omits {limit} and filter',
      wire: changeLinks((links, { list }) =>
        without(without(links, 'first', 'filter'), 'first', list.names.limit),
      ),
    },
    {
      name: 'links.next omits {limit} and filter',
      wire: changeLinks((links, { list }) =>
        without(without(links, 'next', 'filter'), 'next', list.names.limit),
      ),
    },
  ],
});

/** Within which bounds the page behind a link holds products, if it was cut by the same limit. */
function dueBehind({ name, from, to, paged }: Followed): { least: number; most: number } | undefined {
  const limit = limitOf(from);
  const start = to && startOf(to, paged);
  if (limit === undefined || start === undefined) return undefined;
  const left = paged.count === undefined ? undefined : Math.min(limit, paged.count - start);
  // The page before one that begins within the first may end where that begins, and where the last begins is open.
  const isSized = left !== undefined && name !== 'prev' && name !== 'last';
  return { least: isSized ? left : 1, most: limit };
}

/** The links with one parameter taken out of one of them. */
function without(links: JsonObject, name: LinkName, parameter: string): JsonObject {
  const link: Json | undefined = links[name];
  if (typeof link !== 'string') return links;
  const url = new URL(link);
  url.searchParams.delete(parameter);
  return { ...links, [name]: url.href };
}
