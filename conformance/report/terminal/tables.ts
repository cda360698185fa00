import type { Counts, Report } from '../report.ts';
import { groupsOf } from '../standing.ts';
import { counted } from '../text/words.ts';
import type { Style } from './style.ts';

/** In the order they are shown; the first two always are. */
const columns = ['pass', 'fail', 'warning', 'inconclusive', 'untested', 'skipped', 'error'] as const;

/** How wide the column of operations is at least. */
const defaultWidth = 18;

/** How many rules of each operation ended how. */
export function counts({ results }: Report, { colours }: Style): string[] {
  const count = (own: Report['results'], column: keyof Counts): number =>
    own.filter(({ verdict, warning }) => (warning ? 'warning' : verdict) === column).length;
  const shown = columns.filter((column, index) => index < 2 || count(results, column) > 0);
  const cell = (text: string | number, width: number): string => String(text).padStart(width + 3);
  const groups = groupsOf(results);
  const width = Math.max(defaultWidth, ...groups.map(([name]) => name.length + 3));
  const head = `${' '.repeat(width)}${shown.map((column) => cell(column, column.length)).join('')}`;
  const rows = groups.map(
    ([name, own]) =>
      name.padEnd(width) + shown.map((column) => cell(count(own, column), column.length)).join(''),
  );
  return rows.length === 0 ? [] : [[colours.dim(head), ...rows].join('\n')];
}

/** What the target chose where the specification leaves the choice. */
export function observations(
  { observations: seen, unseen = [] }: Report,
  { colours, verbose }: Style,
): string[] {
  const all = [
    ...seen.map(({ id, question, answer }) => [id, question, answer] as const),
    ...unseen.map(({ id, question, why }) => [id, question, `not observed: ${why}`] as const),
  ];
  if (all.length === 0) return [];
  if (!verbose)
    return [
      `${counted(seen.length, 'choice')} that the specification leaves to the server: observed, not a problem; --verbose shows ${seen.length === 1 ? 'it' : 'them'}`,
    ];
  const [ids, questions] = [0, 1].map((cell) => Math.max(...all.map((row) => (row[cell] ?? '').length)));
  const rows = all.map(
    ([id, question, answer]) => `    ${id.padEnd(ids ?? 0)}  ${question.padEnd(questions ?? 0)}  ${answer}`,
  );
  return [
    [
      colours.bold('choices that the specification leaves to the server, and what this server does'),
      ...rows,
    ].join('\n'),
  ];
}
