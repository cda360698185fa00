import { onceFor } from '../../../src/once.ts';
import type { AnswerClaim, Claim, Judge } from '../../core/claim.ts';
import { eachListing, eachPageShows, eachPlainPage } from '../../core/claims.ts';
import type { Item, Page } from '../../core/evidence.ts';
import { curatedLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import { isDocumented } from '../filters/filter.ts';
import { changeProducts, relist, rotate, withFlag, withoutFlag } from '../mutants.ts';
import { idOf } from '../read-page.ts';
import { curatedOrder, isFullyCurated, misorder, readingOf } from '../reading.ts';

/** The places of curated products in their order, by id; none in a node that is not curated, undefined where it is not known. */
function placesOf(
  { node }: Page,
  judge: Pick<Judge, 'target' | 'untested'>,
): ReadonlyMap<string, number> | undefined {
  const isAny = judge.target.nodes.some(({ curated = [] }) => curated.length > 0);
  if (!isAny) judge.untested('no curated order is known', curatedLine(judge.target));
  return node?.curated && placesIn(node.curated);
}

const placesIn = onceFor(
  (curated: readonly string[]): ReadonlyMap<string, number> =>
    new Map(curated.map((id, place) => [id.toLowerCase(), place])),
);

/** Claims that the curated products of such pages come in the curated order, relative to each other. */
const keepsOrder = (
  isMeant: (page: Page) => boolean,
  options?: Parameters<typeof eachPlainPage>[1],
): AnswerClaim => ({
  ...eachPlainPage(({ page }, judge) => {
    if (!isMeant(page)) return;
    const places = placesOf(page, judge);
    const { many, first } = places ? misorder(page.items, places) : { many: false };
    if (!many) return;
    judge.claim(first === undefined, () => ({
      expected: `${first?.[1]} before ${first?.[0]}, as curated`,
      saw: `${first?.[0]} first`,
      shown: [page.exchange],
    }));
  }, options),
  byDeclaration: true,
});

/** Claims about each product of the pages of curated nodes, told whether it is curated. */
const eachOfCurated = (
  isMeant: (isCurated: boolean) => boolean,
  holds: (item: Item) => boolean,
  wordsFor: (product: string) => { readonly expected: string; readonly saw: string },
): Claim =>
  eachPageShows(({ page }, judge) => {
    const places = placesOf(page, judge);
    if (!places) return;
    for (const [index, item] of page.items.entries()) {
      if (item.id === undefined || !isMeant(places.has(item.id))) continue;
      judge.claim(holds(item), () => ({
        ...wordsFor(`data[${index}] (${item.id})`),
        shown: [page.exchange],
      }));
    }
  });

export default rules('list', ['order'], {
  'curated-flag-only': {
    title: 'only products in `curated_products` have `curated_product: true`',
    claims: [
      eachOfCurated(
        (isCurated) => !isCurated,
        ({ isCurated }) => !isCurated,
        (product) => ({
          expected: '`curated_product: true` only for products in `curated_products`',
          saw: `it for ${product}, which is not in the list`,
        }),
      ),
    ],
    mutants: {
      'every product is marked as curated': changeProducts(withFlag),
      'what is curated in one node is marked in the others too': {
        wireFor: ({ nodes }) => {
          const curated = new Set<unknown>(nodes.flatMap((node) => node.curated ?? []));
          return changeProducts((product) => (curated.has(product.id) ? withFlag(product) : product));
        },
      },
      'under a filter every product is marked as curated': changeProducts((product, _, { filter }) =>
        filter === undefined ? product : withFlag(product),
      ),
    },
  },
  'curated-flag': {
    title: 'each curated product has curated_product: true',
    shows: 'order',
    claims: [
      eachOfCurated(
        (isCurated) => isCurated,
        ({ isCurated }) => isCurated,
        (product) => ({ expected: `${product} has curated_product: true`, saw: 'no curated_product: true' }),
      ),
    ],
    mutants: {
      'on pages smaller than the node no product is marked': changeProducts(
        (product, _, { largest, limit = largest, filter }) =>
          filter === undefined && limit < 10 ? withoutFlag(product) : product,
      ),
      'under a filter no product is marked': changeProducts((product, _, { filter }) =>
        filter === undefined ? product : withoutFlag(product),
      ),
      'under a list of ids no product is marked': changeProducts((product, _, { filter = '' }) =>
        /^in\(id,[^,]+,/.test(filter) ? withoutFlag(product) : product,
      ),
      'from the third page on no product is marked': changeProducts(
        (product, _, { offset, largest, limit = largest }) =>
          offset >= 2 * limit ? withoutFlag(product) : product,
      ),
      'no product is marked as curated': changeProducts(withoutFlag),
      'the last curated product of a page is not marked': changeProducts((product, index) =>
        index === 12 ? withoutFlag(product) : product,
      ),
    },
  },
  'curated-order-filter': {
    topic: ['order', 'order'],
    title: 'curated products keep their order under a filter',
    claims: [keepsOrder(isDocumented, { blames: false })],
    mutants: {
      'a filtered listing is in reverse order': relist((whole, { filter }) =>
        filter === undefined ? whole : whole.toReversed(),
      ),
      'a filtered listing is ordered by id': relist((whole, { filter }) =>
        filter === undefined
          ? whole
          : whole.toSorted((one, other) => String(one.id).localeCompare(String(other.id))),
      ),
    },
  },
  'curated-order': {
    topic: ['order', 'order'],
    title: 'curated products are listed in the order of the target file',
    shows: 'order',
    claims: [
      keepsOrder(({ query }) => query.filter === undefined),
      // Across pages the order is stated where nothing but curated products is on them.
      eachListing('places', (listing, judge) => {
        const order = curatedOrder(listing.node);
        if (!order) return judge.untested('no curated order is known', curatedLine(judge.target));
        if (!isFullyCurated(listing)) return;
        const places = new Map(order.map((id, place) => [id, place]));
        for (const [index, page] of readingOf(listing).pages.entries()) {
          const before = readingOf(listing).pages[index - 1];
          if (!before) continue;
          const { many, first } = misorder([...before.items.slice(-1), ...page.items.slice(0, 1)], places);
          if (!many) continue;
          judge.claim(first === undefined, () => ({
            expected: `${first?.[1]} before ${first?.[0]}, as curated`,
            saw: `${first?.[0]} on the page before`,
            pages: [page, ...readingOf(listing).pages.filter((one) => one !== page)],
          }));
        }
      }),
    ],
    mutants: {
      'without {limit} the curated order is ignored': relist((whole, { limit, filter }) =>
        limit === undefined && filter === undefined ? whole.toReversed() : whole,
      ),
      'the curated order is reversed': relist((whole, { filter }) =>
        filter === undefined ? whole.toReversed() : whole,
      ),
      'two curated neighbours change places': relist((whole, { filter }) =>
        filter === undefined && whole.length < 20 && whole.length > 4
          ? [...whole.slice(0, 3).toReversed(), ...whole.slice(3)]
          : whole,
      ),
      'curated products are ordered by id': relist((whole, { filter }) =>
        filter === undefined
          ? whole.toSorted((one, other) => (String(idOf(one)) < String(idOf(other)) ? -1 : 1))
          : whole,
      ),
      'the second page of a long node comes before the first': relist((whole, { filter, largest }) =>
        filter === undefined && whole.length > largest ? rotate(whole, largest) : whole,
      ),
    },
  },
});
