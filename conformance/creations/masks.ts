import type { Constraint, Contract } from '../../src/contract/contract.ts';

/** Keywords that reject everything the other keyword would reject too, so that dropping it shows nowhere. */
const masks: Record<string, readonly string[]> = {
  type: ['const', 'enum'],
  minLength: ['format', 'pattern'],
  maxLength: ['format', 'pattern'],
};

/** The constraint beside this one that hides it from outside, if there is one. */
export const maskOf = ({ constraints }: Contract, { pointer, keyword }: Constraint): Constraint | undefined =>
  constraints.find((other) => other.pointer === pointer && masks[keyword]?.includes(other.keyword));
