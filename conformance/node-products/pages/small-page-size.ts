import fc from 'fast-check';
import type { PageBounds } from '../../../src/contract/list.ts';
import { draw } from '../../core/draw.ts';
import type { NodeTarget, Target } from '../../core/target.ts';

/** Into how many small pages a node is cut, at the least and at the most. */
export const [fewest, most] = [3, 5];

/** The size of the small pages that a node is paged through in, drawn for each; so many products fill a few of them. */
export function smallSize(
  seed: number,
  { hierarchy, node }: NodeTarget,
  total: number,
  { largest }: PageBounds,
): number {
  const small = Math.max(1, largest - 1);
  const least = Math.min(small, Math.max(1, Math.ceil(total / most)));
  const greatest = Math.min(small, Math.max(least, Math.floor((total - 1) / (fewest - 1))));
  const [size = least] = draw(
    seed,
    `small pages ${hierarchy}/${node}`,
    fc.integer({ min: least, max: greatest }),
    1,
  );
  return size;
}

/** Whether a node is asked for what one or two nodes show for all: the first is, and those of several pages. */
export const isCloser = (
  { nodes: [first] }: Target,
  node: NodeTarget,
  total: number,
  { largest }: PageBounds,
): boolean => node === first || total > largest;
