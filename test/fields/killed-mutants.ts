import type { Rule } from '../../conformance/core/rule.ts';
import { kill } from '../../conformance/proof/kills.ts';
import type { Proof } from '../../conformance/proof/proof.ts';

/** Tries each mutant of some rules on the stub, which is by default as it is without choices: how many there are, and which their rule missed, and why. */
export async function killedMutants(
  proof: Proof,
  rules: readonly Rule[],
  scopes: Parameters<typeof kill>[3] = [{ choices: {} }],
): Promise<{ readonly count: number; readonly missed: readonly string[] }> {
  const kills = await Promise.all(
    rules.flatMap((rule) => rule.mutants.map((mutant) => kill(proof, rule, mutant, scopes, 1))),
  );
  return {
    count: kills.length,
    missed: kills.flatMap(({ killed, rule, mutant, said }) => (killed ? [] : `${rule}: ${mutant}: ${said}`)),
  };
}
