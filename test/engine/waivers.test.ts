import { describe, expect, it } from 'vitest';
import { demandsOf } from '../../conformance/core/kind.ts';
import type { Judgement, Verdict } from '../../conformance/core/verdict.ts';
import { openWaivers } from '../../conformance/engine/waivers.ts';
import { kinds } from '../../conformance/kinds.ts';
import { headline, wordOver } from '../../conformance/report/verdict-line.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { contract } from '../shipped.ts';

const ids = ['node-products/one', 'node-products/one/deep', 'node-products/two'];
const today = new Date('2027-03-31T23:59:59Z');

const result = (rule: string, verdict: Verdict, blocker?: string): Judgement => ({
  rule,
  source: 'contract',
  operation: 'node-products',
  clause: rule,
  level: 'must',
  title: rule,
  verdict,
  ...(blocker === undefined ? {} : { why: { kind: 'blocked', by: blocker } }),
});

const open = (rule: string, until = '2027-03-31', required: string[] = [], now = today) =>
  openWaivers(
    [{ rule, reason: 'known', until }],
    { ids, required: new Set(required), skipped: new Set() },
    now,
  );

const demands = new Map(idsOf(contract).map((id) => [id, demandsOf(kinds, contract, id)]));
const terms = { strict: false, required: new Set<string>(), demands };

describe('a waiver', () => {
  it('marks its rules, whatever their verdict, and turns the headline no more', () => {
    const { mark, notes } = open('node-products/one');
    const results = [result('node-products/one', 'fail'), result('node-products/one/deep', 'pass')].map(mark);
    expect(results.map(({ verdict, waived }) => [verdict, waived?.reason])).toEqual([
      ['fail', 'known'],
      ['pass', 'known'],
    ]);
    const word = headline(results, [], terms);
    expect(word).toMatchObject({
      verdict: 'undetermined',
      why: expect.stringMatching(/; waived: 1 broken rule$/),
    });
    expect(notes(results)[0]).toMatchObject({ state: 'active', rules: ids.slice(0, 2) });
  });

  it('covers what its rules keep from being judged: a waived finding still takes what it causes', () => {
    const { mark } = open('node-products/one');
    const above = mark(result('node-products/two', 'untested', 'node-products/one'));
    expect(above).toHaveProperty('waived');
    expect(mark(result('node-products/two', 'untested'))).not.toHaveProperty('waived');
  });

  it('counts on its last day, in UTC, and not a moment longer', () => {
    const broken = result('node-products/two', 'fail');
    expect(open('node-products/two').mark(broken)).toHaveProperty('waived');
    const { mark, notes } = open('node-products/two', '2027-03-31', [], new Date('2027-04-01T00:00:00Z'));
    expect(mark(broken)).not.toHaveProperty('waived');
    expect(notes([result('node-products/two', 'pass')])[0]?.state).toBe('expired');
  });

  it.each([
    [15, undefined, undefined],
    [14, 14, 'ends in 14 days (2027-03-31)'],
    [1, 1, 'ends tomorrow (2027-03-31)'],
    [0, 0, 'ends today (2027-03-31)'],
  ])('that ends in %i days is announced from 14 days on', (days, daysLeft, words) => {
    const now = new Date(Date.parse('2027-03-31T12:00:00Z') - days * 86_400_000);
    const { mark, notes } = open('node-products/two', '2027-03-31', [], now);
    const results = [mark(result('node-products/two', 'fail'))];
    expect(notes(results)[0]?.daysLeft).toBe(daysLeft);
    const { why } = wordOver(results, [], { ...terms, waivers: notes(results) }).word;
    expect(/the waiver of node-products\/two (.*)$/.exec(why)?.[1]).toBe(words);
  });

  it('that expired is named where a rule of it is broken, and only there', () => {
    const whyOf = (verdict: Verdict): string => {
      const { mark, notes } = open('node-products/two', '2027-03-30');
      const results = [mark(result('node-products/two', verdict))];
      return wordOver(results, [], { ...terms, waivers: notes(results) }).word.why;
    };
    expect(whyOf('fail')).toBe(
      '1 rule broken: node-products/two; the waiver of node-products/two expired: its last day was 2027-03-30',
    );
    expect(whyOf('pass')).not.toContain('waiver');
  });

  it('is stale where all its rules ran and pass, and that ends with 1', () => {
    const { notes } = open('node-products/one');
    const [deep, flat] = [result('node-products/one/deep', 'pass'), result('node-products/one', 'pass')];
    expect(notes([flat, deep])[0]?.state).toBe('stale');
    expect(notes([flat])[0]?.state).toBe('active');
    expect(notes([flat, result('node-products/one/deep', 'untested')])[0]?.state).toBe('active');
    const over = (...results: Judgement[]) => wordOver(results, [], { ...terms, waivers: notes(results) });
    expect(over(flat, deep)).toMatchObject({
      code: 1,
      word: {
        why: expect.stringContaining(
          'remove the stale waiver of node-products/one (exit code 1), since its rules pass',
        ),
      },
    });
    expect(over(flat).code).toBe(3);
  });

  it('for no rule is a fault, and so is one for a rule that has to pass', () => {
    expect(() => open('node-products/on')).toThrow(
      'the waiver of node-products/on matches nothing; the nearest is node-products/one.',
    );
    expect(() => open('node-products/two', '2027-12-31', ['node-products/two'])).toThrow(
      '--require names node-products/two, which a waiver lets fail; remove one of the two.',
    );
  });
});
