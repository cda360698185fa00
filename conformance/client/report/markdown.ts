import { block, code, codeCell, details, table, text } from '../../report/markdown/text.ts';
import { type ClientReport, isDependence, type Tried } from '../client-report.ts';
import { countsIn, nameOfSent } from '../verdict.ts';
import { baselineOf, faultOf, rowsOf, rowsOfSent, tallyOf, titlesOf } from './words.ts';

/** The most findings that are shown in full: a comment on GitHub holds 65,536 characters. */
const mostShown = 10;

/** A report as Markdown, for a comment or the summary of a job. What a command wrote is escaped. */
export function markdown(report: ClientReport): string {
  const { verdict, why, variations, resilience, observed, assay, contract } = report;
  const isGreen = report.exitCode === 0;
  const parts = [
    `## ${isGreen ? '✅' : '❌'} assay client: ${verdict}`,
    text(why),
    ...baselineFailure(report),
    ...inFull(variations, '❌'),
    ...sent(report),
    ...(resilience.some(({ outcome }) => outcome !== 'pass')
      ? ['### Resilience', ...inFull(resilience, report.strict ? '❌' : '⚠️')]
      : []),
    ...(observed.length > 0 ? [observed.map((line) => `- ${text(line)}`).join('\n')] : []),
    table(
      ['', ''],
      [
        ['command', codeCell(report.command.join(' '))],
        ['baseline', text(baselineOf(report))],
        ['variations', tallyOf(variations)],
        ['resilience', tallyOf(resilience)],
        ['contract', `${text(contract.version)} (${contract.sha256.slice(0, 12)})`],
      ],
    ),
    `assay ${assay}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function inFull(all: readonly Tried[], mark: string): string[] {
  const found = all.filter((one) => isDependence(one) || one.outcome === 'intermittent');
  const rest = found.length - mostShown;
  return [
    ...found
      .slice(0, mostShown)
      .flatMap((one) => [
        `### ${isDependence(one) ? mark : '◌'} ${code(one.id)}`,
        titlesOf(one).map(text).join('<br>'),
        block(rowsOf(one).map(([label, words]) => `${label.padEnd(10)}${words}`)),
        ...(one.output ? [details('the end of the output', block(one.output))] : []),
      ]),
    ...(rest > 0
      ? [
          `and ${rest} more: ${found
            .slice(mostShown)
            .map(({ id }) => code(id))
            .join(', ')}`,
        ]
      : []),
  ];
}

const baselineFailure = ({ baseline: { failed } }: ClientReport): string[] =>
  failed ? ['### ❌ baseline', details('the end of the output', block(failed.output))] : [];

const sent = (report: ClientReport): string[] =>
  report.sent.flatMap((fault) => [
    `### ${countsIn(fault) ? '❌' : '⚠️'} sent ${code(nameOfSent(fault))}`,
    text(faultOf(fault)),
    block(rowsOfSent(fault).map(([label, words]) => `${label.padEnd(10)}${words}`)),
  ]);
