import { describe, expect, it } from 'vitest';
import type { Result } from '../../conformance/core/verdict.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { wordOver } from '../../conformance/report/verdict-line.ts';
import { sampleReport } from './sample.ts';

const passed: Result = {
  source: 'contract',
  operation: 'books',
  rule: 'books/a',
  clause: 'books/a',
  level: 'must',
  title: 'a',
  verdict: 'pass',
  exchanges: [],
};

const whyWith = (unchecked: object, selected: false | { readonly named: ReadonlySet<string> } = false) =>
  wordOver([passed], [{ id: 'books/a', shows: 'content' }], {
    ...{ strict: false, required: new Set<string>(), selected, demands: new Map() },
    unchecked: { operations: 4, unchecked: 0, parts: 0, ...unchecked },
  }).word.why;

describe('what no rule checks', () => {
  it.each([
    [{ parts: 1 }, '1 rule passed; not checked: 1 part of the contract'],
    [{ unchecked: 2 }, '1 rule passed; not checked: 2 of 4 operations of the contract'],
    [{ unchecked: 1, parts: 3 }, '1 rule passed; not checked: 1 of 4 operations and 3 other parts of the contract'],
    [{ unchecked: 3 }, '3 of 4 operations not checked; 1 rule passed'],
    [{ unchecked: 3, parts: 3 }, '3 of 4 operations not checked; 1 rule passed; not checked: 3 other parts of the contract'],
  ])('%j is counted in the verdict', (unchecked, why) => {
    expect(whyWith(unchecked)).toBe(why);
  }); // biome-ignore format: one line a case

  it('is not counted beside a selection', () => {
    expect(whyWith({ unchecked: 3, parts: 3 }, { named: new Set() })).toBe('1 of 1 selected rule');
  });

  it('is listed, the same things together', () => {
    const places = ['openapi.yaml:3', 'openapi.yaml:9'];
    const unchecked = places.map((where) => ({ what: 'the keyword not', where }));
    const text = terminal({ ...sampleReport, unchecked }, { colours: coloursIf(false), verbose: true });
    expect(text).toContain('Parts of the contract that no rule checks (2)');
    expect(text).toContain('the keyword not (openapi.yaml:3, openapi.yaml:9)');
  });
});
