import type { Contract } from '../../src/contract/contract.ts';
import { needsWrites } from '../../src/contract/related-operations.ts';
import { UserError } from '../../src/errors.ts';
import type { HttpResponse, Lost, Transport } from '../../src/http/exchange.ts';
import { askedBy } from '../core/requests.ts';
import type { Rule } from '../core/rule.ts';
import type { Result } from '../core/verdict.ts';
import { mostHeld, sharingBodies, withinLimits } from '../engine/memory-limits.ts';
import { run } from '../engine/run.ts';
import type { Run } from '../engine/run-scope.ts';
import { createRequestCache } from '../engine/sending/request-cache.ts';
import { reaching } from '../report/not-judged.ts';
import { wordsOfResult } from '../report/reasons.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';
import type { LawResult } from './trials.ts';

type ProofSubject = Pick<Run, 'contract' | 'ruleSet' | 'target' | 'transport' | 'nonce' | 'seed'>;

/**
 * Shows which mutants a check would catch on a live target. The target receives each request once: its responses are
 * cached below the mutants.
 */
export async function proveOnTarget(
  subject: ProofSubject,
  onFinding: (finding: LawResult) => void,
): Promise<LawResult[]> {
  const remembered = createRequestCache<HttpResponse | Lost>(askedBy);
  const bounded = withinLimits(sharingBodies(subject.transport), mostHeld / 4);
  const transport: Transport = (request) => remembered(request, bounded);
  const conforming = await resultsOf(subject, transport);
  const findings: LawResult[] = [];
  for (const rule of readingRules(subject.contract, subject.ruleSet)) {
    for (const mutant of rule.mutants) {
      if ('amend' in mutant) continue;
      const wire = 'wire' in mutant ? mutant.wire : mutant.wireFor(subject.target);
      const before = conforming.get(rule.id);
      // If a rule does not pass on the target itself, its failure proves nothing.
      const after =
        before?.verdict === 'pass'
          ? await faultyResult(subject, rule, wire(transport, subject.contract))
          : before;
      const holds = before?.verdict === 'pass' && after?.verdict === 'fail';
      const said = (after && wordsOfResult(after).why) ?? 'the fault touches nothing that the target has';
      const about = { law: 'kills', subject: rule.id, trial: mutant.name } as const;
      const finding: LawResult = { ...about, holds, said, others: [] };
      findings.push(finding);
      onFinding(finding);
    }
  }
  return findings;
}

async function faultyResult(
  subject: ProofSubject,
  rule: Rule,
  transport: Transport,
): Promise<Pick<Result, 'verdict' | 'why' | 'source'> | undefined> {
  try {
    return (await resultsOf(subject, transport)).get(rule.id);
  } catch (error) {
    if (error instanceof UserError)
      return { verdict: 'inconclusive', why: error.message, source: 'contract' };
    throw error;
  }
}

const readingRules = (contract: Contract, { rules }: RuleSet): Rule[] =>
  rules.filter(({ operation }) => !needsWrites(contract, operation));

async function resultsOf(subject: ProofSubject, transport: Transport): Promise<Map<string, Result>> {
  const selected = new Set(readingRules(subject.contract, subject.ruleSet).map(({ id }) => id));
  const { results } = await reaching(run({ ...subject, transport, selected }));
  return new Map(results.map((result) => [result.rule, result]));
}
