import type { Contract } from '../../src/contract/contract.ts';
import { UserError } from '../../src/errors.ts';
import type { Lost, Reply, Transport } from '../../src/http/exchange.ts';
import { askedBy } from '../core/calls.ts';
import { profiles } from '../core/profiles.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { Result } from '../core/verdict.ts';
import { mostHeld, sharingBodies, withinLimits } from '../engine/receive.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { run } from '../engine/run.ts';
import { createRequestCache } from '../engine/send.ts';
import type { LawResult } from './trials.ts';

type Subject = {
  readonly contract: Contract;
  readonly ruleSet: RuleSet;
  readonly target: Target;
  readonly transport: Transport;
  readonly nonce: string;
  readonly seed?: number;
};

/**
 * Puts the mutants of the reading rules in front of a live target and tells which faults would be seen there with
 * the data it has. The target itself is asked everything once: its responses are remembered below the mutants, and take a
 * quarter of what a run may hold, since a mutant may make another of each.
 */
export async function proveOnTarget(
  subject: Subject,
  onFinding: (finding: LawResult) => void,
): Promise<LawResult[]> {
  const remembered = createRequestCache<Reply | Lost>(askedBy);
  const bounded = withinLimits(sharingBodies(subject.transport), mostHeld / 4);
  const transport: Transport = (call) => remembered(call, bounded);
  const conforming = await resultsOf(subject, transport);
  const findings: LawResult[] = [];
  for (const rule of readingRules(subject.ruleSet)) {
    for (const mutant of rule.mutants) {
      if ('amend' in mutant) continue;
      const wire = 'wire' in mutant ? mutant.wire : mutant.wireFor(subject.target);
      const before = conforming.get(rule.id);
      // A rule that does not pass on the target itself would tell nothing by failing.
      const after =
        before?.verdict === 'pass'
          ? await faultyResult(subject, rule, wire(transport, subject.contract))
          : before;
      const holds = before?.verdict === 'pass' && after?.verdict === 'fail';
      const said = after?.why ?? 'the fault touches nothing that the target has';
      const finding = {
        law: 'kills',
        subject: rule.id,
        trial: mutant.name,
        holds,
        said,
        others: [],
      } as const;
      findings.push(finding);
      onFinding(finding);
    }
  }
  return findings;
}

/** What a rule says before a fault, or why there is no check of such a server. */
async function faultyResult(
  subject: Subject,
  rule: Rule,
  transport: Transport,
): Promise<Pick<Result, 'verdict' | 'why'> | undefined> {
  try {
    return (await resultsOf(subject, transport)).get(rule.id);
  } catch (error) {
    if (error instanceof UserError) return { verdict: 'inconclusive', why: error.message };
    throw error;
  }
}

/** Rules that leave nothing behind on the target. */
const readingRules = ({ rules }: RuleSet): Rule[] =>
  rules.filter(({ operation }) => !profiles[operation].writes);

async function resultsOf(subject: Subject, transport: Transport): Promise<Map<string, Result>> {
  const selected = new Set(readingRules(subject.ruleSet).map(({ id }) => id));
  const { results } = await run({ ...subject, transport, selected });
  return new Map(results.map((result) => [result.rule, result]));
}
