import type { RuleMutant } from '../../conformance/core/rule.ts';
import type { Target } from '../../conformance/core/target.ts';
import { loadCatalogue } from '../../conformance/runner/catalogue.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import { amend } from '../contract/amend.ts';
import type { Contract } from '../contract/contract.ts';
import type { Mutant } from '../http/exchange.ts';
import { lazy } from '../lazy.ts';
import type { Catalog } from '../stub/catalog/catalog.ts';
import type { Choices } from '../stub/choices/choices.ts';
import type { NamedMutants } from '../stub/middleware/faults/named-mutants.ts';
import { createStub } from '../stub/server/create-stub.ts';
import { targetOfCatalog } from './catalog-target.ts';

/** What mutants are created from: the same as the stub behind them. */
export type MutantSetup = {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly choices: Partial<Choices>;
  readonly prefix?: string;
};

/** The mutants of all rules, as `<rule>: <name>`; loaded on first use. */
export function mutantsOfRules(setup: MutantSetup): NamedMutants {
  return lazy(async () => {
    const { rules } = await loadCatalogue(setup.contract);
    const file = targetOfCatalog(setup.catalog, 'http://localhost', setup.choices);
    const target = resolveTarget(file, 'http://localhost');
    const named = rules.flatMap(({ id, mutants }) =>
      mutants.map((mutant) => [`${id}: ${mutant.name}`, mutantOf(mutant, target, setup)] as const),
    );
    return new Map(named);
  });
}

function mutantOf(mutant: RuleMutant, target: Target, setup: MutantSetup): Mutant {
  if ('wire' in mutant) return mutant.wire;
  if ('wireFor' in mutant) return mutant.wireFor(target);
  // A mutant that amends the contract answers calls by itself: it is a stub with another contract.
  return () => {
    const other = lazy(
      () => createStub({ ...setup, contract: amend(setup.contract, mutant.amend) }).transport,
    );
    return (call) => other()(call);
  };
}
