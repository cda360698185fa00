import { printNames } from '../../core/print.ts';
import type { Finding, Report } from '../report.ts';
import { standingOf, thatAre } from '../standing.ts';
import { alsoTitle, type Family, familiesIn, namesOf, perStep, rulesIn } from '../text/ladder.ts';
import { titleOf } from '../text/lines.ts';
import { repeatCommand } from '../text/repeat-command.ts';
import { clausePlace } from '../text/sections.ts';
import { counted } from '../text/words.ts';
import { labelled, type Style } from './style.ts';

/** Where the level and the sections of a clause are. */
const column = 64;

/** How many findings are shown: what is mended on the lowest steps often mends what is on the higher ones. */
const mostFindings = 4;
/** How many warnings are shown, each on one line. */
const mostWarnings = 3;
/** How long the line of a warning is, if it can be. */
const widest = 120;
/** How many other rules of a family are named: all, unless hardly anything works. */
const mostNames = 20;

/** The broken rules, the lowest steps first; of many the first few, and how many are on higher steps. */
export function failures(report: Report, style: Style): string[] {
  const families = familiesIn(report.results).broken;
  const shown = style.verbose ? families : families.slice(0, mostFindings);
  const above = families.slice(shown.length);
  return [
    ...shown.map((family) => full(family, report, style)),
    ...(above.length > 0 ? [beyond(above, style)] : []),
  ];
}

/** What the variables in the requests above are. */
export const variables = ({ results, variables: all = [] }: Report, { verbose }: Style): string[] =>
  all.length === 0 || (!verbose && familiesIn(results).broken.length === 0)
    ? []
    : [`In the requests above, ${all.join(', ')}.`];

const beyond = (families: readonly Family[], { colours }: Style): string => {
  const rules = families.reduce((sum, family) => sum + rulesIn(family), 0);
  return [
    colours.red(`✗ ${counted(rules, 'more broken rule')}: ${perStep(families)}`),
    '    Fix the problems above first; --verbose and the HTML report show all.',
  ].join('\n');
};

function full(family: Family, report: Report, style: Style): string {
  const { lead, others } = family;
  return [
    ...(lead.source === 'pin' ? pinned(lead, style) : broken(lead, report, style)),
    ...others.map((other) => alsoBroken(other, style)).slice(0, style.verbose ? undefined : 0),
    ...row(style, 'request', lead.reproduce),
    labelled(style, 'repeat', repeatCommand({ ...report, command: style.command }, lead)),
    ...(style.verbose ? [] : alike(family, style)),
  ].join('\n');
}

/** A broken rule, apart from how to see it again. */
const broken = (finding: Finding, report: Report, style: Style): string[] => [
  heading(finding, report, style.colours.red(`✗ ${style.colours.bold(finding.rule)}`)),
  ...titleOf(finding).map((title) => `    ${title}`),
  ...row(style, 'expected', finding.expected),
  ...row(style, 'got', finding.saw),
  ...row(style, 'declared', finding.declaredAt),
];

const alsoBroken = ({ rule, expected, saw }: Finding, style: Style): string =>
  labelled(style, 'also', `${rule}: expected ${expected}, got ${saw}`);

/** The other rules of a family, by name. */
function alike(family: Family, style: Style): string[] {
  const { others } = family;
  if (others.length === 0) return [];
  const names = namesOf(others).map((name, index) => {
    const other = others[index];
    return other && standingOf(other) === 'warning' ? `${name} (warning)` : name;
  });
  return [`    ${style.colours.dim(`${alsoTitle(family)}:`)} ${printNames(names, mostNames)}`];
}

/** A choice that is pinned, and differs. */
const pinned = ({ rule, expected = '', saw = '', title }: Finding, style: Style): string[] => [
  `${style.colours.red(`✗ ${style.colours.bold(rule.replace('/', ' '))}`)}  ${expected}, ${saw}`,
  `    ${title}`,
];

/** Every broken rule that is only a warning, with those of its kind by name. */
export function warnings(report: Report, style: Style): string[] {
  const { broken: failing, warnings: families } = familiesIn(report.results);
  const shown = style.verbose ? families : families.slice(0, mostWarnings);
  // A broken rule that is only counted has its warnings with it.
  const hidden = style.verbose ? [] : [...failing.slice(mostFindings), ...families.slice(mostWarnings)];
  const rest = thatAre(
    'warning',
    hidden.flatMap(({ lead, others }) => [lead, ...others]),
  ).length;
  const lines = [
    ...shown.flatMap((family) => warning(family, style)),
    ...(rest > 0
      ? [style.colours.yellow(`⚠ ${counted(rest, 'more warning')}; --verbose and the HTML report show all`)]
      : []),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function warning({ lead, others }: Family, style: Style): string[] {
  const { rule, title, expected, saw } = lead;
  const exact = `expected ${expected}, got ${saw}`;
  const general = `expected: ${title}; got ${saw}`;
  const room = widest - rule.length - 4;
  // The title is often shorter than what was expected of this response.
  const text = style.verbose || exact.length <= Math.max(room, general.length) ? exact : general;
  const line = `${style.colours.yellow(`⚠ ${rule}`)}: ${text}`;
  if (!style.verbose)
    return others.length === 0
      ? [line]
      : [line, `    ${style.colours.dim('also:')} ${printNames(namesOf(others), mostNames)}`];
  return [line, ...row(style, 'request', lead.reproduce), ...others.map((other) => alsoBroken(other, style))];
}

function heading(finding: Finding, { clauses }: Report, title: string): string {
  const gap = ' '.repeat(Math.max(2, column - finding.rule.length));
  return `${title}${gap}${clausePlace(finding, clauses[finding.clause])}`;
}

const row = (style: Style, label: string, text: string | undefined): string[] =>
  text === undefined ? [] : [labelled(style, label, text)];
