import { describe, expect, it } from 'vitest';
import { exitCode, headline } from './headline.ts';
import type { Evidence, Rule } from './rule.ts';
import type { Result } from './verdict.ts';

type Case = Partial<Result> & { readonly evidence?: Evidence };

/** The headline of a run that found just this, rule by rule. */
function over(cases: readonly Case[], strict = false, required: readonly string[] = []) {
  const results = cases.map(
    (one, index): Result => ({
      rule: `${one.operation ?? 'application-key'}/${index}`,
      operation: 'application-key',
      clause: `clause-${index}`,
      level: 'must',
      title: 'a rule',
      verdict: 'pass',
      exchanges: [],
      ...one,
    }),
  );
  const rules = results.map(({ rule }, index) => ({ id: rule, evidence: cases[index]?.evidence }) as Rule);
  const word = headline(results, rules, { strict, required: new Set(required) });
  return { ...word, code: exitCode(results, word) };
}

const products = { operation: 'node-products' } as const;
const earned: Case[] = [{ evidence: 'content' }];
const shop: Case[] = (['filter', 'pagination', 'live'] as const).map((evidence) => ({
  ...products,
  evidence,
}));

describe('headline', () => {
  it('conforms where every demand is met, and says how much was held', () => {
    expect(over([...earned, ...shop])).toEqual({ verdict: 'conforms', why: '4 clauses held', code: 0 });
  });

  it('violates where a must is broken, whatever else is open', () => {
    const found = over([...earned, { verdict: 'fail' }, { verdict: 'inconclusive' }]);
    expect(found).toEqual({ verdict: 'violates', why: '1 rule broken: application-key/1', code: 1 });
  });

  it('counts a broken should only where asked to', () => {
    const warned: Case[] = [...earned, { level: 'should', verdict: 'fail' }];
    expect(over(warned).verdict).toBe('conforms');
    expect(over(warned, true).verdict).toBe('violates');
    expect(over(warned, false, ['application-key/1']).verdict).toBe('violates');
  });

  it('is undetermined where a must is inconclusive, but not for a should', () => {
    const open = over([...earned, { verdict: 'inconclusive', why: 'a time-out', remedy: 'token: …' }]);
    expect(open).toMatchObject({ verdict: 'undetermined', remedy: 'token: …', code: 3 });
    expect(open.why).toBe('1 rule inconclusive: application-key/1 (a time-out)');
    expect(over([...earned, { level: 'should', verdict: 'inconclusive' }]).code).toBe(0);
  });

  it('is undetermined where a required rule was not exercised', () => {
    const idle: Case[] = [...earned, { verdict: 'unexercised', why: 'no bundle' }];
    expect(over(idle).verdict).toBe('conforms');
    expect(over(idle, false, ['application-key/1'])).toMatchObject({ verdict: 'undetermined', code: 3 });
  });

  it('ends with two for an error of ours, even beside a broken must', () => {
    expect(over([...earned, { verdict: 'error', why: 'a bug' }]).code).toBe(2);
    expect(over([...earned, { verdict: 'fail' }, { verdict: 'error' }])).toMatchObject({
      verdict: 'violates',
      code: 2,
    });
  });

  it('has to be earned: statuses alone prove nothing', () => {
    expect(over([{}])).toMatchObject({ verdict: 'undetermined', code: 3 });
    expect(over([])).toEqual({ verdict: 'undetermined', why: 'no rule passed', code: 3 });
  });

  it.each(['filter', 'pagination', 'live'])(
    'asks for %s in the listings, and names what is missing',
    (evidence) => {
      const poor = shop.map((one) =>
        one.evidence === evidence
          ? ({ ...one, verdict: 'unexercised', why: 'an empty shop', remedy: 'nodes: …' } as const)
          : one,
      );
      expect(over(poor)).toMatchObject({ verdict: 'undetermined', remedy: 'nodes: …', code: 3 });
    },
  );

  it('asks no evidence of what a waived fault keeps from being seen, but of what gave no occasion', () => {
    const waived = { reason: 'known', until: '9999-12-31' };
    const adopt = (change: Partial<Result>): Case[] =>
      shop.map((one) => (one.evidence === 'pagination' ? { ...one, ...change, waived } : one));
    expect(over(adopt({ verdict: 'fail' }))).toMatchObject({
      code: 0,
      why: '2 clauses held; waived: 1 broken rule',
    });
    expect(over(adopt({ verdict: 'inconclusive', because: 'node-products/page-limit' })).code).toBe(0);
    expect(over(adopt({ verdict: 'unexercised' })).code).toBe(3);
    expect(over(adopt({ verdict: 'inconclusive' })).code).toBe(3);
  });

  it('takes the curated order for live products', () => {
    const ordered = shop.map((one) =>
      one.evidence === 'live' ? { ...one, evidence: 'order' as const } : one,
    );
    expect(over(ordered).verdict).toBe('conforms');
  });

  it('says how many rules were skipped, and does not ask them for evidence', () => {
    const denied: Case[] = [...shop, { verdict: 'skipped' }, { verdict: 'skipped' }];
    expect(over(denied)).toMatchObject({
      verdict: 'conforms',
      why: '3 clauses held; read-only: 2 rules skipped',
    });
  });

  it('says so beside every word', () => {
    expect(over([{ verdict: 'fail' }, { verdict: 'skipped' }]).why).toBe(
      '1 rule broken: application-key/0; read-only: 1 rule skipped',
    );
  });

  it('does not take a passed should for evidence', () => {
    expect(over([{ evidence: 'content', level: 'should' }, {}]).verdict).toBe('undetermined');
  });
});
