import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { coloursIf, printable } from '../../conformance/report/escaping.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { fill } from '../../conformance/report/terminal.ts';
import { sampleReport } from './sample.ts';

const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('the lines of a report on a terminal', () => {
  it('are broken between words, and continue where their text begins', () => {
    for (const [line, indent] of [
      [`    expected  ${words(40)}`, 14],
      [`    nothing to check    42  ${words(40)}`, 28],
      [`    no suitable collection    42  add  ${words(40)}`, 39],
      [`    application-key/authorization: ${words(40)}`, 8],
      [`○ POST /v2/application-keys  404 ${words(40)}`, 4],
    ] as const) {
      const [first = '', ...others] = fill(line, indent).split('\n');
      expect(first.length).toBeGreaterThan(100);
      for (const one of [first, ...others]) expect(one.length).toBeLessThanOrEqual(120);
      for (const one of others) expect(one).toMatch(new RegExp(`^ {${indent}}\\S`));
      expect([first, ...others.map((one) => one.trimStart())].join(' ')).toBe(line);
    }
  });

  it('are as wide without colours as with them', () => {
    const { red } = coloursIf(true);
    const line = `    expected  ${words(40)}`;
    expect(stripVTControlCharacters(fill(line.replaceAll(/word\d+/g, red), 14))).toBe(fill(line, 14));
  });

  it('stay whole if they are to be copied, or are one long word', () => {
    expect(fill('x'.repeat(300), 4)).toBe('x'.repeat(300));
    const broken = sampleReport.results.filter(({ verdict }) => verdict === 'fail');
    const results = broken.map((one) => ({ ...one, reproduce: `curl ${words(40)}` }));
    const command = `assay ${words(40)}`;
    const printed = terminal(
      { ...sampleReport, results, command },
      { colours: coloursIf(false), verbose: false },
    );
    expect(printed).toContain(`\n    request   curl ${words(40)}\n`);
    expect(printed).toContain(`\n    repeat    ${command} --only `);
  });

  it('begin with no command of a CI engine, wherever a line is broken', () => {
    for (const command of [
      '::stop-commands::owned',
      '##vso[task.complete]',
      '##[error]owned',
      ' ::error::owned',
    ])
      for (let width = 80; width < 125; width += 1) {
        const line = `    got       "${'x'.repeat(60)} ${'x'.repeat(width - 76)} ${printable(`a ${command} `.repeat(8))}"`;
        const broken = fill(line, 14);
        expect(broken).toContain('\n');
        expect(broken).not.toMatch(/^\s*::|##\w*\[/m);
      }
  });
});
