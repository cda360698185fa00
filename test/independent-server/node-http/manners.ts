import { type Conduct, conforming } from './conduct.ts';
import { isIdentifier } from './members.ts';
import { Rejection } from './rejection.ts';

/** Other ways to be conforming, one at a time; each is made afresh for a server, since some remember. */
export const manners = {
  /** An id is looked for as it is shown, in capitals, and not otherwise. */
  'literal-ids': () => ({
    matches: (product, filter) =>
      filter.operator === 'in' ? filter.values.includes(product.id) : conforming.matches(product, filter),
  }),
  /** Links are told from the listing they are in. */
  'relative-links': () => ({
    links: (query, count) => conforming.links(query, count, 'products'),
  }),
  /** What cannot be looked for is turned down, rather than never found. */
  'picky-filter': () => ({
    matches: (product, filter) => {
      const known = filter.operator === 'in' ? ['id'] : ['name', 'slug'];
      const isSense = filter.operator !== 'in' || filter.values.every(isIdentifier);
      if (!isSense || !known.includes(filter.attribute))
        throw new Rejection(406, 'that filter makes no sense');
      return conforming.matches(product, filter);
    },
  }),
  /** A reference is good for one subscription. */
  'no-repeats': () => {
    const taken = new Set<string>();
    return {
      readSubscription: (body) => {
        const order = conforming.readSubscription(body);
        const { reference } = order;
        if (reference !== undefined && taken.has(reference))
          throw new Rejection(409, 'that was asked for before');
        if (reference !== undefined) taken.add(reference);
        return order;
      },
    };
  },
} satisfies Record<string, () => Partial<Conduct>>;

/** The name of one of them. */
export type MannerName = keyof typeof manners;
