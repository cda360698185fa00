import type { Finding } from '../report.ts';

/** The title of the footer that every report has. */
export const strongerTitle = 'what would make this stronger';

/** Something the operator could add, or why an occasion was missing, with the rules it would let run. */
export type Strengthening = { readonly words: string; readonly rules: readonly string[] };

/** What the operator could add so that more can be judged, each line once; what waits for another rule comes last. */
export function strengthenings(findings: readonly Finding[]): Strengthening[] {
  const able = findings.filter(
    ({ verdict, remedy }) =>
      verdict === 'unexercised' || (remedy !== undefined && verdict !== 'pass' && verdict !== 'fail'),
  );
  const sorted = [...able.filter(({ because }) => !because), ...able.filter(({ because }) => because)];
  const groups = Map.groupBy(sorted, ({ remedy, why = '' }) =>
    remedy === undefined ? why : `add  ${remedy}`,
  );
  return [...groups].map(([words, group]) => ({ words, rules: group.map(({ rule }) => rule) }));
}

/** What a footer says where nothing is missing. */
export const nothingMissing = 'nothing: every rule that was selected was judged';
