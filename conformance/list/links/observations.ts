// Which links there are, and where the last page leads, which the specification leaves open.

import type { ListStructure } from '../../../src/contract/list.ts';
import { queryIn } from '../../../src/http/exchange.ts';
import { type ChoiceContext, observation, observations, other } from '../../core/observation.ts';
import { readQueryOf } from '../query.ts';
import { fullestCollection, fullestSeen, listedSize, listRecords, pageSeen } from '../read-pages.ts';

function formOfLink(link: string, list: ListStructure): 'absolute' | 'relative' | 'raw' | 'cursor' {
  const isQueried = queryIn(link).size > 0;
  if (isQueried && list.names.offset !== '' && readQueryOf(list, link).place === undefined) return 'cursor';
  if (/[[\]]/.test(link)) return 'raw';
  return /^[a-z]+:\/\//i.test(link) ? 'absolute' : 'relative';
}

/** Reads the last page if each has one record, which has links to others. */
async function readLastOfOne(context: ChoiceContext): Promise<void> {
  const fullest = await fullestCollection(context, 2);
  const offset = listedSize(fullest) - 1;
  if (offset < fullest.page.query.bounds.farthest)
    await listRecords(context, fullest.collection, { limit: 1, offset });
}

export default observations('list', [
  observation('link-form', {
    gather: readLastOfOne,
    read: (seen) => {
      const forms = new Set(
        seen.listings.flatMap(({ pages }) => {
          const shown = pages.flatMap(({ links }) =>
            links.flatMap(({ next, prev, last }) => [next, prev, last]),
          );
          const list = pages[0]?.query.list;
          return [...new Set(shown)].flatMap((link) =>
            typeof link === 'string' && list ? formOfLink(link, list) : [],
          );
        }),
      );
      const [form, ...others] = [...forms].sort();
      seen.orUntested(form, 'no page shows a link to another page');
      return form === undefined || others.length > 0 ? other([...forms].sort().join(' and ')) : form;
    },
  }),
  observation('next-at-end', {
    gather: readLastOfOne,
    read: (seen) => {
      const fullest = fullestSeen(seen, 2);
      const total = listedSize(fullest);
      seen.orUntested(
        total <= fullest.page.query.bounds.farthest,
        'the last page lies beyond the farthest offset',
      );
      const page = pageSeen(seen, fullest.collection, { limit: 1, offset: total - 1 });
      seen.assume(page.size > 0, 'the last page is empty');
      const links = seen.orUntested(page.links[0], `no ${seen.nouns.record} shows links`);
      if (links.next === undefined) return other('absent');
      if (typeof links.next !== 'string') return 'null';
      // The offset is reported without the link.
      const { place: offset } = readQueryOf(page.query.list, links.next);
      if (offset === undefined) return other('a link without an offset');
      return Number(offset) >= total ? 'past' : other('a link back into the listing');
    },
  }),
]);
