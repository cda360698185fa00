import { expect, it } from 'vitest';
import type { Finding } from '../../conformance/report/report.ts';
import { untestedBy } from '../../conformance/report/text/untested.ts';

const open = (rule: string, remedy: string, why: string): Finding => ({
  rule,
  clause: rule,
  source: 'contract',
  operation: 'subscription',
  level: 'must',
  title: rule,
  verdict: 'inconclusive',
  warning: false,
  why,
  remedy,
  exchanges: [],
});

it('names a spent budget, spent writes and a rate limit as what they are', () => {
  const all = untestedBy([
    open('subscription/a', '--rate 5/s', 'answered 429'),
    open('subscription/b', '--budget 2', 'the budget of 1 s is spent'),
    open('subscription/c', '--max-writes 300', 'no more than 3 requests'),
    open('subscription/d', 'writes: allow', 'writing is not allowed'),
  ]);
  expect(all.map(({ cause, words }) => `${cause}: ${words}`)).toEqual([
    'not allowed: add  writes: allow',
    'budget spent: the budget of 1 s is spent; add  --budget 2',
    'writes spent: add  --max-writes 300',
    'rate limited: add  --rate 5/s',
  ]);
});
