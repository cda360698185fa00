import { AssertionError } from 'node:assert';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../conformance/report/end-test.ts';
import type { Finding } from '../../conformance/report/report.ts';
import { sampleReport } from './sample.ts';

/** How a test ends for the finding of a rule, changed a little. */
function ended(rule: string, changes: Partial<Finding> = {}, strict = false): string {
  const finding = sampleReport.results.find((one) => one.rule === rule);
  if (!finding) throw new Error('the sample has changed');
  const skipped: string[] = [];
  const judging = { strict, clauses: sampleReport.clauses };
  try {
    settle({ ...finding, ...changes }, { skip: (why) => skipped.push(why) }, judging);
  } catch (error) {
    return error instanceof AssertionError
      ? `failed: ${error.message}`
      : `threw: ${(error as Error).message}`;
  }
  return skipped.length > 0 ? `skipped: ${skipped}` : 'passed';
}

afterEach(() => vi.restoreAllMocks());

describe('a test for a rule', () => {
  it.each<[string, string, Partial<Finding>, string]>([
    ['passes with it', 'application-key/passed', {}, 'passed'],
    ['throws what is inconclusive', 'node-products/open', {}, 'threw: inconclusive: a time-out'],
    ['throws an error of ours', 'subscription/ours', {}, 'threw: internal error of assay: a bug'],
    ['skips what had no occasion', 'node-products/idle', {}, 'skipped: no bundle'],
    [
      'skips what was not judged because another rule fails',
      'application-key/unjudged',
      {},
      'skipped: cannot be tested until application-key/broken is fixed',
    ],
    ['skips what was not allowed', 'subscription/denied', {}, 'skipped: no; add writes: allow'],
    ['skips an open should', 'node-products/open', { level: 'should' }, 'skipped: a time-out'],
    [
      'skips what is waived',
      'application-key/broken',
      { waived: { reason: 'known', until: '2027-03-31' } },
      'skipped: waived until 2027-03-31, known: status 201; got status 200',
    ],
  ])('%s', (_, rule, changes, end) => {
    expect(ended(rule, changes)).toBe(end);
  });

  it('fails with what the report says of a broken rule', () => {
    expect(ended('application-key/broken')).toMatch(
      /^failed: the title of application-key\/broken\nlevel {5}must · §4\.1\nclause {4}What stated says\.\n[\s\S]*request {3}curl /,
    );
  });

  it('passes with what was intermittent in its output', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(ended('node-products/once')).toBe('passed');
    expect(warn).toHaveBeenCalledWith(
      'intermittent: node-products/once: one total; got 8, and then [redacted] (GET /a → 200 and GET /b → 200)',
    );
  });

  it('passes a broken should with its output, unless it is strict', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(ended('node-products/warned')).toBe('passed');
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^warning: node-products\/warned\n/));
    expect(ended('node-products/warned', {}, true)).toMatch(/^failed: /);
    expect(ended('node-products/open', { level: 'should' }, true)).toMatch(/^threw: inconclusive/);
  });
});
