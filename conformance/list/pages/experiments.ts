// Requests for pages of every kind, without filters (§4.3, §8).

import fc from 'fast-check';
import { isChained, type PageBounds } from '../../../src/contract/list.ts';
import { shareOf } from '../../core/cases.ts';
import { type ExperimentContext, experiments, type Setting } from '../../core/context.ts';
import type { Page } from '../../core/evidence.ts';
import { draw, drawFrom } from '../../core/random-draws.ts';
import { type Collection, collectionWords, nameOfCollection } from '../../core/target.ts';
import { areOrdered } from '../complete-reading.ts';
import { mostFound } from '../filters/asking.ts';
import { farthest, listingRequest, type Query, wholeQuery } from '../query.ts';
import { canSkip, listRecords, readAllPages, readFirst, smallestPage } from '../read-pages.ts';
import {
  fewestSmallPages,
  innerPages,
  isCloser,
  mostSmallPages,
  outerPages,
  smallSize,
} from './page-sizes.ts';

const farQuery: Query = { limit: 2, offset: farthest };

const windowIn = (total: number, { largest }: PageBounds): fc.Arbitrary<Query> =>
  fc
    .integer({ min: 2, max: Math.max(2, Math.min(largest - 1, total - 1)) })
    .chain((limit) =>
      fc
        .integer({ min: 1, max: total - 1 })
        .map((offset) => ({ limit, offset: offset % limit === 0 ? offset - 1 || 1 : offset })),
    );

/** Sizes that clients like, and that a server may have as its own. */
const liked = [2, 3, 5, 7, 10, 12, 13, 15, 20, 24, 25, 30, 32, 40, 50, 60, 64, 75, 80, 99];

const likedBelow = (seed: number, collection: Collection, total: number, count: number): Query[] =>
  drawFrom(
    seed,
    `liked sizes ${nameOfCollection(collection)}`,
    liked.filter((limit) => limit < total),
    count,
  ).map((limit) => ({ limit, offset: 0 }));

/** The most pages of one reading that are read again, unless each is asked for by the one before. */
const mostReadAgain = 24;

export default experiments('list', {
  /** Where code branches (READINGS P9). */
  offsets: {
    shows: 'pages before the last record, after it and far beyond, and parts drawn at random',
    runFor: async (context, collection) => {
      const { page } = await listRecords(context, collection, wholeQuery);
      const total = page.total ?? page.size;
      const queries =
        Math.min(total, page.query.bounds.farthest) < 2
          ? [{}, { limit: 2, offset: 1 }]
          : within(context, collection, page, total);
      await send(context, collection, page, queries);
      const { bounds } = page.query;
      // The page that links are followed from is drawn, too.
      const linked = { limit: smallSize(context.seed, collection, total, bounds), offset: 1 };
      const drawn = isCloser(context.target, collection, total, bounds) && linked.limit > 1 ? [linked] : [];
      const isOfSize = (shown: Page | undefined, limit: number, offset: number): boolean =>
        shown?.size === Math.min(limit, total - offset);
      for (const { limit, offset = 0 } of page.query.list.fullPages ? [...queries, ...drawn] : [])
        if (typeof limit === 'number' && typeof offset === 'number' && offset < total)
          await smallestPage(
            context,
            collection,
            { limit, offset },
            (shown, asked) => !isOfSize(shown, asked.limit, asked.offset),
          );
    },
  },
  /** Where code branches (READINGS P9): a divisor of the total and of one less, too. */
  'page-sizes': {
    shows: 'pages of the size of the total, of one less and one more, and of sizes that clients like',
    runFor: async (context, collection) => {
      const { page } = await listRecords(context, collection, wholeQuery);
      const total = page.total ?? page.size;
      if (total === 0) return;
      const isClose = isCloser(context.target, collection, total, page.query.bounds);
      const [isLiked] = isClose ? [true] : shareOf([false, true], context.target.collections, collection);
      const queries = [
        ...edges(total, page.query.bounds),
        ...(isClose ? [{ limit: 1, offset: 0 }] : []),
        ...likedBelow(context.seed, collection, Math.min(total, page.query.bounds.largest), isLiked ? 1 : 0),
      ];
      await send(context, collection, page, queries);
    },
  },
  /**
   * Between two equal readings a listing did not change. The first page is read twice in a row unless its order is stated,
   * since two orders may take turns. Of a listing that has grown, the earlier pages are no evidence, so a page in its middle
   * is, too: in the opposite order it has much the same records.
   */
  'read-pages-again': {
    shows: 'all pages once more at the end, of very many only some',
    when: 'last',
    runFor: async (context, collection) => {
      const { page } = await listRecords(context, collection, wholeQuery);
      const afresh = { ...context, send: context.sendAfresh };
      if (page.size > 1 && !areOrdered(page.items, collection)) {
        const { total = 0, size } = (await listRecords(afresh, collection, wholeQuery)).page;
        const middle = { limit: size, offset: Math.floor((total - size) / 2) };
        if (total !== page.total && canSkip(page.query.list, middle))
          for (const _ of ['once', 'again']) await listRecords(afresh, collection, middle);
      }
      const name = `pages to read again ${nameOfCollection(collection)}`;
      const first = await readFirst(context, collection);
      if (isChained(page.query.list) || first.length <= mostReadAgain) await readAllPages(afresh, collection);
      else
        for (const { query } of [
          ...drawFrom(context.seed, name, first.slice(0, -1), mostReadAgain),
          ...first.slice(-1),
        ])
          await listRecords(afresh, collection, { ...wholeQuery, offset: query.offset ?? 0 });
      if (
        collection !==
        (await context.shared('a collection to list again without parameters', () =>
          shortCollection(context),
        ))
      )
        return;
      // The same request, in a form that was not sent before.
      const request = listingRequest(context, collection, {});
      await context.exchange({ ...request, target: `${request.target}?` });
    },
  },
  'read-pages': {
    shows: 'all pages',
    when: 'first',
    runFor: async (context, collection) => {
      await readFirst(context, collection).catch(async (error: unknown) => {
        // A server that rejects the greatest page may serve a smaller one.
        await context.exchange(listingRequest(context, collection, { limit: 1, offset: 0 }));
        throw error;
      });
    },
  },
  'small-pages': {
    shows: 'all pages in one small size, of very many only some',
    runFor: async (context, collection) => {
      const { page } = await listRecords(context, collection, wholeQuery);
      const total = page.total ?? page.size;
      if (total < fewestSmallPages) return;
      const limit = smallSize(context.seed, collection, total, page.query.bounds);
      if (isChained(page.query.list)) {
        await readAllPages(context, collection, limit, {}, mostChained);
        const filter = mostFound(page);
        if (filter !== undefined) await readAllPages(context, collection, 1, { filter }, mostChained);
        return;
      }
      const reached = Math.min(total, page.query.bounds.farthest + 1);
      const pages = Math.ceil(reached / limit);
      const count = Math.ceil((mostSmallPages * context.draws) / 10);
      // Most faults show on the first two and the last.
      const ends = outerPages(reached, limit);
      const name = `some small pages ${nameOfCollection(collection)}`;
      const chosen = [
        ...ends,
        ...drawFrom(context.seed, name, innerPages(reached, limit), count - ends.length),
      ];
      if (chosen.length < pages)
        context.sample(`${chosen.length} of ${pages} pages of ${limit} in ${collectionWords(collection)}`);
      await Promise.all(
        chosen.map((offset) => context.exchange(listingRequest(context, collection, { limit, offset }))),
      );
    },
  },
});

