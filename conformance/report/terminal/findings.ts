import type { Finding, Report } from '../report.ts';
import { repeatCommand } from '../text/repeat-command.ts';
import { standsAt } from '../text/sections.ts';
import { labelled, type Style } from './style.ts';

/** Where the level and the sections of a clause stand. */
const column = 64;

/** Every broken clause in full. */
export const failures = (report: Report, style: Style): string[] =>
  report.results
    .filter(({ verdict, warning }) => verdict === 'fail' && !warning)
    .map((finding) =>
      [
        ...(finding.level === 'pinned' ? pinned(finding, style) : broken(finding, report, style)),
        ...row(style, 'repeat', finding.reproduce),
        labelled(
          style,
          finding.reproduce === undefined ? 'repeat' : '',
          repeatCommand({ ...report, command: style.command }, finding),
        ),
      ].join('\n'),
    );

/** A broken clause, apart from how to see it again. */
const broken = (finding: Finding, report: Report, style: Style): string[] => [
  heading(finding, report, style.colours.red(`✗ ${style.colours.bold(finding.rule)}`)),
  `    ${finding.title}`,
  ...clause(finding, report, style),
  ...row(style, 'expected', finding.expected),
  ...row(style, 'saw', finding.saw),
];

/** A choice that is pinned, and goes another way. */
const pinned = ({ rule, expected = '', saw = '', title }: Finding, style: Style): string[] => [
  `${style.colours.red(`✗ ${style.colours.bold(rule.replace('/', ' '))}`)}  ${expected}, ${saw}`,
  `    ${title}`,
];

/** Every broken clause that is only a warning, shorter. */
export const warnings = (report: Report, style: Style): string[] =>
  report.results
    .filter(({ warning }) => warning)
    .map((finding) =>
      [
        heading(finding, report, style.colours.yellow(`⚠ ${finding.rule}`)),
        ...row(style, 'expected', finding.expected),
        ...row(style, 'saw', finding.saw),
        ...row(style, 'repeat', finding.reproduce),
      ].join('\n'),
    );

function heading(finding: Finding, { clauses }: Report, title: string): string {
  const gap = ' '.repeat(Math.max(2, column - finding.rule.length));
  return `${title}${gap}${standsAt(finding, clauses[finding.clause])}`;
}

function clause({ clause }: Finding, { clauses }: Report, style: Style): string[] {
  return row(style, 'clause', clauses[clause]?.text);
}

const row = (style: Style, label: string, text: string | undefined): string[] =>
  text === undefined ? [] : [labelled(style, label, text)];
