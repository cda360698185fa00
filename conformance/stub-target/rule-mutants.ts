import type { amend } from '../../src/contract/build-contract.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { lazy } from '../../src/once.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import type { NamedMutants } from '../../src/stub/faults.ts';
import type { RuleMutant } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { ContractWithData } from './sample-data.ts';
import { targetFileOf } from './target-of-stub.ts';

type MutantSetup = ContractWithData & {
  readonly choices: Partial<Choices>;
  readonly prefix?: string;
};

/** The mutants of all rules, as `<rule>: <name>`. The rules are loaded only if a fault names one. */
export function mutantsOfRules(setup: MutantSetup): NamedMutants {
  return lazy(async () => {
    const { amend } = await import('../../src/contract/build-contract.ts');
    const { loadRuleSet } = await import('../kinds.ts');
    const { resolveTarget } = await import('../target/target-file.ts');
    const { rules } = await loadRuleSet(setup.contract);
    const file = targetFileOf(setup, 'http://localhost', setup.choices);
    const target = resolveTarget(setup.contract, file, 'http://localhost');
    const named = rules.flatMap(({ id, mutants }) =>
      mutants.map((mutant) => [`${id}: ${mutant.name}`, mutantOf(mutant, target, setup, amend)] as const),
    );
    return new Map(named);
  });
}

function mutantOf(mutant: RuleMutant, target: Target, setup: MutantSetup, amending: typeof amend): Mutant {
  if ('wire' in mutant) return mutant.wire;
  if ('wireFor' in mutant) return mutant.wireFor(target);
  // A mutant that amends the contract answers requests by itself: it is a stub with another contract.
  return () => {
    const contract = amending(setup.contract, mutant.amend);
    const other = lazy(() => createStub({ ...setup, contract }).transport);
    return (request) => other()(request);
  };
}
