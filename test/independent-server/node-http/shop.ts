import { identify, type Product, product, type Shelf } from './product.ts';
import { workshop } from './workshop.ts';

/** The one account, offering and plan this server knows. */
export const ruleState = {
  account: identify('account'),
  offering: identify('offering'),
  plan: identify('plan'),
};

const garden = identify('hierarchy garden');
const house = identify('hierarchy house');

/** A draft after every third of these, and the status is shown. */
const teas = Array.from({ length: 28 }, (_, index): Product => {
  const isLive = index % 4 !== 3;
  return product(`Tea.${(index * 11) % 28}`, {
    isLive,
    attributes: { status: isLive ? 'live' : 'draft', commodity_type: 'physical', warmth: index },
  });
});

/** Curated from end to end: 21 live products, 7 drafts among them. */
const curatedShelf: Shelf = {
  hierarchy: garden,
  node: identify('node teas'),
  products: teas,
  curated: teas.map(({ id }) => id).toSorted(),
  isLinked: false,
};

/** Names that differ by little: in case, in a tail, in nothing at all, in a space. */
const near = [
  product('Cup'),
  product('cup', { slug: 'Cup-2' }),
  product('Cup-Deep'),
  product('Cup Deep', { slug: 'cup_deep' }),
  { ...product('Cup'), id: identify('another cup'), slug: 'Cup' },
  product('Cup, "chipped" (cheap)', { slug: 'chipped' }),
  product('Tässchen für zwei', { slug: 't' }),
  product("Cup of the potter's", { slug: '..' }),
];

/** Never curated: 140 live products that do not show their status, and 15 drafts. */
const plainShelf: Shelf = {
  hierarchy: house,
  node: identify('node cups'),
  products: [
    ...near,
    ...Array.from({ length: 140 - near.length }, (_, index) => product(`Plate_${index}`)),
    ...Array.from({ length: 15 }, (_, index) => product(`Sherd_${index}`, { isLive: false })),
  ],
  curated: [],
  isLinked: true,
};

const emptyShelf: Shelf = {
  hierarchy: house,
  node: identify('node attic'),
  products: [],
  curated: [],
  isLinked: true,
};

/** Every place this server knows. */
export const shelves: readonly Shelf[] = [
  emptyShelf,
  plainShelf,
  { ...workshop, hierarchy: garden, node: identify('node workshop'), isLinked: true },
  curatedShelf,
];
