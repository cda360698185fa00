import { createCheck } from '../../conformance/check.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { type Edited, loadEdited } from '../contract/edited-contract.ts';
import { catalog } from '../sample-catalog.ts';
import { target } from '../shipped.ts';

const stubOn = (contract: Contract, ...mutants: readonly Mutant[]) =>
  createStub({ contract, parts: stubPartsOf(catalog), seed: 'driven', mutants });

/** What a check by the rules of a contract finds on the stub that runs on a contract, the same or another. */
export async function check(contract: Contract, served: Contract, only: readonly string[] = []) {
  const { transport } = stubOn(served);
  const check = await createCheck({ contract, target }, { only });
  const { results, headline } = await check.run(transport);
  return { headline, results, verdicts: results.map(({ verdict }) => verdict) };
}

/** The rules that fail on the stub of a contract with a mutant in front of it. */
export async function failing(contract: Contract, mutant: Mutant): Promise<string[]> {
  const { transport } = stubOn(contract, mutant);
  const { results } = await (await createCheck({ contract, target })).run(transport);
  return results.flatMap(({ rule, verdict }) => (verdict === 'fail' ? rule : []));
}

/** The rule of that id that a contract returns, if it returns one. */
export async function ruleOf(contract: Contract, id: string): Promise<Rule | undefined> {
  return (await loadRuleSet(contract)).rules.find((rule) => rule.id === id);
}

/** What of a rule and its clause follows from the contract. */
export async function words(contract: Contract, id: string) {
  const rule = await ruleOf(contract, id);
  const constraints = contract.constraints.filter(({ clause }) => clause.id === id);
  const short = (name: string): string =>
    constraints.reduce((text, constraint) => text.replace(`${constraint.id} `, ''), name);
  return {
    title: rule?.title,
    text: rule && contract.clauses.get(rule.id)?.text,
    mutants: rule?.mutants.map(({ name }) => short(name)),
    amendments: rule?.mutants.flatMap((mutant) =>
      'amend' in mutant ? [mutant.amend.value ?? 'dropped'] : [],
    ),
  };
}

/** A contract read from edited copies of its files. */
export const edit = async (edited: Edited): Promise<Contract> => loadEdited(edited);
