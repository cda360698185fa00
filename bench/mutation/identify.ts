import type { ServerMutant } from './mutator.ts';

/** Names mutants after their place and operator; those of the same place and operator are counted from 1. */
export function identify<T extends Omit<ServerMutant, 'id'> & { readonly column: number }>(
  mutants: readonly T[],
): readonly (T & ServerMutant)[] {
  const counts = new Map<string, number>();
  return mutants.map((mutant) => {
    const place = `${mutant.file}:${mutant.line}:${mutant.column} ${mutant.operator}`;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    return { ...mutant, id: `${place} ${count}` };
  });
}
