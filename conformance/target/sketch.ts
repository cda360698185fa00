import type { Item, Page } from '../core/evidence.ts';
import type { Look } from '../core/look.ts';
import type { NodeTarget } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { isPlain } from '../interface/filters/filter.ts';
import { list, walk } from '../interface/listing.ts';
import { wholePage } from '../interface/read-page.ts';

/** What a node shows of itself. */
export type NodeSights = {
  /** How many products there are, as far as the target says. */
  readonly total: number;
  /** The ids of all of them; undefined where it does not show them all, each once. */
  readonly live?: readonly string[];
  /** Those marked as curated, in the order shown. */
  readonly curated: readonly string[];
  /** Whether its products carry links. */
  readonly hasLinks: boolean;
  /** How many of its products have a name, or a slug, that filters can be tried with. */
  readonly filterable: { readonly name: number; readonly slug: number };
};

/** What a node shows of itself, or why it cannot be listed. */
export type NodeSketch = Pick<NodeTarget, 'hierarchy' | 'node'> & (NodeSights | { readonly problem: string });

/** Longer nodes are looked at from their first page: nobody reads over a longer list. */
export const mostListed = 1_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Looks at every node of a target. Nothing that a target says is taken over but UUIDs and numbers. */
export async function sketchNodes(look: Look): Promise<NodeSketch[]> {
  const sketches: NodeSketch[] = [];
  for (const { hierarchy, node } of look.target.nodes) {
    try {
      sketches.push({ hierarchy, node, ...(await sketch(look, { hierarchy, node })) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      sketches.push({ hierarchy, node, problem: error.message });
    }
  }
  return sketches;
}

async function sketch(look: Look, node: NodeTarget): Promise<NodeSights> {
  const { page: first } = await list(look, node, { limit: wholePage, offset: 0 });
  const pages = (first.total ?? 0) > mostListed ? [first] : await walk(look, node);
  const items = pages.flatMap((page) => page.items);
  const total = first.total ?? items.length;
  const ids = idsOf(items);
  const size = pages.reduce((sum, page) => sum + page.size, 0);
  const isWhole = total === size && new Set(ids).size === size && size <= mostListed;
  return {
    total,
    ...(isWhole ? { live: ids } : {}),
    curated: isWhole ? idsOf(items.filter(({ isCurated }) => isCurated)) : [],
    hasLinks: pages.some(({ links }: Page) => links.length > 0),
    filterable: { name: plainOf(items, 'name'), slug: plainOf(items, 'slug') },
  };
}

const idsOf = (items: readonly Item[]): string[] =>
  items.flatMap(({ id }) => (id !== undefined && uuid.test(id) ? id : []));

const plainOf = (items: readonly Item[], attribute: 'name' | 'slug'): number =>
  items.filter(({ [attribute]: value }) => value !== undefined && isPlain(value)).length;
