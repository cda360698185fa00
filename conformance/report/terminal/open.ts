import { printNames } from '../../core/print.ts';
import type { Finding, Report } from '../report.ts';
import { strengthenings, strongerTitle } from '../text/stronger.ts';
import { counted } from '../text/words.ts';
import type { Style } from './style.ts';

/** How many rules of a group are named. */
const most = 4;

/** What assay itself did wrong, or the file of a house rule. */
export const errors = ({ results }: Report, { colours }: Style): string[] =>
  results
    .filter(({ verdict }) => verdict === 'error')
    .map(({ rule, why = '', house }) => {
      const whose = house ? '' : 'assay itself failed: ';
      return `${colours.red(`! ${rule}`)}\n    ${whose}${why}`;
    });

/** What could not be judged, rules with the same cause together. */
export function inconclusive({ results }: Report, style: Style): string[] {
  const open = results.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length === 0) return [];
  const title = style.colours.yellow(`? ${counted(open.length, 'rule')} inconclusive`);
  return [[title, ...groups(open, ({ why = '' }) => why, style)].join('\n')];
}

/** What the operator could add, each line once, with the rules it would let run. */
export function stronger({ results }: Report, style: Style): string[] {
  const lines = strengthenings(results).flatMap(({ words, rules }) => group(words, rules, style));
  if (lines.length === 0) return [];
  return [[style.colours.bold(strongerTitle), ...lines].join('\n')];
}

function groups(findings: readonly Finding[], key: (finding: Finding) => string, style: Style): string[] {
  return [...Map.groupBy(findings, key)].flatMap(([title, own]) =>
    group(
      title,
      own.map(({ rule }) => rule),
      style,
    ),
  );
}

function group(title: string, rules: readonly string[], { colours, verbose }: Style): string[] {
  const shown = printNames(rules, verbose ? rules.length : most);
  return [`    ${title}`, colours.dim(`        ${counted(rules.length, 'rule')}: ${shown}`)];
}
