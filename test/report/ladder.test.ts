import { describe, expect, it } from 'vitest';
import type { Rule } from '../../conformance/core/rule.ts';
import { rungs, stepOf, topicBroken } from '../../conformance/core/topic.ts';
import { RuleState } from '../../conformance/engine/rule-state.ts';
import { climbing, familiesIn, findingNames, perStep } from '../../conformance/report/findings.ts';
import type { Finding } from '../../conformance/report/report.ts';
import { ruleSet } from '../shipped.ts';

const ruleOf = (id: string): Rule => ruleSet.rules.find((rule) => rule.id === id) as Rule;

/** A broken rule as it is reported, where something is wrong or missing. */
function finding(id: string, isMissing = false): Finding {
  const state = new RuleState(ruleOf(id), 'must');
  state.fail({ expected: 'it', saw: 'something else', shown: [], ...(isMissing ? { isMissing } : {}) });
  const {
    remedy: _,
    intermittent: _once,
    why: _why,
    foreign: _foreign,
    isMissing: _missing,
    ...found
  } = state.result();
  const topic = topicBroken(state.result());
  return { ...found, ...(topic ? { topic } : {}), warning: false, exchanges: [] };
}

describe('the ladder', () => {
  it('has a step for every rule, and a rule on every step', () => {
    const used = new Set(ruleSet.rules.map(({ id }) => stepOf(finding(id).topic)));
    expect([...used].toSorted()).toEqual([...new Set(Object.values(rungs))].toSorted());
    expect(stepOf(undefined)).toBe('choices and house rules');
  });

  it('puts first what one builds first', () => {
    const rules = ['node-products/links-next', 'node-products/filter-eq-name-only', 'subscription/id-uuid', 'application-key/created', 'node-products/served'];
    expect(climbing(rules.map((rule) => finding(rule))).map(({ rule }) => rule)).toEqual(rules.toReversed());
  }); // biome-ignore format: one line

  it('shows the cause of an off-by-one in page sizes first, and what follows from it below', () => {
    const rules = ['node-products/filter-pages-exact', 'node-products/page-limit-exact'];
    const [family] = familiesIn(rules.map((rule) => finding(rule))).broken;
    expect(family?.lead.rule).toBe('node-products/page-limit-exact');
    expect(findingNames(family?.others ?? [])).toEqual(['filter-pages-exact']);
  });

  it('folds missing fields of one operation into one finding, and not those of another', () => {
    const { broken: families } = familiesIn([
      finding('application-key/client-id-present', true),
      finding('application-key/client-secret-present', true),
      finding('application-key/id-uuid'),
      finding('subscription/meta-present', true),
    ]);
    expect(families.map(({ others }) => others.length)).toEqual([1, 0, 0]);
    expect(perStep(families)).toBe('4 about fields');
  });
});
