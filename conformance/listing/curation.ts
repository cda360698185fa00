import { at } from '../../src/wire/json.ts';
import type { Probe } from '../engine/probe.ts';
import type { NodeTarget } from '../engine/target.ts';
import { idOf, type Page } from './listing.ts';
import type { Whole } from './whole.ts';

/** What the operator would have to add so that curated order can be judged. */
export const curatedRemedy = 'nodes: [{ …, curated: [ids in the curated order] }]';

/** The operator's curated order of a node, in lower case; undefined where none is known. */
export const curatedOrder = ({ curated }: NodeTarget): string[] | undefined =>
  curated && curated.length > 0 ? curated.map((id) => id.toLowerCase()) : undefined;

/** Whether the order of the whole listing is stated: every product of it is curated. */
export function isFullyCurated({ node, products }: Whole): boolean {
  const order = curatedOrder(node);
  const curated = new Set(order);
  return products.length > 0 && products.every((product) => curated.has(idOf(product) ?? ''));
}

/** Claims that the curated products among these come in the curated order, relative to each other. */
export function mustKeepOrder(
  probe: Probe,
  node: NodeTarget,
  products: readonly unknown[],
  pages: readonly Page[],
): void {
  const order = probe.occasion(curatedOrder(node), 'no curated order is known', curatedRemedy);
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? -1;
  const seen = products.flatMap((product) => idOf(product) ?? []).filter((id) => places.has(id));
  const shown = pages.map(({ answer }) => answer);
  for (const [index, id] of seen.entries()) {
    const before = seen[index - 1];
    if (before === undefined) continue;
    const kept = placeOf(before) < placeOf(id);
    probe.must(kept, `${id} before ${before}, as curated`, `${before} first`, ...shown);
  }
}

/** Whether a product carries the mark of curation: in its attributes, at its top or in its meta. */
export const isFlagged = (product: unknown): boolean =>
  [['attributes'], [], ['meta']].some((place) => at(product, ...place, 'curated_product') === true);
