import type { Constraint, Contract } from './contract.ts';

/** The ids of the constraints in which two contracts differ, in the order of the contract. */
export function differences(before: Contract, after: Contract): string[] {
  const [old, changed] = [before, after].map(
    ({ constraints }) => new Map(constraints.map((one) => [one.id, one])),
  );
  const ids = new Set([...before.constraints, ...after.constraints].map(({ id }) => id));
  return [...ids].filter((id) => relevant(old?.get(id)) !== relevant(changed?.get(id)));
}

/** What makes a difference to a server: everything but the position in a file. */
function relevant(constraint: Constraint | undefined): string {
  if (!constraint) return 'none';
  const { side, paths, value, optional, clause } = constraint;
  return JSON.stringify([side, paths, value, optional, clause.id]);
}
