import { describe, expect, it } from 'vitest';
import { type Remedy, rateRemedy, remedyWords } from '../../conformance/core/remedies.ts';
import { blockerOf, type Explanation, type Result } from '../../conformance/core/verdict.ts';
import { collectionLine } from '../../conformance/list/remedies.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import type { Finding } from '../../conformance/report/report.ts';
import { lackOf } from '../../conformance/report/untested-causes.ts';
import { inShort, untestedBy } from '../../conformance/report/untested-rules.ts';
import { contract } from '../shipped.ts';

const finding = (
  rule: string,
  found: Pick<Result, 'verdict' | 'why' | 'remedy' | 'topic' | 'isBasis'>,
): Finding => {
  const { remedy, why: _, ...same } = found;
  const because = blockerOf(found);
  const lack = lackOf({ source: 'contract', ...found });
  return {
    rule,
    clause: rule,
    source: 'contract',
    operation: 'subscription',
    level: 'must',
    title: rule,
    warning: false,
    ...same,
    ...wordsOfResult({ source: 'contract', ...found }),
    ...(remedy === undefined ? {} : { remedy: remedyWords(remedy) }),
    ...(because === undefined ? {} : { because }),
    ...(lack === undefined ? {} : { lack }),
    exchanges: [],
  };
};

const open = (rule: string, remedy: Remedy, why: Explanation): Finding =>
  finding(rule, { verdict: 'inconclusive', why, remedy });

it('names a spent budget, spent writes and a rate limit as what they are', () => {
  const all = untestedBy([
    open('subscription/a', rateRemedy, 'answered 429'),
    open('subscription/b', { kind: 'option', option: '--budget', value: '2' }, 'the budget of 1 s is spent'),
    open(
      'subscription/c',
      { kind: 'option', option: '--max-writes', value: '300' },
      'no more than 3 requests',
    ),
    open('subscription/d', { kind: 'writes' }, 'writing is not allowed'),
  ]);
  expect(all.map(({ cause, words }) => `${cause}: ${words}`)).toEqual([
    'not allowed: add  writes: allow',
    'budget spent: the budget of 1 s is spent; add  --budget 2',
    'writes spent: add  --max-writes 300',
    'rate limited: add  --rate 5/s',
  ]);
});

it('says what the server returned to a valid request before it says what to add', () => {
  const returned = 'POST /subscriptions returned 404 "no such plan"';
  const reason = { kind: 'not accepted', what: 'a valid request', returned } as const;
  const [told] = untestedBy([open('subscription/a', 'known: { subscription: { plan_id: … } }', reason)]);
  expect(told?.words).toBe(
    'POST /subscriptions returned 404 "no such plan"; add  known: { subscription: { plan_id: … } }',
  );
});

it('names the broken rules that blocked rules wait for', () => {
  const blocked = ['data-array', 'page-limit', 'page-limit', 'total-type', 'served'].map((by, index) => finding(`subscription/${index}`, { verdict: 'untested', why: { kind: 'blocked', by } }));
  expect(untestedBy(blocked).map(({ words, rules }) => [words, rules.length])).toEqual([
    ['waits until this is fixed: data-array, page-limit, total-type and 1 more', 5],
  ]);
}); // biome-ignore format: one line a case

it('says in short only which lacking field most rules wait for, and what can be done', () => {
  const lacks = (words: string, count: number) => ({
    ...{ cause: 'nothing to check' as const, words },
    rules: Array.from({ length: count }, (_, index) => `${words} ${index}`),
  });
  const [few, most, some] = [lacks('few', 1), lacks('most', 3), lacks('some', 2)];
  const open = { cause: 'not allowed' as const, words: 'add  writes: allow', rules: ['a'] };
  const advised = { ...few, remedy: 'add one' };
  expect(inShort([open, few, most, advised, some])).toEqual([
    open,
    {
      ...most,
      words: 'most (3 rules); --verbose explains 3 more',
      rules: [...most.rules, ...some.rules, ...few.rules],
    },
    advised,
  ]);
  expect(inShort([open, most, advised])).toEqual([open, most, advised]);
  expect(inShort([])).toEqual([]);
});

describe('next to a broken rule', () => {
  const broken = finding('node-products/data-array', { verdict: 'fail', why: 'an array', topic: ['body'] });
  const untested = (rule: string, why: string, remedy?: Remedy): Finding =>
    finding(`node-products/${rule}`, {
      verdict: 'untested',
      why,
      ...(remedy === undefined ? {} : { remedy }),
    });
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

  it('advises another collection only if that rule is not the cause', () => {
    const line = 'in collections: { at: { hierarchyID: …, nodeID: … } } of a collection without bundles';
    const included = untested(
      'included-none',
      'every collection has bundles',
      collectionLine({ contract }, 'without bundles'),
    );
    expect(wordsOf([included])).toEqual([`no suitable collection: add  ${line} (if there is one)`]);
    const misplaced = finding('node-products/fields-in-place', { verdict: 'fail', isBasis: true });
    for (const one of [broken, misplaced])
      expect(wordsOf([one, included])).toEqual([
        `no suitable collection: add  ${line} (if the problems above are not the cause)`,
      ]);
  });
});
