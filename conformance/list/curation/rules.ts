import { curatedLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import { eachListing } from '../../core/claims.ts';
import { eachOfCurated, keepsOrder } from './curation.ts';
import { idOf } from '../read-page.ts';
import { curatedOrder, isFullyCurated, misorder, readingOf } from '../reading.ts';
import { isDocumented } from '../filters/asked.ts';
import { changeProducts, relist, rotate, withFlag, withoutFlag } from '../mutants.ts';

export default rules(['order'], {
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
    mutants: [
      { name: 'every product is marked as curated', wire: changeProducts(withFlag) },
      {
        name: 'what is curated in one node is marked in the others too',
        wireFor: ({ nodes }) => {
          const curated = new Set<unknown>(nodes.flatMap((node) => node.curated ?? []));
          return changeProducts((product) => (curated.has(product.id) ? withFlag(product) : product));
        },
      },
      {
        name: 'under a filter every product is marked as curated',
        wire: changeProducts((product, _, { filter }) =>
          filter === undefined ? product : withFlag(product),
        ),
      },
    ],
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
    mutants: [
      {
        name: 'on pages smaller than the node no product is marked',
        wire: changeProducts((product, _, { largest, limit = largest, filter }) =>
          filter === undefined && limit < 10 ? withoutFlag(product) : product,
        ),
      },
      {
        name: 'under a filter no product is marked',
        wire: changeProducts((product, _, { filter }) =>
          filter === undefined ? product : withoutFlag(product),
        ),
      },
      {
        name: 'under a list of ids no product is marked',
        wire: changeProducts((product, _, { filter = '' }) =>
          /^in\(id,[^,]+,/.test(filter) ? withoutFlag(product) : product,
        ),
      },
      {
        name: 'from the third page on no product is marked',
        wire: changeProducts((product, _, { offset, largest, limit = largest }) =>
          offset >= 2 * limit ? withoutFlag(product) : product,
        ),
      },
      { name: 'no product is marked as curated', wire: changeProducts(withoutFlag) },
      {
        name: 'the last curated product of a page is not marked',
        wire: changeProducts((product, index) => (index === 12 ? withoutFlag(product) : product)),
      },
    ],
  },
  'curated-order-filter': {
    topic: ['order', 'order'],
    title: 'curated products keep their order under a filter',
    claims: [keepsOrder(isDocumented, { blames: false })],
    mutants: [
      {
        name: 'a filtered listing is in reverse order',
        wire: relist((whole, { filter }) => (filter === undefined ? whole : whole.toReversed())),
      },
      {
        name: 'a filtered listing is ordered by id',
        wire: relist((whole, { filter }) =>
          filter === undefined
            ? whole
            : whole.toSorted((one, other) => String(one.id).localeCompare(String(other.id))),
        ),
      },
    ],
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
    mutants: [
      {
        name: 'without {limit} the curated order is ignored',
        wire: relist((whole, { limit, filter }) =>
          limit === undefined && filter === undefined ? whole.toReversed() : whole,
        ),
      },
      {
        name: 'the curated order is reversed',
        wire: relist((whole, { filter }) => (filter === undefined ? whole.toReversed() : whole)),
      },
      {
        name: 'two curated neighbours change places',
        wire: relist((whole, { filter }) =>
          filter === undefined && whole.length < 20 && whole.length > 4
            ? [...whole.slice(0, 3).toReversed(), ...whole.slice(3)]
            : whole,
        ),
      },
      {
        name: 'curated products are ordered by id',
        wire: relist((whole, { filter }) =>
          filter === undefined
            ? whole.toSorted((one, other) => (String(idOf(one)) < String(idOf(other)) ? -1 : 1))
            : whole,
        ),
      },
      {
        name: 'the second page of a long node comes before the first',
        wire: relist((whole, { filter, largest }) =>
          filter === undefined && whole.length > largest ? rotate(whole, largest) : whole,
        ),
      },
    ],
  },
});
