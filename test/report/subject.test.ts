import { describe, expect, it } from 'vitest';
import { compileReport } from '../../conformance/report/compile.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { annotations } from '../../conformance/report/github.ts';
import type { Report } from '../../conformance/report/report.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { reports } from '../../conformance/report/report-files.ts';
import { sampleOutcome } from './sample.ts';

const baseUrl = 'http://shop.example/api';

const onTerminal = (report: Report): string =>
  terminal(report, { colours: coloursIf(false), verbose: false });

const passed = sampleOutcome.results.filter(({ verdict }) => verdict === 'pass');

/** Everything that shows a report, by name. */
const shows = {
  ...reports,
  terminal: onTerminal,
  annotations: (report: Report): string => annotations({ ...report, results: [] }).join('\n'),
};

describe.each(Object.entries(shows))('what was checked, in the report of kind %s', (_, show) => {
  it('is named by its base URL, even if nothing is broken', async () => {
    const text = show(await compileReport({ ...sampleOutcome, results: passed, alsoSeen: [] }));
    expect(text).toContain(baseUrl);
    expect(text).not.toMatch(/the stub|reference ?stub/i);
  });

  it('is said to be the stub where it was', async () => {
    expect(show(await compileReport({ ...sampleOutcome, referenceStub: true }))).toMatch(/the stub/);
  });
});

describe('the terminal', () => {
  it('says in its first and in its last line that the stub was checked', async () => {
    const lines = onTerminal(await compileReport({ ...sampleOutcome, referenceStub: true }))
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe(`checked the stub at ${baseUrl}`);
    expect(lines.at(-1)).toMatch(/; the stub was checked$/);
  });
});
