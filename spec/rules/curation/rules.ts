// The order of curated products, and their mark (§1, §4.3).

import {
  type Arrange,
  type Claim,
  changeRecords,
  dropAsSpelled,
  eachBasicPage,
  eachListing,
  eachPageShows,
  filtered,
  filteredPages,
  filtersByList,
  isDocumented,
  isFullyOrdered,
  isWholePinned,
  type Judge,
  type Listing,
  type Mutant,
  misorder,
  mutantsBy,
  orderLine,
  type Page,
  pagesAgree,
  pageWords,
  placesIn,
  printPath,
  type RecordExchange,
  type ResponseClaim,
  readingOf,
  relist,
  rotate,
  rules,
  skipAt,
  unfiltered,
  unfilteredPages,
  withoutPin,
} from '../../../conformance/rules.ts';
import { curated, idOf } from '../products.ts';

/** The places of the curated products of a collection, by id; none if it has none, undefined if they are not known. */
function declaredPlaces(
  { collection }: Page,
  judge: Pick<Judge, 'contract' | 'target' | 'untested'>,
): ReadonlyMap<string, number> | undefined {
  const isAny = judge.target.collections.some(({ order = [] }) => order.length > 0);
  if (!isAny) judge.untested('no curated order is declared', orderLine(judge));
  return collection?.order && placesIn(collection.order);
}

const keepsOrder = (
  isMeant: (page: Page) => boolean,
  options?: Parameters<typeof eachBasicPage>[1],
): ResponseClaim => ({
  ...eachBasicPage(({ page }, judge) => {
    if (!isMeant(page)) return;
    const places = declaredPlaces(page, judge);
    const { many, first } = places ? misorder(page.items, places) : { many: false };
    if (!many) return;
    judge.claim(first === undefined, () => ({
      expected: `${first?.[1]} before ${first?.[0]}, as in \`order\``,
      saw: `${first?.[0]} first`,
      declared: { list: 'order', ...(first ? { id: first[1] } : {}) },
      shown: [page.exchange],
    }));
  }, options),
  outdated: (listings) =>
    listings.find(({ collection, changed }) => changed && collection.order?.length)?.changed,
});

/**
 * A claim that curated products keep their order from page to page of one size and filter. Pages that share a record do not
 * join, which another rule reports.
 */
const keepsOrderAcross = (
  stage: 'places' | 'filters',
  pagesOf: (listing: Listing) => readonly Page[],
): Claim =>
  eachListing(stage, (listing, judge) => {
    const { order = [] } = listing.collection;
    if (order.length === 0) return judge.untested('no curated order is declared', orderLine(judge));
    const places = placesIn(order);
    const read = pagesOf(listing).flatMap((page) => {
      const ids = page.items.flatMap(({ id }) => (id !== undefined && places.has(id) ? [id] : []));
      const inPlace = ids.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
      const [first, last] = [inPlace[0], inPlace.at(-1)];
      const { offset, limit, filter } = page.query;
      if (first === undefined || last === undefined || offset === undefined || limit === undefined) return [];
      return { page, offset, first, last, cut: `${limit} ${filter ?? ''}` };
    });
    for (const pages of Map.groupBy(read, ({ cut }) => cut).values())
      for (const { page, offset, first } of pages) {
        const isBefore = (one: (typeof read)[number]): boolean => one.offset + one.page.size <= offset;
        if (!pages.some(isBefore)) continue;
        const shown = new Set(page.items.map(({ id }) => id));
        const late = pages.find(
          (one) =>
            isBefore(one) &&
            (places.get(one.last) ?? 0) > (places.get(first) ?? 0) &&
            !one.page.items.some(({ id }) => shown.has(id)),
        );
        judge.claim(late === undefined, () => ({
          expected: `${first} before ${late?.last}, as in \`order\``,
          saw: `${late?.last} on ${late ? pageWords(late.page.query) : ''}`,
          declared: { list: 'order', id: first },
          pages: [page, ...(late ? [late.page] : [])],
        }));
      }
  });

/** A claim about the mark of each product of a curated collection that is in the list of curated products, or of each that is not. */
const marksWhere = (
  isDue: boolean,
  wordsFor: (record: string) => { readonly expected: string; readonly saw: string },
): Claim =>
  eachPageShows(({ page, place }, judge) => {
    const places = declaredPlaces(page, judge);
    if (!places) return;
    for (const [index, { id, isPinned }] of page.items.entries())
      if (id !== undefined && places.has(id) === isDue)
        judge.claim(isPinned === isDue, () => ({
          ...wordsFor(`${printPath(place)}[${index}] (${id})`),
          declared: { list: 'order', id },
          shown: [page.exchange],
        }));
  });

/** Rearranges listings of fully curated collections without a filter. */
const relistCurated = (arrange: Arrange): Mutant =>
  relist(unfiltered((exchange) => isWholePinned(exchange) && arrange(exchange)));

/** Sorts each page, and returns the pages in reverse. */
const withinPages: Arrange = ({ whole, offset, size }) => {
  const others = whole.toReversed();
  return others.toSpliced(
    offset,
    size,
    ...whole.filter((one) => others.slice(offset, offset + size).includes(one)),
  );
};

