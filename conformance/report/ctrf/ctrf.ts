import { durationOf } from '../duration.ts';
import type { Finding, Report } from '../report.ts';
import { groupOf, standingOf, type TestOutcome, testOutcomeOf } from '../standing.ts';
import { intermittentLines } from '../text/asides.ts';
import { linesIn } from '../text/lines.ts';
import { notesOf } from '../text/notes.ts';
import { jsonText, plain } from '../text/plain.ts';
import { repeatCommand } from '../text/repeat-command.ts';
import { untestedBy } from '../text/untested.ts';
import { subjectOf } from '../text/words.ts';

/** What this format calls the end of a test: an open verdict is red, since nothing was shown to hold. */
const statuses: Readonly<Record<TestOutcome, 'passed' | 'failed' | 'skipped'>> = {
  passed: 'passed',
  failed: 'failed',
  error: 'failed',
  skipped: 'skipped',
};

/** The report in the Common Test Report Format (https://ctrf.io): one test a rule, one suite an operation and one of house rules. */
export function ctrf(report: Report): string {
  const { assay, contract, seed, nonce, headline, results, startedAt, durationMs } = report;
  const tests = results.map((finding) => test(finding, report));
  const count = (status: string): number => tests.filter((one) => one.status === status).length;
  const start = startedAt === undefined ? 0 : Date.parse(startedAt);
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    ...(startedAt === undefined ? {} : { timestamp: new Date(start + durationMs).toISOString() }),
    generatedBy: 'assay',
    results: {
      tool: { name: 'assay', version: assay },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: 0,
        start,
        stop: start + durationMs,
      },
      tests,
      environment: { testEnvironment: plain(subjectOf(report)) },
      extra: {
        verdict: headline.verdict,
        why: plain(headline.why),
        remedy: headline.remedy,
        contract,
        seed,
        nonce,
        notes: notesOf(report).map(plain),
        untested: untestedBy(results, report.unavailable).map(({ words, rules }) => ({
          words: plain(words),
          rules,
        })),
      },
    },
  };
  return jsonText(document);
}

/**
 * A rule as a test; its duration is that of the exchanges that show it, since a run gathers for all rules at once. The
 * format wants a number where none is shown, too: 0.
 */
function test(finding: Finding, report: Report) {
  const { rule, verdict, level, clause, why, because, remedy, reproduce, waived } = finding;
  const status = statuses[testOutcomeOf(finding, report)];
  const intermittent = intermittentLines(finding).map(plain);
  return {
    name: rule,
    status,
    duration: Math.round(durationOf(finding) ?? 0),
    suite: [groupOf(finding)],
    rawStatus: standingOf(finding),
    ...(why === undefined ? {} : { message: plain(why) }),
    ...(verdict === 'fail' ? { trace: linesIn(report, finding).join('\n') } : {}),
    ...(status === 'passed' && intermittent.length > 0 ? { flaky: true } : {}),
    extra: {
      clause,
      level,
      title: plain(finding.title),
      because,
      remedy,
      waived,
      ...(intermittent.length > 0 ? { intermittent } : {}),
      ...(verdict === 'fail' ? { reproduce, command: repeatCommand(report, finding) } : {}),
    },
  };
}
