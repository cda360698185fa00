import { appendFile } from 'node:fs/promises';
import { UserError } from '../../src/errors.ts';
import { clausePlace } from './clause-places.ts';
import { printable } from './escaping.ts';
import type { Finding, Report } from './report.ts';
import { markdown } from './report-document.ts';
import { thatAre } from './standing.ts';
import { repeatCommand, subjectOf } from './words.ts';

type ActionsEnvironment = {
  readonly GITHUB_ACTIONS?: string;
  /** The file whose content is shown on the page of the run. */
  readonly GITHUB_STEP_SUMMARY?: string;
};

/**
 * Under GitHub Actions: adds the report to the summary of the step and gives back the lines that make
 * annotations. Elsewhere it does nothing and gives back none.
 */
export async function tellActions(report: Report, environment: ActionsEnvironment): Promise<string[]> {
  if (environment.GITHUB_ACTIONS !== 'true') return [];
  const { GITHUB_STEP_SUMMARY: file } = environment;
  if (file !== undefined && file !== '') {
    await appendFile(file, markdown(report)).catch((error: NodeJS.ErrnoException) => {
      const what = `GITHUB_STEP_SUMMARY names ${file}, which cannot be written`;
      throw new UserError(`${what} (${error.code ?? error.message}); unset it or correct its permissions.`);
    });
  }
  return annotations(report);
}

/** A line for the verdict, which names what was checked, and one for each broken rule. */
export function annotations(report: Report): string[] {
  const { headline, results, exitCode } = report;
  const failures = [...thatAre('fail', results), ...thatAre('error', results)];
  return [
    annotationLine(exitCode === 0 ? 'notice' : 'error', `assay: ${headline.verdict}`, [
      subjectOf(report),
      headline.why,
      headline.remedy ?? '',
    ]),
    ...failures.map((finding) => annotation('error', finding, report)),
    ...thatAre('warning', results).map((finding) => annotation('warning', finding, report)),
  ];
}

function annotation(kind: AnnotationKind, finding: Finding, report: Report): string {
  const { rule, clause, title, expected, saw, why = '' } = finding;
  const place = clausePlace(finding, report.clauses[clause]);
  const seen = expected === undefined ? [why] : [`expected ${expected}`, `got ${saw}`];
  return annotationLine(kind, `${rule} (${place})`, [title, ...seen, repeatCommand(report, finding)]);
}

type AnnotationKind = 'error' | 'warning' | 'notice';

/** A workflow command: a line that the runner reads. Its marks are escaped, so that no target can write one. */
function annotationLine(kind: AnnotationKind, title: string, lines: readonly string[]): string {
  const message = lines
    .filter((line) => line !== '')
    .map((line) => commandEscaped(printable(line)))
    .join('%0A');
  return `::${kind} title=${commandEscaped(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${message}`;
}

const commandEscaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