async function send(
  context: ExperimentContext,
  collection: Collection,
  { query: { list } }: Page,
  queries: readonly Query[],
): Promise<void> {
  const able = queries.filter((query) => canSkip(list, query));
  await Promise.all(able.map((query) => context.exchange(listingRequest(context, collection, query))));
}

/** The most pages that are read one after the other for a page size or a filter. */
const mostChained = 12;

function within(setting: Setting, collection: Collection, page: Page, total: number): Query[] {
  const { bounds } = page.query;
  const { seed, draws, target } = setting;
  const end = Math.min(total, bounds.farthest);
  const name = `windows ${nameOfCollection(collection)}`;
  const [from = 1] = draw(seed, `${name} from`, fc.integer({ min: 1, max: end - 1 }), 1);
  return [
    // The same as a page with the offset 0.
    { limit: smallSize(seed, collection, total, bounds) },
    // After one with a limit, which a server may keep.
    {},
    { offset: from },
    { limit: 2, offset: end - 1 },
    // The page after the last, where pages are numbered.
    ...(page.query.list.firstPage === undefined ? [] : [{ limit: 2, offset: end + (end % 2) }]),
    // Past the end, with a limit or without.
    ...shareOf([{ limit: 2, offset: end }, { offset: end }], target.collections, collection),
    ...(isCloser(target, collection, total, bounds) ? [farQuery] : []),
    ...draw(seed, name, windowIn(end, bounds), Math.ceil(draws / 10)),
  ];
}

function edges(total: number, bounds: PageBounds): Query[] {
  const isServed = ({ limit }: { limit: number }): boolean => limit >= 1 && limit <= bounds.largest;
  const divisors = [divisorOf(total, bounds), divisorOf(total - 1, bounds)];
  return [
    ...[total - 1, total, total + 1, ...divisors].map((limit) => ({ limit, offset: 0 })),
    // The last page: full, or with one record.
    ...divisors.map((limit) => ({ limit, offset: Math.floor((total - 1) / limit) * limit })),
  ].filter(isServed);
}

/** The largest divisor of a number below itself and below the largest page; 1 if there is none. */
function divisorOf(number: number, { largest }: PageBounds): number {
  for (let divisor = Math.min(largest - 1, Math.floor(number / 2)); divisor > 1; divisor -= 1)
    if (number % divisor === 0) return divisor;
  return 1;
}

/** The collection whose listing without parameters omits most records, else the first with several. */
async function shortCollection(context: ExperimentContext): Promise<Collection | undefined> {
  const seen: { readonly collection: Collection; readonly page: Page }[] = [];
  for (const collection of context.target.collections) {
    const { page } = await context.send(listingRequest(context, collection, {}));
    if (page && page.size > 0) seen.push({ collection, page });
  }
  const [short] = seen
    .filter(({ page }) => page.total !== undefined && page.size < page.total)
    .toSorted((one, other) => one.page.size - other.page.size);
  return (short ?? seen.find(({ page }) => page.size > 1))?.collection;
}
