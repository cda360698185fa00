import { AssertionError } from 'node:assert';
import { linesOf } from './lines.ts';
import { plain } from './plain.ts';
import type { Finding, Report } from './report.ts';
import { isDecisive, standingOf } from './standing.ts';

/** The part of a test runner that is needed to end a test otherwise than by passing or throwing. */
export type Skipping = { readonly skip: (why: string) => unknown };

/** What the end of a test depends on besides the finding. */
export type Judging = Pick<Report, 'strict' | 'required'> & Partial<Pick<Report, 'clauses'>>;

/**
 * Ends a test as its rule ended: a broken rule throws, an inconclusive one throws why, and what had no occasion is
 * skipped with its reason. A `should` that is broken or open turns nothing, unless it is judged strictly.
 */
export function settle(finding: Finding, test: Skipping, judging: Judging = { strict: false }): void {
  const { verdict, why = '', remedy, waived, rule } = finding;
  const skip = (reason: string): unknown => test.skip(plain(reason));
  const turns = isDecisive(finding, judging);
  if (verdict === 'error') throw unsettled('error of assay itself', why);
  if (verdict === 'inconclusive' && turns) throw unsettled('inconclusive', why, remedy);
  if (verdict === 'fail' && turns) throw broken(finding, judging);
  if (verdict === 'fail' && waived) skip(`waived until ${waived.until}, ${waived.reason}: ${why}`);
  // biome-ignore lint/suspicious/noConsole: the runner files this under the test it belongs to
  else if (verdict === 'fail') console.warn(`${standingOf(finding)}: ${rule}\n${text(finding, judging)}`);
  else if (verdict !== 'pass') skip(reason(why, remedy));
}

/** What is thrown where nothing can be said of the target. */
export function unsettled(word: string, why: string, remedy?: string): Error {
  return withoutStack(new Error(plain(`${word}: ${reason(why, remedy)}`)));
}

function broken(finding: Finding, judging: Judging): Error {
  const { expected = '', saw = '' } = finding;
  const told = {
    message: text(finding, judging),
    expected: plain(expected),
    actual: plain(saw),
    operator: 'must',
  };
  return withoutStack(new AssertionError(told));
}

const reason = (why: string, remedy: string | undefined): string =>
  remedy === undefined ? why : `${why}; add ${remedy}`;

const text = (finding: Finding, { clauses = {} }: Judging): string => linesOf(finding, clauses).join('\n');

/** The stack would lead into assay, where nothing is amiss. */
function withoutStack(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
