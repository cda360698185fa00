import type { Constraint, Contract } from './contract.ts';

/** Ids of the constraints in which two contracts differ, in the order they stand in. */
export function differences(before: Contract, after: Contract): string[] {
  const [old, fresh] = [before, after].map(
    ({ constraints }) => new Map(constraints.map((one) => [one.id, one])),
  );
  const ids = new Set([...before.constraints, ...after.constraints].map(({ id }) => id));
  return [...ids].filter((id) => facts(old?.get(id)) !== facts(fresh?.get(id)));
}

/** What of a constraint makes a difference to a server: not where in a file it stands. */
function facts(constraint: Constraint | undefined): string {
  if (!constraint) return 'none';
  const { side, paths, value, optional, clause } = constraint;
  return JSON.stringify([side, paths, value, optional, clause.id]);
}
