import type { Probe } from '../engine/probe.ts';
import type { NodeTarget } from '../engine/target.ts';
import { Withheld } from '../engine/verdict.ts';
import { type Walk, walk } from './listing.ts';

/** A node and its whole listing. */
export type Whole = Walk & { readonly node: NodeTarget };

const remedy = 'nodes: [{ hierarchy: …, node: … }]';

/**
 * The whole listing of every node, walked in the largest pages. A node that could not be listed is left out,
 * unless none could.
 */
export async function wholes(probe: Probe): Promise<Whole[]> {
  const { nodes } = probe.target;
  probe.occasion(nodes.length > 0, 'no node to list is known', remedy);
  const found: Whole[] = [];
  let lost: Withheld | undefined;
  for (const node of nodes) {
    try {
      found.push({ node, ...(await walk(probe, node)) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      lost = error;
    }
  }
  if (found.length === 0 && lost) throw lost;
  return found;
}

/** What the target says it has of a node, if every page says the same. */
export function totalOf({ pages }: Walk): number | undefined {
  const totals = new Set(pages.map(({ total }) => total));
  return totals.size === 1 ? pages[0]?.total : undefined;
}
