import { describe, expect, it } from 'vitest';
import { type Comparison, compareReports } from '../../conformance/report/compare.ts';
import { comparisonMarkdown, comparisonTerminal } from '../../conformance/report/comparison.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import type { Finding, Report } from '../../conformance/report/report.ts';
import type { Standing } from '../../conformance/report/standing.ts';
import { outsideCode } from './outside-code.ts';
import { sampleReport } from './sample.ts';
import { hostile, hostileReport } from './sample-hostile.ts';

const colours = coloursIf(false);
const shown = (comparison: Comparison, verbose = false): string =>
  comparisonTerminal(comparison, { colours, verbose });

const [passed] = sampleReport.results.filter(({ verdict }) => verdict === 'pass');

/** A report in which one rule is in some way. */
function reportWith(standing: Standing | undefined, more: Partial<Finding> = {}): Report {
  if (!passed) throw new Error('the sample has changed');
  const waived = standing === 'waived' ? { waived: { reason: 'known', until: '2999-01-01' } } : {};
  const isBroken = standing === 'fail' || standing === 'warning' || standing === 'waived';
  const finding: Finding = {
    ...passed,
    rule: 'application-key/one',
    verdict: isBroken ? 'fail' : (standing ?? 'pass'),
    warning: standing === 'warning',
    ...(standing === 'pass' ? {} : { why: `it is ${standing}` }),
    ...waived,
    ...more,
  };
  return { ...sampleReport, alsoSeen: [], results: standing === undefined ? [] : [finding] };
}

/** A report on which the response to one choice is this, why there is none, or nothing. */
const seen = (words?: string): Report => {
  const about = { id: 'trailing-slash', question: 'What does a slash return?' };
  const clauses = ['node-products/trailing-slash'];
  const [, why] = /^not observed: (.*)$/.exec(words ?? '') ?? [];
  return {
    ...sampleReport,
    observations: words === undefined || why !== undefined ? [] : [{ ...about, clauses, option: words }],
    unseen: why === undefined ? [] : [{ ...about, why }],
  };
};

