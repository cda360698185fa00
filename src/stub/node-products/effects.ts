import { filterName, listOf } from '../../contract/list.ts';
import type { ContractPointers, Setup } from '../operation.ts';
import type { Problem } from '../responses.ts';
import { type BadFilter, isBadFilter, readFilter } from './filter.ts';
import type { NodeListing, PlacedProduct } from './listing.ts';

/** Selects or orders the products of a node. */
type Effect = (products: readonly PlacedProduct[], listing: NodeListing) => readonly PlacedProduct[];

type ReadEffect = (value: string, setup: Setup) => Effect | Problem;

/** The query parameters that change what is listed, in the order in which they take effect. Their schemas are checked elsewhere. */
const readers: Readonly<Record<string, ReadEffect>> = {
  [filterName]: (text, { contract, choices, pointers }) => {
    const filter = readFilter(text, listOf(contract).filter, choices);
    return isBadFilter(filter) ? problemWith(filter, pointers) : (_, listing) => listing.select(filter);
  },
};

const problemWith = ({ at, expected, reason }: BadFilter, pointers: ContractPointers): Problem => ({
  detail: `${filterName} expected ${expected} at position ${at}`,
  source: { parameter: filterName },
  reason: { pointer: pointers.parameter('node-products', filterName), ...reason },
});

type ReadEffects = { readonly effects: readonly Effect[]; readonly problems: readonly Problem[] };

export function readEffects(query: ReadonlyMap<string, string>, setup: Setup): ReadEffects {
  const read = Object.entries(readers).flatMap(([name, readEffect]) => {
    const value = query.get(name);
    return value === undefined ? [] : readEffect(value, setup);
  });
  return {
    effects: read.filter((one) => typeof one === 'function'),
    problems: read.filter((one) => typeof one !== 'function'),
  };
}

export const applyEffects = (effects: readonly Effect[], listing: NodeListing): readonly PlacedProduct[] =>
  effects.reduce((products, effect) => effect(products, listing), listing.products);
