// Requests for the pages that links lead to (§4.3).

import { clauseInFocus } from '../../../src/contract/kind-clauses.ts';
import { isChained, listOf } from '../../../src/contract/list.ts';
import { type ExperimentContext, experiments } from '../../core/context.ts';
import { filterForNone, linkedFilters, mostFound } from '../filters/asking.ts';
import { listFilter, takes } from '../filters/filter.ts';
import { fewestSmallPages, isCloser, sizeWithShortLast, smallSize } from '../pages/page-sizes.ts';
import { wholeQuery } from '../query.ts';
import { listedCollections, listedSize, listRecords, readAllPages } from '../read-pages.ts';
import { followFrom, followLinksOf } from './following.ts';

/** The most pages that are read one after the other to follow the links of each. */
const mostFollowed = 4;

/**
 * Follows the links of the first two pages of filters that together have a condition of each field; if no records can tell
 * whether links keep one, of a filter that finds several, and without filters, those of a page.
 */
async function followFiltered(context: ExperimentContext): Promise<void> {
  const [fullest] = await listedCollections(context);
  // Pages by tokens cannot be read in parts, so small pages of a filter are read here.
  if (!fullest || (fullest.page.links.length === 0 && !isChained(fullest.page.query.list))) return;
  const { collection, page } = fullest;
  const { list } = page.query;
  const canJoin =
    page.links.length > 0 && context.contract.clauses.has(clauseInFocus(context.contract, 'filter-both'));
  const telling = linkedFilters(list, page.items, canJoin);
  const most = mostFound(page, /[^\w.-]/);
  const few = telling.length === 0 || page.links.length === 0;
  const filters = few && most !== undefined ? [...telling, { filter: most, limit: 1 }] : telling;
  if (filters.length === 0 && !isChained(list))
    await followFrom(context, collection, { limit: 1, offset: 1 });
  for (const { filter, limit } of filters) {
    const pages = await readAllPages(context, collection, limit, { filter }, 2);
    for (const one of pages) await followLinksOf(context, collection, one);
    await listRecords(context, collection, { ...wholeQuery, filter });
  }
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
    shows:
      'links of the second small page, of the last, of one that begins at the second record, and where the last is short',
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
      const other = within.length > 0 ? sizeWithShortLast(total, page.query.bounds) : undefined;
      if (other === undefined || other === limit || page.query.list.firstPage !== undefined) return;
      const { page: second } = await listRecords(context, collection, { limit: other, offset: other });
      await followLinksOf(context, collection, second, ['last']);
    },
  },
});
