import { lineOf } from '../../core/unavailable.ts';
import type { Report } from '../report.ts';
import { intermittentLines, transientFailureLine } from './asides.ts';

/** How many transient failures are listed one by one: a busy target may have hundreds. */
export const mostTransientFailures = 5;

/** What a reader has to know before the findings, in full: what was changed, and what may fail for now. */
export const termsOf = ({
  amended = [],
  lost = [],
  waivers = [],
  sampled = [],
  variables = [],
}: Report): string[] => [
  ...(amended.length > 0 ? [`contract amended: ${amended.join(', ')}`] : []),
  ...(lost.length > 0 ? [`rules that are gone with it: ${lost.join(', ')}`] : []),
  ...(variables.length > 0 ? [`in the requests, ${variables.join(', ')}`] : []),
  ...sampled.map((what) => `sampled: ${what}`),
  ...waivers.map(
    ({ rule, reason, until, state }) => `waiver of ${rule} until ${until} (${state}): ${reason}`,
  ),
];

/** What was seen apart from the findings: what failed once, rules that were not selected, what got in the way. */
function asidesOf({ results, alsoSeen = [], transientFailures = [], unavailable = [] }: Report): string[] {
  const rest = transientFailures.length - mostTransientFailures;
  return [
    ...unavailable.map(lineOf),
    ...results.flatMap((finding) =>
      intermittentLines(finding).map((line) => `intermittent: ${finding.rule}: ${line}`),
    ),
    ...alsoSeen.map(({ rule, why = '' }) => `also broken, not selected: ${rule}: ${why}`),
    ...transientFailures
      .slice(0, mostTransientFailures)
      .map((one) => `transient failure: ${transientFailureLine(one)}`),
    ...(rest > 0 ? [`transient failure: and ${rest} more`] : []),
  ];
}

/** Both, one line each. */
export const notesOf = (report: Report): string[] => [...termsOf(report), ...asidesOf(report)];
