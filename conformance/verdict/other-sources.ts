import type { Judgement } from '../core/verdict.ts';
import { type CodeTerms, codeOf, type ExitCode } from './exit-code.ts';
import { firstOf, type Headline, type HeadlineTerms, remarkWords } from './headline.ts';

/** Says beside the verdict on the interface how the results of another source ended. */
export function remarkOn(title: string, results: readonly Judgement[], terms: CodeTerms): string {
  const groups = Map.groupBy(results, (result) => standing(result, codeOf(result, terms)));
  const parts = standings.flatMap((name) => {
    const ids = groups.get(name)?.map(({ rule }) => rule.replace(/^choice\//, '')) ?? [];
    if (ids.length === 0) return [];
    return [`${ids.length} ${name}${pressing.includes(name) ? ` (${firstOf(ids)})` : ''}`];
  });
  return `${title}: ${parts.join(', ')}`;
}

const pressing = ['at fault', 'broken', 'open'];
const standings = [...pressing, 'waived', 'broken as a warning', 'passed', 'untested'];

function standing({ verdict, waived }: Judgement, code: ExitCode): string {
  if (code === 2) return 'at fault';
  if (code === 1) return 'broken';
  if (code === 3) return 'open';
  if (verdict === 'fail') return waived ? 'waived' : 'broken as a warning';
  return verdict === 'pass' ? 'passed' : 'untested';
}

/** The word over a run in which nothing was asked of the interface, from the results of other sources, called by these titles. */
export function overOthersAlone(
  results: readonly Judgement[],
  titles: readonly string[],
  terms: HeadlineTerms,
): Headline {
  const { partial, isRecorded, remarks = [] } = terms;
  const isGreen = partial === undefined && results.every((result) => codeOf(result, terms) === 0);
  return {
    verdict: isGreen ? (isRecorded ? 'no violation' : 'passes') : 'undetermined',
    why: [
      ...(partial === undefined ? [] : [partial]),
      `only ${titles.join(' and ')} were selected`,
      ...remarks.map((one) => remarkWords(one)),
    ].join('; '),
  };
}
