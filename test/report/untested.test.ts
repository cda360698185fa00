import { describe, expect, it } from 'vitest';
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

it('says what the server returned to a valid request before it says what to add', () => {
  const why = 'POST /subscriptions returned 404 "no such plan" to a valid request sent after an invalid one';
  const [told] = untestedBy([open('subscription/a', 'subscription: { plan_id: … }', why)]);
  expect(told?.words).toBe(
    'POST /subscriptions returned 404 "no such plan"; add  subscription: { plan_id: … }',
  );
});

it('names the broken rules that blocked rules wait for', () => {
  const { remedy: _, ...idle } = open('subscription/a', '', '');
  const blocked = ['data-array', 'page-limit', 'page-limit', 'total-type', 'served'].map((because, index) => ({ ...idle, verdict: 'untested' as const, rule: `subscription/${index}`, because }));
  expect(untestedBy(blocked).map(({ words, rules }) => [words, rules.length])).toEqual([
    ['waits until this is fixed: data-array, page-limit, total-type and 1 more', 5],
  ]);
}); // biome-ignore format: one line a case

describe('next to a broken rule', () => {
  const broken = { ...open('node-products/data-array', '', 'an array'), verdict: 'fail' } as const;
  const untested = (rule: string, why: string, remedy?: string): Finding => {
    const { remedy: _, ...finding } = open(`node-products/${rule}`, '', why);
    return { ...finding, verdict: 'untested', ...(remedy === undefined ? {} : { remedy }) };
  };
  const wordsOf = (findings: readonly Finding[]) =>
    untestedBy(findings.map((finding) => ({ ...finding, operation: 'node-products' as const }))).map(
      ({ cause, words }) => `${cause}: ${words}`,
    );

  it('does not promise that its fix makes a rule testable', () => {
    const idle = untested('links-others-string', 'no response contained it');
    expect(wordsOf([idle])).toEqual(['nothing to check: no response contained it']);
    expect(wordsOf([broken, idle])).toEqual([
      'nothing to check: no response contained it; perhaps because of the problems above',
    ]);
  });

  it('advises another node only if that rule is not the cause', () => {
    const line = 'in nodes: { hierarchy: …, node: id of a node without bundles }';
    const included = untested('included-none', 'every node has bundles', line);
    expect(wordsOf([included])).toEqual([`no suitable node: add  ${line} (if there is one)`]);
    for (const rule of ['data-array', 'fields-in-place', 'product-types-agree'])
      expect(wordsOf([{ ...broken, rule: `node-products/${rule}` }, included])).toEqual([
        `no suitable node: add  ${line} (if the problems above are not the cause)`,
      ]);
  });
});
