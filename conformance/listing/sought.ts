import { at, type JsonObject } from '../../src/wire/json.ts';
import { isAccepted } from '../engine/acceptance.ts';
import { outcomeOf } from '../engine/outcome.ts';
import type { Look } from '../engine/probe.ts';
import { plain } from './harvest.ts';
import { type ListedNode, listedNodes, sizeOf } from './listed-nodes.ts';
import { idOf, idsOf, listingCall, readPage, wholePage } from './listing.ts';

/** A product that can be sought by name, slug and id, and where it stands. */
export type Sought = {
  readonly where: ListedNode;
  readonly id: string;
  readonly name: string;
  readonly slug: string;
};

/** Products of one node that show id, slug and a name of that form, no two names alike. */
export async function soughtProducts(
  look: Look,
  least: number,
  name = plain,
): Promise<[Sought, ...Sought[]]> {
  for (const where of await listedNodes(look)) {
    const found = where.page.products.flatMap((product) => readSought(where, product));
    const fit = found.filter(
      (one) => name.test(one.name) && found.every((other) => other === one || other.name !== one.name),
    );
    const [first, ...others] = fit;
    if (first && fit.length >= least && sizeOf(where) > 1) return [first, ...others];
  }
  return look.occasion(undefined, 'no node shows products whose names are fit to be sought');
}

function readSought(where: ListedNode, product: JsonObject): Sought[] {
  const id = idOf(product);
  const name = at(product, 'attributes', 'name');
  const slug = at(product, 'attributes', 'slug');
  if (id === undefined || typeof name !== 'string' || typeof slug !== 'string') return [];
  return [{ where, id, name, slug }];
}

/** The ids a filter finds in a node, or what became of it instead. */
export async function seek(look: Look, { node }: ListedNode, filter: string): Promise<string[] | string> {
  const answer = await look.send(listingCall(look, node, { limit: wholePage, offset: 0, filter }));
  if (!isAccepted(answer)) return outcomeOf(answer);
  return look.given(idsOf(readPage(look, answer).products), 'a product found shows no id');
}

/** What a filter that ought to find one product, if anything, comes to. */
export async function findsIt(look: Look, { where, id }: Sought, filter: string): Promise<string> {
  const found = await seek(look, where, filter);
  if (typeof found === 'string') return found;
  if (found.length === 0) return 'finds nothing';
  if (found.length >= where.page.products.length) return 'ignored';
  return found.includes(id) ? 'finds it' : 'finds others';
}
