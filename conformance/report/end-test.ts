import { AssertionError } from 'node:assert';
import { printable } from './escaping.ts';
import { intermittentLines, linesOfFinding } from './findings.ts';
import type { Finding, Report } from './report.ts';
import { standingOf, testOutcomeOf } from './standing.ts';

/** The part of a test runner that is needed to end a test otherwise than by passing or throwing. */
export type Skipping = { readonly skip: (why: string) => unknown };

/** What the end of a test depends on, apart from the finding. */
export type Judging = Pick<Report, 'strict' | 'required'> & Partial<Pick<Report, 'clauses'>>;

/**
 * Ends a test as its rule ended: a broken rule throws, an inconclusive one throws why, and what had no data, or
 * was not judged because another rule fails, is skipped with its reason. A `should` that is broken or open turns
 * nothing, unless it is judged strictly.
 */
export function settle(finding: Finding, test: Skipping, judging: Judging = { strict: false }): void {
  const { verdict, why = '', remedy, waived, rule } = finding;
  for (const line of intermittentLines(finding)) warn(`intermittent: ${rule}: ${line}`);
  switch (testOutcomeOf(finding, judging)) {
    case 'failed':
      throw brokenError(finding, judging);
    case 'error':
      throw unsettled(
        verdict === 'error' && finding.source !== 'house' ? 'internal error of assay' : verdict,
        why,
        remedy,
      );
    case 'skipped': {
      const until = waived && verdict === 'fail' ? `waived until ${waived.until}, ${waived.reason}: ` : '';
      test.skip(printable(`${until}${reason(why, remedy)}`));
      return;
    }
    case 'passed':
      if (verdict === 'fail') warn(`${standingOf(finding)}: ${rule}\n${findingText(finding, judging)}`);
  }
}

export function unsettled(word: string, why: string, remedy?: string): Error {
  return withoutStack(new Error(printable(`${word}: ${reason(why, remedy)}`)));
}

function brokenError(finding: Finding, judging: Judging): Error {
  const { expected = '', saw = '' } = finding;
  return withoutStack(
    new AssertionError({
      message: findingText(finding, judging),
      expected: printable(expected),
      actual: printable(saw),
      operator: 'must',
    }),
  );
}

const reason = (why: string, remedy: string | undefined): string =>
  remedy === undefined ? why : `${why}; add ${remedy}`;

const findingText = (finding: Finding, { clauses = {} }: Judging): string =>
  linesOfFinding(finding, clauses).join('\n');

/** The runner files this under the test it belongs to. */
const warn = (text: string): void => {
  // biome-ignore lint/suspicious/noConsole: that is how a test speaks
  console.warn(text.split('\n').map(printable).join('\n'));
};

/** The stack would lead into assay, where nothing is wrong. */
function withoutStack(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
