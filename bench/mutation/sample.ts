import { createHash } from 'node:crypto';
import type { ServerMutant } from './mutator.ts';

/**
 * The first `count` of all mutants in an order that a seed decides. Each file comes as often as it has mutants, in the
 * beginning of the order as well as in the whole of it.
 */
export function sample(all: readonly ServerMutant[], count: number, seed: string): readonly ServerMutant[] {
  const rank = (id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const spread = [...Map.groupBy(all, ({ file }) => file).values()].flatMap((inFile) =>
    inFile
      .map((mutant) => ({ mutant, rank: rank(mutant.id) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .map((one, index) => ({ ...one, place: (index + 0.5) / inFile.length })),
  );
  return spread
    .toSorted((a, b) => a.place - b.place || (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
