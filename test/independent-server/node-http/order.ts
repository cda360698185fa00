import type { Product, Shelf } from './product.ts';

/**
 * The live products of a shelf in the order they are listed in: what is curated as it was put, and the others in
 * between, one after each; of a shelf that nobody curated, the last id first.
 */
export function arrange({ products, curated }: Shelf): readonly Product[] {
  const live = products.filter(({ isLive }) => isLive).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const chosen = curated.flatMap((id) => live.find((product) => product.id === id) ?? []);
  const others = live.filter(({ id }) => !curated.includes(id));
  const pairs = Array.from({ length: live.length }, (_, index) => [others[index], chosen[index]]);
  return pairs.flat().filter((product) => product !== undefined);
}
