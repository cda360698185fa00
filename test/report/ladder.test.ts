import { describe, expect, it } from 'vitest';
import { ruleSet } from '../../conformance/proof/fixtures.ts';
import type { Finding } from '../../conformance/report/report.ts';
import {
  climbing,
  familiesOf,
  namesOf,
  perStep,
  stepOf,
  steps,
} from '../../conformance/report/text/ladder.ts';

const finding = (rule: string, saw = 'something else'): Finding => ({
  rule,
  clause: rule,
  source: rule.startsWith('choice/') ? 'pin' : 'contract',
  operation: ruleSet.rules.find(({ id }) => id === rule)?.operation ?? 'node-products',
  level: 'must',
  title: rule,
  verdict: 'fail',
  warning: false,
  saw,
  exchanges: [],
});

describe('the ladder', () => {
  it('has a step for every rule, and a rule on every step', () => {
    const used = new Set(ruleSet.rules.map(({ id }) => stepOf(finding(id))));
    expect([...used].toSorted()).toEqual(steps.slice(0, -1).toSorted());
    expect(stepOf(finding('choice/head'))).toBe('choices and house rules');
  });

  it('puts first what one builds first', () => {
    const rules = ['node-products/links-next', 'node-products/filter-eq-name-only', 'subscription/id-uuid', 'application-key/created', 'node-products/served'];
    expect(climbing(rules.map((rule) => finding(rule))).map(({ rule }) => rule)).toEqual(rules.toReversed());
  }); // biome-ignore format: one line

  it('shows the cause of an off-by-one in page sizes first, and what follows from it below', () => {
    const rules = ['node-products/filter-pages-exact', 'node-products/page-limit-exact'];
    const [family] = familiesOf(rules.map((rule) => finding(rule)));
    expect(family?.lead.rule).toBe('node-products/page-limit-exact');
    expect(namesOf(family?.others ?? [])).toEqual(['filter-pages-exact']);
  });

  it('folds missing fields of one operation into one finding, and not those of another', () => {
    const families = familiesOf([
      finding('application-key/client-id-present', 'nothing there'),
      finding('application-key/client-secret-present', 'nothing there, but data.secret, one level up'),
      finding('application-key/id-uuid'),
      finding('subscription/meta-present', 'nothing there'),
    ]);
    expect(families.map(({ others }) => others.length)).toEqual([1, 0, 0]);
    expect(perStep(families)).toBe('4 about fields');
  });
});
