import fc from 'fast-check';
import { seedOf } from '../core/draw.ts';
import type { NodeTarget, Target } from '../core/target.ts';

/** How many nodes one run reads. */
export const mostNodes = 12;

/**
 * The nodes a run reads: all of them where they are few; otherwise those the operator knows most about first,
 * and among equals, some drawn by the seed. They keep the order they were named in.
 */
export function sampleNodes({ nodes }: Pick<Target, 'nodes'>, seed: number): readonly NodeTarget[] {
  if (nodes.length <= mostNodes) return nodes;
  const all = { minLength: nodes.length, maxLength: nodes.length };
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...nodes], all), {
    seed: seedOf(seed, 'nodes'),
    numRuns: 1,
  });
  const chosen = new Set(
    shuffled.toSorted((one, other) => knowledge(other) - knowledge(one)).slice(0, mostNodes),
  );
  return nodes.filter((node) => chosen.has(node));
}

/** What is to be said of nodes that were not read; nothing where all were. */
export const nodesSampled = (looked: readonly NodeTarget[], { nodes }: Pick<Target, 'nodes'>): string[] =>
  looked.length === nodes.length ? [] : [`${looked.length} of ${nodes.length} nodes`];

/** How much the operator says of a node. */
const knowledge = ({ live, curated, hidden }: NodeTarget): number =>
  [curated, hidden, live].filter((ids) => ids !== undefined && ids.length > 0).length;