const byId = (one: object, other: object): number => ((idOf(one) ?? '') < (idOf(other) ?? '') ? -1 : 1);

export default rules('list', ['order'], {
  'curated-flag-only': {
    title: 'only products in `curated_products` have `curated_product: true`',
    claims: [
      marksWhere(false, (record) => ({
        expected: '`curated_product: true` only for products in `curated_products`',
        saw: `it for ${record}, which is not in the list`,
      })),
    ],
    mutants: {
      'every product is marked as curated': changeRecords(({ record }) => curated(record)),
      'what is curated in one collection is marked in the others too': {
        wireFor: ({ collections }) => {
          const named = new Set<unknown>(collections.flatMap((collection) => collection.order ?? []));
          return changeRecords(({ record }) => named.has(record.id) && curated(record));
        },
      },
      'under a filter every product is marked as curated': changeRecords(
        filtered(({ record }) => curated(record)),
      ),
    },
  },
  'curated-flag': {
    title: 'each curated product has curated_product: true',
    shows: 'order',
    claims: [
      marksWhere(true, (record) => ({
        expected: `${record} has curated_product: true`,
        saw: 'no curated_product: true',
      })),
    ],
    mutants: mutantsBy(
      (isMeant: (exchange: RecordExchange) => boolean) =>
        changeRecords((exchange) => isMeant(exchange) && withoutPin(exchange.list, exchange.record)),
      {
        'on pages smaller than the collection no product is marked': ({ size, filter }) =>
          filter === undefined && size < 10,
        'under a filter no product is marked': ({ filter }) => filter !== undefined,
        'under a list of ids no product is marked': filtersByList,
        'from the third page on no product is marked': ({ offset, size }) => offset >= 2 * size,
        'no product is marked as curated': () => true,
        'the last curated product of a page is not marked': ({ index }) => index === 12,
      },
    ),
  },
  'curated-order-filter': {
    topic: ['order', 'order'],
    title: 'curated products keep their order under a filter',
    claims: [
      keepsOrder(isDocumented, { blames: false }),
      keepsOrderAcross('filters', (listing) => filteredPages(listing).filter(isDocumented)),
    ],
    mutants: mutantsBy((arrange: Arrange) => relist(filtered(arrange)), {
      'a filtered listing is in reverse order': ({ whole }) => whole.toReversed(),
      'a filtered listing is ordered by id': ({ whole }) => whole.toSorted(byId),
    }),
  },
  'curated-order': {
    topic: ['order', 'order'],
    title: 'curated products are listed in the order of the target file',
    shows: 'order',
    claims: [
      keepsOrder(({ query }) => query.filter === undefined),
      keepsOrderAcross('places', (listing) =>
        isFullyOrdered(listing) ? readingOf(listing).pages : unfilteredPages(listing),
      ),
    ],
    mutants: mutantsBy((arrange: Arrange) => relist(unfiltered(arrange)), {
      'without {limit} the curated order is ignored': ({ whole, limit }) =>
        limit === undefined && whole.toReversed(),
      'the curated order is reversed': ({ whole }) => whole.toReversed(),
      'curated products are ordered within each page only': (exchange) =>
        !isWholePinned(exchange) && withinPages(exchange),
      'two curated neighbours change places': ({ whole }) =>
        whole.length < 20 && whole.length > 4 && [...whole.slice(0, 3).toReversed(), ...whole.slice(3)],
      'curated products are ordered by id': ({ whole }) => whole.toSorted(byId),
      'the second page of a long collection comes before the first': ({ whole, largest }) =>
        whole.length > largest && rotate(whole, largest),
    }),
  },
  'offset-tail-curated': {
    topic: ['paging', 'pages that do not join'],
    hidesRecords: 'should',
    title: '`{offset}=N` skips N {records} of a fully curated collection',
    shows: 'pagination',
    claims: [pagesAgree('within', 'ordered')],
    mutants: mutantsBy(relistCurated, {
      'on a curated collection, {offset} is ignored without {limit}': ({ whole, limit, offset }) =>
        limit === undefined && offset < whole.length && rotate(whole, -offset),
      'on a curated collection, a {offset} that is not a multiple of {limit} starts one {record} early': ({
        whole,
        limit = 1,
        offset,
      }) => offset % limit > 0 && rotate(whole, -1),
    }),
  },
  'pages-join-curated': {
    topic: ['paging', 'pages that do not join'],
    hidesRecords: 'should',
    title: 'all pages of a fully curated collection are its complete listing',
    shows: 'pagination',
    claims: [pagesAgree('aligned', 'ordered')],
    mutants: {
      '{offset} is dropped, but only where it is percent-encoded': dropAsSpelled(({ names }) =>
        encodeURIComponent(names.offset),
      ),
      ...mutantsBy(relistCurated, {
        'a curated page skips the {record} at its border': ({ whole, limit, offset }) =>
          offset === limit && skipAt(whole, offset),
        'curated order is kept within a page but not across pages': ({ whole, largest, size }) =>
          size < whole.length && whole.length < largest && rotate(whole, size),
      }),
    },
  },
});
