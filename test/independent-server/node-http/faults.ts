import { type Conduct, conforming } from './conduct.ts';
import type { Fields } from './members.ts';
import { identify } from './product.ts';
import { shelves } from './shop.ts';

/** What a request holds, unchecked. */
function dataOf(body: unknown): Fields {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

/** A product with the name of another. */
const twin = identify('another cup');

const names = new Set(shelves.flatMap(({ products }) => products.map(({ name }) => name)));

/** Mistakes this server can make, one at a time. */
export const faults = {
  'ignores-filter': { matches: () => true },
  'finds-beginnings': {
    matches: (product, filter) =>
      conforming.matches(product, filter) ||
      (filter.attribute === 'name' &&
        filter.values.some((value) => !names.has(value) && product.name.startsWith(value))),
  },
  'misses-twin': {
    matches: (product, filter) =>
      (filter.operator === 'in' || product.id !== twin) && conforming.matches(product, filter),
  },
  'finds-drafts': { reach: ({ products }) => products },
  'finds-elsewhere': { reach: () => shelves.flatMap(conforming.arrange) },
  'reverses-curation': {
    arrange: (shelf) => conforming.arrange({ ...shelf, curated: shelf.curated.toReversed() }),
  },
  'forgets-mark': { mark: () => ({}) },
  'skips-record': {
    cut: (products, { offset, limit }) =>
      offset === 0 ? products.slice(0, limit) : products.slice(offset + 1, offset + 1 + limit),
  },
  'one-too-many': { cut: (products, { offset, limit }) => products.slice(offset, offset + limit + 1) },
  'wrong-total': { count: ({ products }) => products.length },
  'shows-draft': {
    arrange: (shelf) => [...conforming.arrange(shelf), ...shelf.products.filter(({ isLive }) => !isLive)],
  },
  'forgets-components': { componentsOf: () => [] },
  'shows-prev': {
    links: (query, count, address) => ({ prev: address, ...conforming.links(query, count, address) }),
  },
  'shows-next': {
    links: (query, count, address) => ({ next: address, ...conforming.links(query, count, address) }),
  },
  'finds-on-first-page': { reach: (_shelf, all) => all.slice(0, 100) },
  'ends-at-hundred': { arrange: (shelf) => conforming.arrange(shelf).slice(0, 100) },
  'one-too-few': {
    cut: (products, { offset, limit }) => products.slice(offset, offset + Math.min(limit, 99)),
  },
  'lets-anyone-in': { checkBearer: () => undefined },
  'creates-with-ok': { keyStatus: 200 },
  'gives-one-id': { newIdentifier: () => 'C3B8E0D4-5C0F-4B8C-9B55-0A0E53A8F0A1' },
  'takes-anything': {
    readSubscription: (body) => {
      try {
        return conforming.readSubscription(body);
      } catch {
        return { account: '', plan: '', currency: '', ...dataOf(body) };
      }
    },
  },
  'takes-long-references': {
    readSubscription: (body) => {
      const data = dataOf(body);
      const reference = String(data.external_ref).slice(0, 2048);
      return conforming.readSubscription({
        data: 'external_ref' in data ? { ...data, external_ref: reference } : data,
      });
    },
  },
  'mixes-up-ids': {
    readSubscription: (body) => {
      const { account, plan, ...others } = conforming.readSubscription(body);
      return { ...others, account: plan, plan: account };
    },
  },
} satisfies Record<string, Partial<Conduct>>;

/** The name of a mistake. */
export type FaultName = keyof typeof faults;
