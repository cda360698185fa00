import type { Choices } from '../../src/stub/choices.ts';
import type { Breach, Rule } from '../engine/rule.ts';
import { contract, faulty, grounds, honest, judged, rules } from './ground.ts';

/** What became of one mutant. */
export type Kill = {
  readonly rule: string;
  readonly mutant: string;
  /** Whether the rule that carries the mutant fails on it. */
  readonly killed: boolean;
  /** What that rule said. */
  readonly said: string;
  /** Other rules that fail too: one fault should be one finding. */
  readonly others: readonly string[];
};

/** Rules on which mutants of an operation are tried, and the first choices under which each has an occasion. */
export async function occasions(): Promise<Map<string, Partial<Choices>>> {
  const found = new Map<string, Partial<Choices>>();
  for (const choices of grounds) {
    for (const { rule, verdict } of await judged(honest({ choices }))) {
      if (verdict === 'pass' && !found.has(rule)) found.set(rule, choices);
    }
  }
  return found;
}

/** Runs the rules of an operation against one mutant. */
export async function kill(rule: Rule, breach: Breach, choices: Partial<Choices>): Promise<Kill> {
  const own = rules.filter(({ operation }) => operation === rule.operation);
  const results = await judged(faulty(breach, choices), own);
  const result = results.find((one) => one.rule === rule.id);
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  return {
    rule: rule.id,
    mutant: breach.name,
    killed: result?.verdict === 'fail' && contract.clauses.has(result.clause),
    said: `${result?.verdict}: ${result?.why ?? ''}`,
    others: failed.map((one) => one.rule).filter((id) => id !== rule.id),
  };
}
