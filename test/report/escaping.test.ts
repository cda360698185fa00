import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../../conformance/cli/output/stub.ts';
import { settle } from '../../conformance/report/end-test.ts';
import { coloursIf, jsonText, printable } from '../../conformance/report/escaping.ts';
import { annotations } from '../../conformance/report/github.ts';
import { har } from '../../conformance/report/har.ts';
import { json } from '../../conformance/report/json.ts';
import type { Finding, Report } from '../../conformance/report/report.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { createIo } from '../cli/assay-in-process.ts';
import { sampleReport } from './sample.ts';

/** What would be a command in the log of a CI engine. */
const commands = [
  '::error::owned',
  '  ::stop-commands::owned',
  'name\n::set-output name=a::owned',
  '##[error]owned',
  'a ##vso[task.setvariable variable=a]owned',
  '###VSO[task.complete result=Succeeded;]owned',
  "##teamcity[buildStatus text='owned']",
  '\u001b[0Ksection_start:1560896352:owned[collapsed=true]\r\u001b[0Kowned',
  'section_end:1560896352:owned\r\u001b[0K',
];

/** How the engines read the lines of a log; ours are those that assay itself gives to GitHub Actions. */
const read = /^\s*::(?!(error|warning|notice) title=)|##\w*\[|section_(start|end):\d/im;

/** The sample, in which the target says this wherever it has a word. */
function reportSaying(words: string): Report {
  const saying = (finding: Finding): Finding => ({
    ...finding,
    ...(finding.why === undefined ? {} : { why: words }),
    ...(finding.saw === undefined ? {} : { expected: words, saw: words }),
    ...(finding.reproduce === undefined ? {} : { reproduce: words }),
  });
  return {
    ...sampleReport,
    results: sampleReport.results.map(saying),
    observations: [{ id: 'trailing-slash', question: 'What does a slash return?', option: words }],
    unseen: [{ id: 'raw-brackets', question: 'May they?', why: words }],
    transientFailures: [{ method: 'GET', target: words, saw: words, retries: 1, last: words }],
    headline: { verdict: 'undetermined', why: words, remedy: words },
  };
}

describe('the command language of a CI engine', () => {
  it.each(commands)('%j is escaped', (words) => {
    expect(words).toMatch(read);
    expect(printable(words)).not.toMatch(read);
    expect(printable(words)).toContain('owned');
    expect(printable(printable(words))).toBe(printable(words));
  });

  it.each(commands)('%j cannot be spoken through a report on the terminal', (words) => {
    const style = { colours: coloursIf(false), verbose: true };
    const printed = terminal(reportSaying(words), style);
    expect(printed).toContain('owned');
    expect(printed).not.toMatch(read);
  });

  it.each(commands)('%j cannot be spoken through annotations', (words) => {
    const printed = annotations(reportSaying(words)).join('\n');
    expect(printed).toContain('owned');
    expect(printed).not.toMatch(read);
  });

  it.each(commands)('%j cannot be spoken through a test', (words) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const said: string[] = [];
    for (const finding of reportSaying(words).results) {
      try {
        settle(finding, { skip: (why) => said.push(why) });
      } catch (error) {
        const {
          message,
          expected = '',
          actual = '',
        } = error as Error & { expected?: string; actual?: string };
        said.push(message, expected, actual);
      }
    }
    said.push(...warn.mock.calls.flat());
    warn.mockRestore();
    expect(said.join('\n')).toContain('owned');
    expect(said.join('\n')).not.toMatch(read);
  });

  it.each(commands)('%j cannot be spoken through the log of the stub', (words) => {
    for (const isTerminal of [true, false]) {
      const { io, written } = createIo({ isTerminal });
      createLog(io.stderr)('info', words, { target: words });
      expect(written.error).toContain('owned');
      expect(written.error).not.toMatch(read);
    }
  });

  it.each(['a::b', 'http://[::1]:8080/', 'C++ ## heading', 'a # [b]', 'section_start: later'])(
    '%j is left as it is',
    (words) => {
      expect(printable(words)).toBe(words);
    },
  );
});

it('a JSON report and a record of the requests contain the same, and nothing that a terminal or a log obeys', () => {
  const hostile = ['\u009b2J', '\u202e', '\u{e0041}', '\ud800', '\u2028', ...commands];
  for (const words of hostile) {
    expect(JSON.parse(jsonText({ [words]: words }))).toEqual({ [words]: words });
    expect(json(reportSaying(words))).not.toMatch(read);
    for (const text of [json(reportSaying(words)), har(reportSaying(words))])
      expect(text).not.toMatch(/[\x7f-\x9f\u202e\u2028\u{e0041}]/u);
  }
});
