import type { Contract } from '../../src/contract/contract.ts';
import type { Transport } from '../../src/wire/exchange.ts';
import type { Catalogue } from '../engine/catalogue.ts';
import type { Setting } from '../engine/probe.ts';
import type { Rule } from '../engine/rule.ts';
import { runRules } from '../engine/run.ts';
import type { Target } from '../engine/target.ts';
import type { Result } from '../engine/verdict.ts';
import { createWire } from '../engine/wire.ts';
import type { Finding } from './trials.ts';

/** A live target and what is held against it. */
export type Subject = {
  readonly contract: Contract;
  readonly catalogue: Catalogue;
  readonly target: Target;
  readonly transport: Transport;
  readonly nonce: string;
};

/**
 * Puts the mutants of the reading rules in front of a live target and tells which faults would be seen there with
 * the data it has. The target itself is asked everything once: its replies are remembered below the mutants.
 */
export async function proveOnTarget(
  subject: Subject,
  onFinding: (finding: Finding) => void,
): Promise<Finding[]> {
  const memory = createWire(subject.transport);
  const transport: Transport = (call) => memory.send(call, false);
  const honest = await resultsOf(subject, transport);
  const findings: Finding[] = [];
  for (const rule of readingRules(subject.catalogue)) {
    for (const breach of rule.mutants) {
      if ('amend' in breach) continue;
      const mutant = 'wire' in breach ? breach.wire : breach.wireFor(subject.target);
      const before = honest.get(rule.id);
      const after = (await resultsOf(subject, mutant(transport), rule)).get(rule.id);
      const holds = before?.verdict === 'pass' && after?.verdict === 'fail';
      const said =
        (before?.verdict === 'pass' ? after?.why : before?.why) ??
        'the fault touches nothing that the target has';
      const finding = {
        law: 'kills',
        subject: rule.id,
        trial: breach.name,
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

/** Rules that leave nothing behind on the target. */
const readingRules = ({ rules }: Catalogue): Rule[] =>
  rules.filter(({ operation }) => operation === 'node-products');

async function resultsOf(
  { contract, catalogue, target, nonce }: Subject,
  transport: Transport,
  only?: Rule,
): Promise<Map<string, Result>> {
  const setting: Setting = { contract, target, seed: 1, draws: 10, nonce };
  const selected = new Set(only ? [only.id] : readingRules(catalogue).map(({ id }) => id));
  const run = { setting, wire: createWire(transport), rules: catalogue.rules, selected, concurrency: 8 };
  const results = new Map<string, Result>();
  for await (const result of runRules(run)) results.set(result.rule, result);
  return results;
}