describe('two reports', () => {
  it.each<[Standing | undefined, Standing | undefined, string | undefined]>([
    ['pass', 'fail', 'began to fail'],
    ['untested', 'fail', 'uncovered'],
    ['warning', 'fail', 'began to fail'],
    ['waived', 'fail', 'began to fail'],
    [undefined, 'fail', 'began to fail'],
    ['fail', 'fail', undefined],
    ['pass', 'pass', undefined],
    ['fail', 'pass', 'fixed'],
    ['waived', 'pass', 'fixed'],
    ['warning', 'pass', 'fixed'],
    ['pass', 'warning', 'began to warn'],
    ['pass', 'untested', 'lost its verdict'],
    ['fail', 'inconclusive', 'lost its verdict'],
    ['fail', 'waived', 'lost its verdict'],
    ['pass', 'skipped', 'lost its verdict'],
    ['pass', 'error', 'lost its verdict'],
    ['inconclusive', 'pass', 'gained a verdict'],
    ['untested', 'inconclusive', 'open for another reason'],
    [undefined, 'pass', 'new'],
    ['fail', undefined, 'gone'],
  ])('in which a rule stands as %s and then as %s', (before, after, change) => {
    const compared = compareReports(reportWith(before), reportWith(after));
    expect(compared.rules.map((rule) => rule.change)).toEqual(change === undefined ? [] : [change]);
    expect(compared.regressed).toBe(change === 'began to fail');
    for (const text of [shown(compared, true), comparisonMarkdown(compared)]) {
      if (change === undefined) expect(text).toContain('nothing changed');
      else expect(text).toContain('application-key/one');
    }
  });

  it.each<[string | undefined, string | undefined, string | undefined]>([
    ['400', '422', 'changed'],
    ['400', '400', undefined],
    ['400', 'not observed: no key was created', 'no longer observed'],
    ['not observed: the budget is spent', '400', 'newly observed'],
    ['not observed: no key was created', 'not observed: POST requests are not allowed for this target', undefined],
    [undefined, '400', 'new'],
    ['400', undefined, 'gone'],
  ])('in which a choice has the option %s and then %s', (before, after, change) => {
    const compared = compareReports(seen(before), seen(after));
    expect(compared.choices.map((choice) => choice.change)).toEqual(change === undefined ? [] : [change]);
    expect(compared.regressed).toBe(change === 'changed');
    for (const text of [shown(compared), comparisonMarkdown(compared)])
      expect(text).toContain(change === undefined ? 'nothing changed' : `1 choice ${change === 'new' ? 'is new' : change === 'gone' ? 'is gone' : change}`);
  }); // biome-ignore format: one line an expectation

  it('whose fix changes what is observed have not regressed, unless nothing of the operation was fixed', () => {
    const change = (standing: Standing, option: string, clause = 'application-key/one'): Report => ({ ...reportWith(standing, { clause }), observations: seen(option).observations });
    const clause = 'node-products/trailing-slash';
    const fixed = compareReports(change('fail', 'other: 500', clause), change('pass', '400', clause));
    expect([fixed.regressed, fixed.choices.map((one) => one.change)]).toEqual([false, ['changed with a fix']]);
    const elsewhere = compareReports(change('fail', '404', 'elsewhere/one'), change('pass', '400', 'elsewhere/one'));
    expect([elsewhere.regressed, elsewhere.choices.map((one) => one.change)]).toEqual([true, ['changed']]);
    for (const text of [shown(fixed), comparisonMarkdown(fixed)]) expect(text).toContain('1 choice changed with a fix');
  }); // biome-ignore format: one line a report

  it('in which a fix lets a rule be judged, which fails, have not regressed', () => {
    const both = (one: Standing, other: Standing): Report => {
      const [first, second] = [reportWith(one), reportWith(other, { rule: 'application-key/two' })];
      return { ...first, results: [...first.results, ...second.results] };
    };
    const uncovered = compareReports(both('fail', 'untested'), both('pass', 'fail'));
    expect([uncovered.regressed, uncovered.rules.map(({ change }) => change)]).toEqual([false, ['fixed', 'uncovered']]);
    expect(shown(uncovered)).toContain('1 rule fails that could not be judged before');
    expect(compareReports(both('pass', 'untested'), both('pass', 'fail')).regressed).toBe(true);
    // The operation was not there.
    expect(compareReports(both('untested', 'untested'), both('pass', 'fail')).regressed).toBe(false);
  }); // biome-ignore format: one line an expectation

  it('in which a choice changes that is accepted, or pinned to what is done now, have not regressed', () => {
    const [before, after] = [seen('400'), seen('422')];
    const pinned: Report = { ...after, results: [{ ...reportWith('pass').results[0], rule: 'choice/trailing-slash' } as Finding] };
    const broken: Report = { ...pinned, results: pinned.results.map((one) => ({ ...one, verdict: 'fail' })) };
    for (const compared of [compareReports(before, pinned), compareReports(before, after, { acceptChoices: true })])
      expect([compared.regressed, compared.choices.map(({ change }) => change)]).toEqual([false, ['changed as accepted']]);
    expect(compareReports(before, broken).regressed).toBe(true);
    expect(compareReports(before, after).regressed).toBe(true);
  }); // biome-ignore format: one line an expectation

  it.each<[Standing, Standing | undefined, Report['headline']['verdict'], boolean]>([
    ['pass', 'inconclusive', 'violates', true],
    ['pass', 'error', 'conforms', true],
    ['pass', 'untested', 'undetermined', true],
    ['pass', undefined, 'undetermined', true],
    ['pass', 'untested', 'conforms', false],
    ['pass', undefined, 'passes', false],
    ['fail', 'inconclusive', 'undetermined', false],
    ['untested', 'inconclusive', 'undetermined', false],
  ])('in which a rule stands as %s and then as %s, in a run that %s', (before, after, verdict, undetermined) => {
    const later = reportWith(after);
    const compared = compareReports(reportWith(before), { ...later, headline: { ...later.headline, verdict } });
    expect(compared).toMatchObject({ regressed: false, undetermined });
    expect(shown(compared).includes('\nundetermined — ')).toBe(undetermined);
    expect(comparisonMarkdown(compared).startsWith('## ❔')).toBe(undetermined);
  }); // biome-ignore format: one line a case

  it('know a rule to be broken that was not selected', () => {
    const { results, ...report } = reportWith('fail');
    const notSelected: Report = { ...report, results: [], alsoSeen: results };
    expect(compareReports(notSelected, reportWith('fail')).rules).toEqual([]);
    expect(compareReports(reportWith('pass'), notSelected).regressed).toBe(true);
  });

  const collections = (...names: string[]) => names.map((name) => ({ list: 'books', at: { shelf: name } }));
  it.each<[string, Partial<Report>, Partial<Report>, string]>([
    ['contracts', { contract: { version: '1', sha256: 'aa' } }, { contract: { version: '2', sha256: 'bb' } }, 'contract: 1 (aa) before, 2 (bb) after'],
    ['seeds', { seed: 1 }, { seed: 2 }, 'seed: 1 before, 2 after'],
    ['Overlays', {}, { amended: ['a/b/maxLength'] }, 'constraints amended by Overlays: a/b/maxLength only after'],
    ['collections', { collections: collections('a', 'b', 'c', 'd', 'e') }, { collections: collections('a', 'b', 'c', 'd', 'f') }, 'collections: books/e only before, books/f only after'],
    ['selections', {}, { selection: { only: ['subscription'] } }, '--only: subscription only after'],
    ['terms', { strict: true }, { required: ['a'] }, 'a broken should: counts before, is a warning after'],
  ])('of different %s say so first', (_, one, other, line) => {
    const compared = compareReports({ ...sampleReport, ...one }, { ...sampleReport, ...other });
    expect(compared.unlike).toContain(line);
    const text = shown(compared);
    expect(text).toMatch(/^The two runs were not alike, which may be why they differ\n {4}/);
    expect(text.indexOf(line)).toBeLessThan(text.indexOf('nothing changed'));
    expect(comparisonMarkdown(compared)).toContain('### ⚠️ The two runs were not alike');
  }); // biome-ignore format: one line a case

  it('of equal collections in another order are alike', () => {
    const id = '0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c11';
    const [one, other] = [collections(id.toUpperCase(), 'b'), collections('b', id)];
    expect(compareReports({ ...sampleReport, collections: one }, { ...sampleReport, collections: other }).unlike).toEqual([]);
  }); // biome-ignore format: one line
});

