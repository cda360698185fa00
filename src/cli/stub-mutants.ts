import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import type { Breach } from '../../conformance/engine/rule.ts';
import type { Target } from '../../conformance/engine/target.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import { amend } from '../contract/amend.ts';
import type { Contract } from '../contract/contract.ts';
import type { Catalog } from '../stub/catalog.ts';
import type { Choices } from '../stub/choices.ts';
import { createStub } from '../stub/create.ts';
import type { NamedMutants } from '../stub/faults/named-mutants.ts';
import { lazy } from '../stub/lazy.ts';
import type { Mutant } from '../wire/exchange.ts';
import { targetOfCatalog } from './target-of-catalog.ts';

/** What mutants are made from: the same as the stub they stand in front of. */
export type MutantSetup = {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly choices: Partial<Choices>;
  readonly prefix?: string;
};

/** Every mutant that a rule carries, as `<rule>: <name>`; read from the catalogue of rules when first asked for. */
export function mutantsOfRules(setup: MutantSetup): NamedMutants {
  const read = lazy(async () => {
    const { rules } = await loadCatalogue(setup.contract);
    const target = resolveTarget(targetOfCatalog(setup.catalog, 'http://localhost'), 'http://localhost');
    const named = rules.flatMap(({ id, mutants }) =>
      mutants.map((breach) => [`${id}: ${breach.name}`, mutantOf(breach, target, setup)] as const),
    );
    return new Map(named);
  });
  return read;
}

function mutantOf(breach: Breach, target: Target, setup: MutantSetup): Mutant {
  if ('wire' in breach) return breach.wire;
  if ('wireFor' in breach) return breach.wireFor(target);
  // A server of another contract does not pass calls on: it answers them itself.
  return () => {
    const other = lazy(
      () => createStub({ ...setup, contract: amend(setup.contract, breach.amend) }).transport,
    );
    return (call) => other()(call);
  };
}
