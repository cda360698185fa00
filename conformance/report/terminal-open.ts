import type { Finding, Report } from './report.ts';
import type { Style } from './terminal-style.ts';
import { counted, names } from './words.ts';

/** How many rules of a group are named. */
const most = 4;

/** What assay itself did wrong. */
export const errors = ({ results }: Report, { colours }: Style): string[] =>
  results
    .filter(({ verdict }) => verdict === 'error')
    .map(({ rule, why = '' }) => `${colours.red(`! ${rule}`)}\n    assay itself failed: ${why}`);

/** What could not be judged, rules with the same cause together. */
export function inconclusive({ results }: Report, style: Style): string[] {
  const open = results.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length === 0) return [];
  const title = style.colours.yellow(`? ${counted(open.length, 'rule')} inconclusive`);
  return [[title, ...groups(open, ({ why = '' }) => why, style)].join('\n')];
}

/** What the operator could add, each line once, with the rules it would let run. */
export function stronger({ results }: Report, style: Style): string[] {
  const able = results.filter(
    ({ verdict, remedy }) =>
      verdict === 'unexercised' || (remedy !== undefined && verdict !== 'pass' && verdict !== 'fail'),
  );
  if (able.length === 0) return [];
  const lines = groups(
    able,
    ({ remedy, why = '' }) => (remedy === undefined ? why : `add  ${remedy}`),
    style,
  );
  return [[style.colours.bold('what would make this stronger'), ...lines].join('\n')];
}

function groups(findings: readonly Finding[], key: (finding: Finding) => string, style: Style): string[] {
  return [...Map.groupBy(findings, key)].flatMap(([title, group]) => {
    const rules = group.map(({ rule }) => rule);
    const shown = names(rules, style.verbose ? rules.length : most);
    return [`    ${title}`, style.colours.dim(`        ${counted(rules.length, 'rule')}: ${shown}`)];
  });
}
