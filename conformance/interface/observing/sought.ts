import type { Item } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { isAccepted, outcomeOf } from '../../core/status.ts';
import { listingCall } from '../node-products/calls.ts';
import { isPlain } from '../node-products/filters/filter.ts';
import { readListed } from '../node-products/listing.ts';
import { type ListedNode, listedNodes, sizeOf } from '../node-products/pages/listed-nodes.ts';
import { wholePage } from '../read-page.ts';
import { idsOf } from '../whole.ts';

/** A product that can be looked for by name, slug and id, and where it stands. */
type Sought = {
  readonly where: ListedNode;
  readonly id: string;
  /** As a filter has to spell it. */
  readonly shownId: string;
  readonly name: string;
  readonly slug: string;
};

/** Products of one node that show id, slug and a fitting name, no two names alike. */
export async function soughtProducts(
  look: Look,
  least: number,
  fits: (name: string) => boolean = isPlain,
): Promise<[Sought, ...Sought[]]> {
  for (const where of await listedNodes(look)) {
    const found = where.page.items.flatMap((item) => readSought(where, item));
    const fit = found.filter(
      (one) => fits(one.name) && found.every((other) => other === one || other.name !== one.name),
    );
    const [first, ...others] = fit;
    if (first && fit.length >= least && sizeOf(where) > 1) return [first, ...others];
  }
  return look.occasion(undefined, 'no node shows products whose names are fit to be looked for');
}

const readSought = (where: ListedNode, { id, shownId = '', name, slug }: Item): Sought[] =>
  id === undefined || name === undefined || slug === undefined ? [] : [{ where, id, shownId, name, slug }];

/** The ids a filter finds in a node, or what became of it instead. */
export async function seek(
  look: Look,
  { node }: ListedNode,
  filter: string,
): Promise<readonly string[] | string> {
  const answer = await look.send(listingCall(look, node, { limit: wholePage, offset: 0, filter }));
  if (!isAccepted(answer)) return outcomeOf(answer);
  return look.assume(idsOf(readListed(look, answer).page.items), 'a product found shows no id');
}

/** What is said of a filter that finds its product, and of one that finds nothing. */
export const foundIt = 'finds it';
/** See {@link foundIt}. */
export const foundNothing = 'finds nothing';

/** Whether that is said of a filter which is refused. */
export const isRefusedWord = (words: string): boolean => words.startsWith('refused');

/** What a filter that ought to find one product, if anything, comes to. */
export async function findsIt(look: Look, { where, id }: Sought, filter: string): Promise<string> {
  const found = await seek(look, where, filter);
  if (typeof found === 'string') return found;
  if (found.length === 0) return foundNothing;
  if (found.length >= where.products.length) return 'ignored';
  return found.includes(id) ? foundIt : 'finds others';
}
