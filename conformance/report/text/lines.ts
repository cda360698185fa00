import type { Finding, Report } from '../report.ts';
import { plain } from './plain.ts';
import { repeatCommand } from './repeat-command.ts';
import { clausePlace } from './sections.ts';

/** A label and what is behind it. */
export type Row = readonly [label: string, text: string];

/** All a report says of one finding, apart from its exchanges, in the order in which it is said. */
export function rowsOf(finding: Finding, clauses: Report['clauses'], command?: string): Row[] {
  const clause = clauses[finding.clause];
  const { expected, saw, declaredAt, reproduce, remedy, waived, verdict, why } = finding;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['clause', clause?.text],
    ['level', clause && clausePlace(finding, clause)],
    ['expected', expected],
    ['got', saw],
    ['declared', declaredAt],
    ['why', expected === undefined ? why : undefined],
    ['add', remedy],
    ['waived', waived && `${waived.reason} (until ${waived.until})`],
    ['request', verdict === 'fail' ? reproduce : undefined],
    ['repeat', verdict === 'fail' ? command : undefined],
  ];
  return rows.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
}

/** The title of a finding, unless what was expected says the same. */
export function titleOf({ title, expected }: Pick<Finding, 'title' | 'expected'>): string[] {
  if (expected === undefined) return [title];
  const [one, other] = [bare(title), bare(expected)];
  return one.includes(other) || other.includes(one) ? [] : [title];
}

/** A sentence without the place in a list, the product there, and the range of a status. */
const bare = (words: string): string =>
  words.replaceAll(/\[\d+\]/g, '[]').replaceAll(/ \((?:of [^)]*|[24]xx)\)/g, '');

/** The same as lines of plain text. */
export const linesOf = (finding: Finding, clauses: Report['clauses'], command?: string): string[] => [
  plain(finding.title),
  ...rowsOf(finding, clauses, command).map(([label, text]) => `${label.padEnd(10)}${plain(text)}`),
];

/** The same for a report, with the command that repeats just this rule. */
export const linesIn = (report: Report, finding: Finding): string[] =>
  linesOf(finding, report.clauses, repeatCommand(report, finding));
