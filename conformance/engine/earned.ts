import { type OperationId, operationIds } from '../../src/contract/contract.ts';
import type { Evidence, Rule } from './rule.ts';
import type { Judgement } from './verdict.ts';

/** A rule, and what a pass of it is evidence of. */
export type Evidenced = Pick<Rule, 'id' | 'evidence'>;

type Demand = { readonly evidence: readonly Evidence[]; readonly words: string };

const content: Demand = {
  evidence: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'looked at the content of a reply',
};

const demands: Record<OperationId, readonly Demand[]> = {
  'application-key': [content],
  subscription: [content],
  'node-products': [
    content,
    { evidence: ['filter'], words: 'saw a filter at work' },
    { evidence: ['pagination'], words: 'saw pages cut' },
    { evidence: ['live', 'order'], words: 'saw live products only, or the curated order' },
  ],
};

/** What a run lacks to have earned its verdict, if anything (READINGS 32): an empty shop proves nothing. */
export function unearned(
  results: readonly Judgement[],
  rules: readonly Evidenced[],
): { readonly why: string; readonly cause?: Judgement } | undefined {
  const evidence = new Map(rules.map((rule) => [rule.id, rule.evidence]));
  for (const operation of operationIds) {
    const own = results.filter((result) => result.operation === operation && result.level === 'must');
    const judged = own.filter(({ verdict }) => verdict !== 'skipped');
    for (const demand of judged.length > 0 ? demands[operation] : []) {
      const able = judged.filter(({ rule }) => demand.evidence.includes(evidence.get(rule) as Evidence));
      if (able.some((result) => result.verdict === 'pass' || isExcused(result))) continue;
      if (able.length === 0) return { why: `no selected rule of ${operation} ${demand.words}` };
      const cause = able.find(({ remedy }) => remedy) ?? able[0];
      return { why: `no rule of ${operation} ${demand.words}`, ...(cause ? { cause } : {}) };
    }
  }
  return results.some(({ verdict }) => verdict === 'pass') ? undefined : { why: 'no rule passed' };
}

/** What a waived fault keeps from being seen was looked for, and the operator let it fail. */
const isExcused = ({ verdict, waived, because }: Judgement): boolean =>
  waived !== undefined && (verdict === 'fail' || because !== undefined);
