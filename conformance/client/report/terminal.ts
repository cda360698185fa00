import { labelled, type Style } from '../../report/terminal/style.ts';
import { plain, plainDeep } from '../../report/text/plain.ts';
import { counted } from '../../report/text/words.ts';
import { type ClientReport, isDependence, type Tried } from '../client-report.ts';
import { countsIn, nameOfSent } from '../verdict.ts';
import { baselineOf, faultOf, rowsOf, rowsOfSent, tallyOf, titlesOf } from './words.ts';

/** What a terminal shows depends on. */
type Shown = Pick<Style, 'colours' | 'verbose'>;

type Group = readonly [first: Tried, ...others: Tried[]];

/** How many findings of a kind are shown in full. */
const mostFindings = 12;

/** A report as it is read on a terminal: what counts first, the verdict last. */
export function terminal(report: ClientReport, style: Shown): string {
  const parts = [baselineFailure, dependences, resilience, faultySent, observed, facts, lastLine];
  return `${parts.flatMap((part) => part(plainDeep(report), style)).join('\n\n')}\n`;
}

function baselineFailure({ baseline: { failed } }: ClientReport, style: Shown): string[] {
  if (!failed) return [];
  const heading = style.colours.red(`✗ ${style.colours.bold('baseline')}`);
  return [[heading, `    ${failed.how}`, ...outputRows(failed.output, style)].join('\n')];
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
    [
      ...lines,
      style.colours.dim('    Resilience failures are only warnings without --strict; --verbose shows more.'),
    ].join('\n'),
  ];
}

function inFull(
  all: readonly Tried[],
  style: Shown,
  colour: (text: string) => string,
  mark: string,
): string[] {
  const failed = [...byQuestions(all.filter(isDependence)).values()];
  const others = all.filter(({ outcome }) => outcome === 'intermittent');
  const shown = style.verbose ? failed.flat().map((one): Group => [one]) : failed.slice(0, mostFindings);
  const rest = failed.slice(mostFindings).flat();
  return [
    ...shown.map(([one, ...also]) =>
      finding(one, colour(`${mark} ${style.colours.bold(one.id)}`), style, also),
    ),
    ...(rest.length > 0 && !style.verbose
      ? [colour(`${mark} ${rest.length} more: ${rest.map(({ id }) => id).join(', ')}; --verbose shows them`)]
      : []),
    ...others.map((one) => finding(one, `◌ ${one.id}  intermittent`, style)),
  ];
}

/** Options of the same questions tell mostly the same: the first is shown, and the others are named. */
function byQuestions(all: readonly Tried[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const one of all) {
    const key = one.answers.map(({ question }) => question).join(',');
    const group = groups.get(key);
    groups.set(key, group ? [...group, one] : [one]);
  }
  return groups;
}

function finding(tried: Tried, heading: string, style: Shown, also: readonly Tried[] = []): string {
  const rows = rowsOf(tried);
  return [
    heading,
    ...titlesOf(tried).map((title) => `    ${title}`),
    ...rows.slice(0, -1).map(([label, text]) => labelled(style, label, text)),
    ...outputRows(tried.output ?? [], style),
    ...(also.length > 0 ? [labelled(style, 'also', also.map(({ id }) => id).join(', '))] : []),
    ...rows.slice(-1).map(([label, text]) => labelled(style, label, text)),
  ].join('\n');
}

function outputRows(output: readonly string[], style: Shown): string[] {
  const firstLine = output.findIndex((line) => line.trim() !== '');
  return output
    .slice(Math.max(0, firstLine))
    .map((line, index) => labelled(style, index === 0 ? 'output' : '', line));
}

function faultySent(report: ClientReport, style: Shown): string[] {
  return report.sent.map((fault) => {
    const counts = countsIn(fault);
    const colour = counts ? style.colours.red : style.colours.yellow;
    return [
      colour(`${counts ? '✗' : '⚠'} sent  ${style.colours.bold(nameOfSent(fault))}`),
      `    ${faultOf(fault)}`,
      ...rowsOfSent(fault).map(([label, text]) => labelled(style, label, text)),
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
              `${counted(unnoticed.length, 'option')} that ${unnoticed.length === 1 ? 'changes' : 'change'} no response to this client${verbose ? `: ${unnoticed.join(', ')}` : ''}`,
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
    depends: colours.red,
    undetermined: colours.yellow,
  };
  return [`${colour[verdict](colours.bold(verdict))} — ${why}`];
}

/** What would be run, one variation a line. */
export const planText = (ids: readonly string[], unnoticed: readonly string[]): string =>
  [
    ...ids,
    '',
    `${counted(ids.length, 'variation')}; ${counted(unnoticed.length, 'option')} left out, because they change no response to this client`,
  ]
    .map(plain)
    .join('\n');
