import fc from 'fast-check';
import { at, type JsonObject } from '../../src/wire/json.ts';
import { forAll, seedOf } from '../engine/fuzz.ts';
import { eachOf } from '../engine/nodes.ts';
import type { Probe } from '../engine/probe.ts';
import { type Whole, wholes } from './whole.ts';

/** A value found on a product of a node. */
export type Find = { readonly whole: Whole; readonly product: JsonObject; readonly value: string };

/** What can be read off a product and looked for by a filter. */
export type Attribute = 'name' | 'slug' | 'id';

/** The value of that attribute, if the product shows it. */
export function shownValue(product: JsonObject, attribute: Attribute): string | undefined {
  const value = attribute === 'id' ? product.id : at(product, 'attributes', attribute);
  return typeof value === 'string' ? value : undefined;
}

/** Whether two values of an attribute are the same. Ids are compared without regard to case, but sent as shown. */
export const isSame = (attribute: Attribute, one: string, other: string): boolean =>
  attribute === 'id' ? one.toLowerCase() === other.toLowerCase() : one === other;

/** Values that every reading of the filter grammar takes as they stand. Longer ones might not fit into an address. */
export const plain = /^[A-Za-z0-9._-]{1,255}$/;

/** Whether a value is one of those. */
export const isPlain = (value: string): boolean => plain.test(value);

/** A plain name that a filter would find among these products; where none shows one, one it would not find. */
export const findable = (products: readonly JsonObject[]): string =>
  products
    .map((product) => shownValue(product, 'name'))
    .find((name) => name !== undefined && isPlain(name)) ?? 'Tent';

/** Every fitting value that the products of the target's nodes show. */
export async function harvest(probe: Probe, attribute: Attribute, fits = isPlain): Promise<Find[]> {
  const found = (await wholes(probe)).flatMap((whole) =>
    whole.products.flatMap((product) => {
      const value = shownValue(product, attribute);
      return value !== undefined && fits(value) ? [{ whole, product, value }] : [];
    }),
  );
  probe.occasion(found.length > 0, `no product shows a fitting ${attribute}`);
  return found;
}

/**
 * Finds that are always tried, since a fault may lie just there: the last product of the longest node, and a value
 * that two products of a node share.
 */
export function notable(finds: readonly Find[]): Find[] {
  const longest = finds.toSorted((one, other) => other.whole.products.length - one.whole.products.length)[0];
  const last = finds.findLast(({ whole }) => whole === longest?.whole);
  return [last, twinOf(finds)].filter((find) => find !== undefined);
}

/** The first find whose value another product of the same node has too. */
export function twinOf(finds: readonly Find[]): Find | undefined {
  for (const own of Map.groupBy(finds, ({ whole }) => whole).values()) {
    const shared = Map.groupBy(own, ({ value }) => value);
    const twin = own.find(({ value }) => (shared.get(value)?.length ?? 0) > 1);
    if (twin) return twin;
  }
  return undefined;
}

/**
 * Makes a claim about values drawn from what was found, evenly from each node; of more nodes than there are draws,
 * some are drawn too. The same name draws the same.
 */
export async function drawFrom(
  probe: Probe,
  name: string,
  finds: readonly Find[],
  claim: (find: Find) => Promise<void>,
): Promise<void> {
  const nodes = [...Map.groupBy(finds, ({ whole }) => whole.node).values()];
  const rounds = Math.max(1, Math.floor(probe.draws / nodes.length));
  const drawn = fc.shuffledSubarray(nodes, {
    minLength: Math.min(nodes.length, probe.draws),
    maxLength: Math.min(nodes.length, probe.draws),
  });
  const [some = []] = fc.sample(drawn, { seed: seedOf(probe.seed, name), numRuns: 1 });
  await eachOf(some, (own) =>
    forAll(
      probe,
      `${name} ${own[0]?.whole.node.node}`,
      fc.nat(own.length - 1),
      async (index) => {
        const find = own[index];
        if (find) await claim(find);
      },
      rounds,
    ),
  );
}
