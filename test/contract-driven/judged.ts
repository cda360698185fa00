import type { Rule } from '../../conformance/core/rule.ts';
import { changesResponses, kill, scopesIn, scopesWithData } from '../../conformance/proof/kills.ts';
import type { Proof } from '../../conformance/proof/proof.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';

/** What a check by the rules of a contract says of the stub of another: what fails, or breaks down, by level, what is missing, and which operations no rule judged. */
export async function findings({ checked, contract }: Proof, { conforming, target }: Proof) {
  const { results, unavailable } = await checked(conforming(), { target });
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  return {
    must: failed.flatMap((one) => (one.level === 'must' ? `${one.rule}: ${wordsOfResult(one).why}` : [])),
    others: failed.flatMap((one) => (one.level === 'must' ? [] : `${one.rule}: ${wordsOfResult(one).why}`)),
    missing: unavailable.map(({ operation, state }) => `${operation}: ${state}`),
    unjudged: Object.keys(contract.operations).filter(
      (operation) =>
        !results.some(({ rule, verdict }) => verdict !== 'untested' && rule.startsWith(`${operation}/`)),
    ),
  };
}

/** The rules of what an amendment added or changed. */
function touchedIn({ contract, ruleSet }: Proof): Rule[] {
  const changed = new Set(
    contract.constraints.flatMap(({ id, clause }) => (contract.amended.includes(id) ? clause.id : [])),
  );
  return ruleSet.rules.filter(({ id }) => contract.clauses.get(id)?.derived || changed.has(id));
}

/**
 * The mutants that change a response of a check on an amended contract, and are not caught by their rule. Only what one check
 * does not catch is tried in the next, larger one.
 */
export async function missedIn(proof: Proof): Promise<string[]> {
  let left = touchedIn(proof).flatMap((rule) =>
    rule.mutants.map((mutant) => ({ rule, mutant, tried: [] as ReturnType<typeof scopesIn>[number][] })),
  );
  for (const scope of scopesIn(proof)) {
    if (left.length === 0) break;
    const able = await scopesWithData(proof, [...new Set(left.map(({ rule }) => rule))], [scope]);
    const missed: typeof left = [];
    for (const { rule, mutant, tried } of left)
      if (!able.has(rule.id)) missed.push({ rule, mutant, tried });
      else if (!(await kill(proof, rule, mutant, [scope], 1)).killed)
        missed.push({ rule, mutant, tried: [...tried, scope] });
    left = missed;
  }
  const missed: string[] = [];
  for (const { rule, mutant, tried } of left)
    if (await changesResponses(proof, rule, mutant, tried, 1)) missed.push(`${rule.id}: ${mutant.name}`);
  return missed;
}
