import { printNames } from '../../core/print.ts';
import { labelled, type Style } from '../terminal/style.ts';
import { plainDeep } from '../text/plain.ts';
import type { ChangedChoice, ChangedClause, ChangedRule, Comparison } from './compare.ts';
import { byCause, byChange, outcome, quieter, standsNow, unlikeTitle } from './words.ts';

/** How many rules of a group are named. */
const most = 4;

/** What a terminal shows of a comparison depends on. */
type Shown = Pick<Style, 'colours' | 'verbose'>;

/** A comparison as it is read on a terminal: in what the runs were not alike first, what it comes to last. */
export function terminal(comparison: Comparison, style: Shown): string {
  const clean = plainDeep(comparison);
  const parts = [sides, notAlike, broken, choices, warnings, fixed, others, lastLine];
  return `${parts.flatMap((part) => part(clean, style)).join('\n\n')}\n`;
}

function sides({ before, after }: Comparison, { colours }: Shown): string[] {
  const line = (name: string, { target, verdict, why }: Comparison['before']): string =>
    `${colours.dim(name.padEnd(8))}${target}  ${verdict} — ${why}`;
  return [[line('before', before), line('after', after)].join('\n')];
}

function notAlike({ unlike }: Comparison, { colours }: Shown): string[] {
  if (unlike.length === 0) return [];
  return [[colours.yellow(unlikeTitle), ...unlike.map((line) => `    ${line}`)].join('\n')];
}

const broken = (comparison: Comparison, style: Shown): string[] =>
  inFull(comparison, 'began to fail', style, (rule) =>
    style.colours.red(`✗ ${style.colours.bold(rule.rule)}  ${standsNow(rule)}`),
  );

const warnings = (comparison: Comparison, style: Shown): string[] =>
  inFull(comparison, 'began to warn', style, (rule) =>
    style.colours.yellow(`⚠ ${rule.rule}  ${standsNow(rule)}`),
  );

function inFull(
  { rules }: Comparison,
  change: ChangedRule['change'],
  style: Shown,
  heading: (rule: ChangedRule) => string,
): string[] {
  return rules
    .filter((rule) => rule.change === change)
    .map((rule) =>
      [
        heading(rule),
        `    ${rule.title}`,
        ...row(style, 'expected', rule.expected),
        ...row(style, 'got', rule.saw),
        ...row(style, 'request', rule.reproduce),
      ].join('\n'),
    );
}

const choices = ({ choices: all }: Comparison, style: Shown): string[] =>
  all
    .filter(({ change }) => change === 'changed')
    .map(({ id, question, before, after }) =>
      [
        style.colours.red(`≠ ${style.colours.bold(id)}  a choice that changed`),
        `    ${question}`,
        ...row(style, 'before', before),
        ...row(style, 'after', after),
      ].join('\n'),
    );

function fixed({ rules }: Comparison, { colours }: Shown): string[] {
  const own = rules.filter(({ change }) => change === 'fixed');
  if (own.length === 0) return [];
  return [own.map((rule) => colours.green(`✓ ${rule.rule}  ${standsNow(rule)}`)).join('\n')];
}

function others({ rules, choices: all, clauses }: Comparison, { colours, verbose }: Shown): string[] {
  const shown = (ids: readonly string[]): string => printNames(ids, verbose ? ids.length : most);
  const part = (title: string, lines: readonly string[]): string =>
    [title, ...lines.map((line) => `    ${line}`)].join('\n');
  return [
    ...byChange('rule', rules, quieter.rules).map(({ title, own }) =>
      part(
        title,
        byCause(own).flatMap(([cause, ids]) => [cause, colours.dim(`    ${shown(ids)}`)]),
      ),
    ),
    ...[...byChange('choice', all, quieter.choices), ...byChange('clause', clauses, quieter.clauses)].map(
      ({ title, own }) => part(title, [colours.dim(shown(own.map(nameOf)))]),
    ),
  ];
}

/** A choice with what it was and is, if it has both; of a clause, the id. */
const nameOf = (one: ChangedChoice | ChangedClause): string =>
  'question' in one &&
  one.before !== undefined &&
  one.after !== undefined &&
  !one.after.startsWith('not seen: ')
    ? `${one.id} (${one.before} → ${one.after})`
    : one.id;

function lastLine(comparison: Comparison, { colours }: Shown): string[] {
  const { word, why } = outcome(comparison);
  const { regressed, undetermined } = comparison;
  const colour = regressed ? colours.red : undetermined ? colours.yellow : colours.green;
  return [`${colour(colours.bold(word))} — ${why}`];
}

const row = (style: Shown, label: string, text: string | undefined): string[] =>
  text === undefined ? [] : [labelled(style, label, text)];
