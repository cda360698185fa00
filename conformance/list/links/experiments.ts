// Requests for the pages that links lead to (§4.3).

import { isChained, listOf } from '../../../src/contract/list.ts';
import { type ExperimentContext, experiments } from '../../core/context.ts';
import { filterForNone, mostFound } from '../filters/asking.ts';
import { listFilter, takes } from '../filters/filter.ts';
import { fewestSmallPages, isCloser, smallSize } from '../pages/places.ts';
import { wholeQuery } from '../query.ts';
import { listedCollections, listedSize, listRecords, readAllPages } from '../read-pages.ts';
import { followFrom, followLinksOf } from './following.ts';

/** The most pages that are read one after the other to follow the links of each. */
const mostFollowed = 4;

/**
 * Follows the links of the first two pages of a filter that finds several records, if possible one to be encoded; without
 * filters, those of a page. With pages of one record, the last is exactly full, where a link may lead past it.
 */
async function followFiltered(context: ExperimentContext): Promise<void> {
  const [fullest] = await listedCollections(context);
  if (!fullest || fullest.page.links.length === 0) return;
  const filter = mostFound(fullest.page, /[^\w.-]/);
  if (filter === undefined) {
    if (!isChained(fullest.page.query.list))
      await followFrom(context, fullest.collection, { limit: 1, offset: 1 });
    return;
  }
  const pages = await readAllPages(context, fullest.collection, 1, { filter }, 2);
  for (const page of pages) await followLinksOf(context, fullest.collection, page);
  await listRecords(context, fullest.collection, { ...wholeQuery, filter });
}

export default experiments('list', {
  'filtered-links': {
    shows: 'links of the pages of a filter',
    run: async (context) => {
      if (!takes(listOf(context.contract), 'id')) return followFiltered(context);
      const nothing = filterForNone(listOf(context.contract));
      const able = (await listedCollections(context)).filter((listed) => listedSize(listed) >= 3);
      for (const { collection, page } of new Set([able[0], able.at(-1)].flatMap((one) => one ?? []))) {
        const { items } = page;
        const some = [items[0], items[Math.floor(items.length / 2)], items.at(-1)];
        const ids = some.flatMap((item) => item?.shownId ?? []);
        if (ids.length < some.length) continue;
        const filter = listFilter(listOf(context.contract), ids);
        await listRecords(context, collection, { ...wholeQuery, filter });
        await followFrom(context, collection, { filter, limit: 1, offset: 1 });
        if (nothing !== undefined)
          await listRecords(context, collection, { filter: nothing, limit: 2, offset: 0 });
      }
    },
  },
  links: {
    shows: 'links of the second small page, of the last, and of one that begins at the second record',
    runFor: async (context, collection) => {
      const { page } = await listRecords(context, collection, wholeQuery);
      const total = page.total ?? page.size;
      if (total < fewestSmallPages || page.links.length === 0) return;
      const limit = smallSize(context.seed, collection, total, page.query.bounds);
      if (isChained(page.query.list)) {
        const pages = await readAllPages(context, collection, limit, {}, mostFollowed);
        for (const one of pages) await followLinksOf(context, collection, one);
        return;
      }
      const last = Math.floor((total - 1) / limit) * limit;
      const within = limit > 1 && isCloser(context.target, collection, total, page.query.bounds) ? [1] : [];
      const offsets = new Set([limit, last, ...within]);
      for (const offset of offsets) await followFrom(context, collection, { limit, offset });
    },
  },
});
