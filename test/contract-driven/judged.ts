import type { Rule } from '../../conformance/core/rule.ts';
import { kill, occasions, shows } from '../../conformance/proof/kills.ts';
import type { Proof } from '../../conformance/proof/proof.ts';

/** What a check by the rules of a contract says of the stub of another: what fails, or breaks down, by level. */
export async function findings({ checked }: Proof, { conforming, target }: Proof) {
  const { results } = await checked(conforming(), { target });
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  return {
    must: failed.flatMap(({ level, rule, why }) => (level === 'must' ? `${rule}: ${why}` : [])),
    others: failed.flatMap(({ level, rule, why }) => (level === 'must' ? [] : `${rule}: ${why}`)),
  };
}

/** The rules of what an amendment added or changed. */
function touchedIn({ contract, ruleSet }: Proof): Rule[] {
  const changed = new Set(
    contract.constraints.flatMap(({ id, clause }) => (contract.amended.includes(id) ? clause.id : [])),
  );
  return ruleSet.rules.filter(({ id }) => contract.clauses.get(id)?.derived || changed.has(id));
}

/** The mutants that change a response of a check on an amended contract, and are not caught by their rule. */
export async function missedIn(proof: Proof): Promise<string[]> {
  const rules = touchedIn(proof);
  const able = await occasions(proof, rules);
  const missed: string[] = [];
  for (const rule of rules)
    for (const mutant of rule.mutants) {
      const scopes = able.get(rule.id);
      if (!scopes) continue;
      const { killed } = await kill(proof, rule, mutant, scopes, 1);
      if (!killed && (await shows(proof, rule, mutant, scopes, 1))) missed.push(`${rule.id}: ${mutant.name}`);
    }
  return missed;
}