describe('hostile text', () => {
  const before = { ...hostileReport, results: hostileReport.results.map((one) => ({ ...one, verdict: 'pass' as const, warning: false })), observations: [], collections: [{ list: hostile, at: { [hostile]: hostile } }] }; // biome-ignore format: one line
  const both = [
    compareReports(before, hostileReport),
    compareReports({ ...hostileReport, observations: [{ id: 'trailing-slash', question: 'what?', option: 'a' }], unseen: [] }, hostileReport),
    compareReports(hostileReport, before),
  ]; // biome-ignore format: one line a comparison

  it('does not reach the terminal', () => {
    for (const comparison of both) {
      const text = shown(comparison, true);
      expect(text).not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
      expect(text).not.toMatch(/^\s*::/m);
    }
  });

  it('is text in Markdown', () => {
    for (const comparison of both)
      expect(outsideCode(comparisonMarkdown(comparison))).not.toMatch(/<script|<img|onerror|owned/);
  });

  it('of any length leaves room in a comment', () => {
    const long = { ...reportWith('fail', { saw: 'x'.repeat(100_000), expected: 'a' }), observations: [] };
    const many = { ...long, results: Array.from({ length: 300 }, (_, index) => ({ ...long.results[0], rule: `application-key/${index}` }) as Finding) };
    const text = comparisonMarkdown(compareReports({ ...long, results: [] }, many));
    expect(text).toContain('and 290 more\n');
    expect(text.length).toBeLessThan(60_000);
  }); // biome-ignore format: one line
});
