import { labelled, type Style } from '../../report/terminal/style.ts';
import { plain, plainDeep } from '../../report/text/plain.ts';
import { counted } from '../../report/text/words.ts';
import type { ClientReport, Tried } from '../client-report.ts';
import { countsIn } from '../verdict.ts';
import { baselineOf, faultOf, requestLine, rowsOf, tallyOf, titlesOf } from './words.ts';

/** What a terminal shows depends on. */
type Shown = Pick<Style, 'colours' | 'verbose'>;

/** How many findings of a kind are shown in full. */
const mostFindings = 12;

/** A report as it is read on a terminal: what counts first, the verdict last. */
export function terminal(report: ClientReport, style: Shown): string {
  const parts = [dependences, resilience, faultySent, observed, facts, lastLine];
  return `${parts.flatMap((part) => part(plainDeep(report), style)).join('\n\n')}\n`;
}

const dependences = ({ variations }: ClientReport, style: Shown): string[] =>
  inFull(variations, style, style.colours.red, '✗');

/** Warnings are one line each. */
function resilience({ resilience: all, strict }: ClientReport, style: Shown): string[] {
  if (strict || style.verbose)
    return inFull(all, style, strict ? style.colours.red : style.colours.yellow, strict ? '✗' : '⚠');
  const failed = all.filter(({ outcome }) => outcome === 'fail');
  if (failed.length === 0) return [];
  const lines = failed.map(
    (one) => `${style.colours.yellow(`⚠ ${one.id}`)}  ${one.answers[0]?.words}: ${one.how}`,
  );
  return [
    [...lines, style.colours.dim('    Resilience only warns without --strict; --verbose shows more.')].join(
      '\n',
    ),
  ];
}

function inFull(
  all: readonly Tried[],
  style: Shown,
  colour: (text: string) => string,
  mark: string,
): string[] {
  const failed = all.filter(({ outcome }) => outcome === 'fail');
  const others = all.filter(({ outcome }) => outcome === 'intermittent');
  const shown = style.verbose ? failed : failed.slice(0, mostFindings);
  const rest = failed.slice(shown.length);
  return [
    ...shown.map((one) => finding(one, colour(`${mark} ${style.colours.bold(one.id)}`), style)),
    ...(rest.length > 0
      ? [colour(`${mark} ${rest.length} more: ${rest.map(({ id }) => id).join(', ')}; --verbose shows them`)]
      : []),
    ...others.map((one) => finding(one, `◌ ${one.id}  intermittent`, style)),
  ];
}

function finding(tried: Tried, heading: string, style: Shown): string {
  const rows = rowsOf(tried);
  const output = style.verbose ? tried.output : tried.output?.slice(-8);
  return [
    heading,
    ...titlesOf(tried).map((title) => `    ${title}`),
    ...rows.slice(0, -1).map(([label, text]) => labelled(style, label, text)),
    ...(output ?? []).map((line, index) => labelled(style, index === 0 ? 'output' : '', line)),
    ...rows.slice(-1).map(([label, text]) => labelled(style, label, text)),
  ].join('\n');
}

function faultySent(report: ClientReport, style: Shown): string[] {
  return report.sent.map((fault) => {
    const counts = countsIn(fault, report);
    const colour = counts ? style.colours.red : style.colours.yellow;
    return [
      colour(`${counts ? '✗' : '⚠'} sent  ${style.colours.bold(fault.choice ?? fault.clause)}`),
      `    ${faultOf(fault)}`,
      labelled(style, 'request', requestLine(fault.request)),
      ...(fault.count > 1
        ? [labelled(style, 'and', `${counted(fault.count - 1, 'request')} more like it`)]
        : []),
    ].join('\n');
  });
}

const observed = ({ observed: all }: ClientReport): string[] =>
  all.length === 0 ? [] : [all.map((line) => `· ${line}`).join('\n')];

function facts(report: ClientReport, { colours, verbose }: Shown): string[] {
  const { variations, resilience: weather, unnoticed, contract, durationMs, baseline } = report;
  return [
    [
      labelled({ colours }, 'baseline', baselineOf(report)).trimStart(),
      ...(variations.length > 0
        ? [labelled({ colours }, 'variations', ` ${tallyOf(variations)}`).trimStart()]
        : []),
      ...(weather.length > 0
        ? [labelled({ colours }, 'resilience', ` ${tallyOf(weather)}`).trimStart()]
        : []),
      ...(unnoticed.length > 0
        ? [
            labelled(
              { colours },
              'left out',
              `${counted(unnoticed.length, 'option')} that no response to the client differs under${verbose ? `: ${unnoticed.join(', ')}` : ''}`,
            ).trimStart(),
          ]
        : []),
    ].join('\n'),
    colours.dim(
      `contract ${contract.version} (${contract.sha256.slice(0, 12)}) · ${(durationMs / 1000).toFixed(1)} s · one run of the command ${(baseline.ms / 1000).toFixed(1)} s`,
    ),
  ];
}

function lastLine({ verdict, why }: ClientReport, { colours }: Shown): string[] {
  const colour = {
    conforms: colours.green,
    passes: colours.green,
    violates: colours.red,
    undetermined: colours.yellow,
  };
  return [`${colour[verdict](colours.bold(verdict))} — ${why}`];
}

/** What would be run, one variation a line. */
export const planText = (ids: readonly string[], unnoticed: readonly string[]): string =>
  [
    ...ids,
    '',
    `${counted(ids.length, 'variation')}; ${counted(unnoticed.length, 'option')} left out, since no response to the client differs under them`,
  ]
    .map(plain)
    .join('\n');
