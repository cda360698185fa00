import { describe, expect, it } from 'vitest';
import type { Judgement, Unavailable } from '../../conformance/core/verdict.ts';
import { type VerdictTerms, verdictOf } from '../../conformance/engine/run-verdict.ts';
import type { Demand, Shows } from '../../src/contract/demands.ts';

const operation = 'application-key';

type Case = Partial<Judgement> & { readonly shows?: Shows };

const demanding = (...demands: readonly Demand[]) => new Map([[operation, demands]]);

/** The verdict on some rules, `a/0` and so on. */
function verdict(cases: readonly Case[], terms: Partial<VerdictTerms> = {}) {
  const results = cases.map(
    ({ shows: _shows, ...one }, index): Judgement => ({
      rule: `a/${index}`,
      clause: `a/${index}`,
      source: 'contract',
      operation,
      level: 'must',
      title: '',
      verdict: 'pass',
      ...one,
    }),
  );
  const rules = cases.map(({ shows }, index) => ({ id: `a/${index}`, ...(shows ? { shows } : {}) }));
  return verdictOf(results, rules, { strict: false, required: new Set(), demands: demanding(), ...terms });
}

const fail = { verdict: 'fail' } as const;
const open = { verdict: 'inconclusive' } as const;
const untested = { verdict: 'untested' } as const;

const gone: Unavailable = {
  operation,
  state: 'not implemented',
};

describe('the verdict of a run', () => {
  it('conforms if every must passed, with the number of them', () => {
    expect(verdict([{}, {}])).toEqual({ verdict: 'conforms', passed: 2 });
  });

  it('violates if a must is broken, whatever else happened', () => {
    expect(verdict([fail, open, { verdict: 'error' }], { partial: 'it was interrupted' })).toEqual({
      verdict: 'violates',
      broken: ['a/0'],
      partial: 'it was interrupted',
    });
  });

  it('conforms with a broken should, unless the check is strict', () => {
    const cases = [{}, { ...fail, level: 'should' }] as const;
    expect(verdict(cases).verdict).toBe('conforms');
    expect(verdict(cases, { strict: true }).verdict).toBe('violates');
  });

  it.each<[string, readonly Case[], Partial<VerdictTerms>, object]>([
    ['an error of ours', [{}, { verdict: 'error' }], {}, { kind: 'error', by: { rule: 'a/1' } }],
    ['an early end', [{}], { partial: 'it was interrupted' }, { kind: 'ended', passed: 1 }],
    ['an operation that is not there', [untested], { unavailable: [gone] }, { kind: 'not judged' }],
    ['an inconclusive must', [{}, open], {}, { kind: 'inconclusive', rules: ['a/1'] }],
    ['a required rule that did not pass', [{}, untested], { required: new Set(['a/1']) }, { kind: 'required' }],
    ['nothing that passed', [untested], {}, { kind: 'nothing passed' }],
    ['a selected rule that was not tested', [{}, untested], { selected: { named: new Set(['a/1']) } }, { kind: 'not tested' }],
    ['a recording in which no rule was judged', [untested], { isRecorded: true }, { kind: 'nothing recorded' }],
  ])('is undetermined with %s', (_, cases, terms, reason) => {
    expect(verdict(cases, terms)).toMatchObject({ verdict: 'undetermined', reason });
  }); // biome-ignore format: a case a line

  it('is undetermined if a run stopped one in ten rules of an operation', () => {
    const stopped = { ...untested, stoppedAt: 'POST /a' } as const;
    const most = Array.from({ length: 9 }, (): Case => ({}));
    expect(verdict([...most, stopped])).toMatchObject({ verdict: 'conforms' });
    expect(verdict([...most.slice(1), stopped])).toMatchObject({
      reason: { kind: 'stopped', stopped: 1, of: 9, by: { rule: 'a/8' } },
    });
  });

  it('is undetermined if nothing shows what the operation demands', () => {
    const demands = [{ shows: ['required'], words: 'rejected anything' }] as const;
    const cases = [{}, { ...untested, shows: 'required' }] as const;
    expect(verdict(cases, { demands: demanding(...demands) })).toMatchObject({
      reason: { kind: 'not shown', operation, by: { rule: 'a/1' } },
    });
    expect(verdict([{ shows: 'required' }], { demands: demanding(...demands) }).verdict).toBe('conforms');
  });

  it('of selected rules only passes', () => {
    const selected = { named: new Set<string>() };
    expect(verdict([{}, untested], { selected })).toEqual({ verdict: 'passes', passed: 1, of: 2 });
  });

  it('of a recording only finds no violation, and counts what is suspected', () => {
    expect(verdict([{}, open], { isRecorded: true })).toEqual({
      verdict: 'no violation',
      judged: 1,
      suspected: 1,
    });
  });
});
