import type { Judgement } from '../core/verdict.ts';
import { counts } from './exit-code.ts';

/** What is counted in the last line, in words; nothing of what there is none of. */
type Tallies = Readonly<Record<'untested' | 'warnings' | 'intermittent' | 'unchecked', readonly string[]>>;

/** Counts what was untested, warnings, what was intermittent, and what was not rechecked. */
export function tallies(
  results: readonly Judgement[],
  {
    strict,
    required,
    selected,
  }: { readonly strict: boolean; readonly required: ReadonlySet<string>; readonly selected?: object | false },
): Tallies {
  // What counts in the verdict is told by it.
  const others = results.filter((result) => !result.waived && !counts(result, { strict, required }));
  const warnings = others.filter(({ verdict }) => verdict === 'fail').length;
  const open = others.filter(
    ({ verdict, cause }) => verdict === 'inconclusive' && cause?.kind === 'not rechecked',
  ).length;
  const once = results.reduce((sum, { intermittent = [] }) => sum + intermittent.length, 0);
  // Of a part of the rules, how many passed is said of how many.
  const untested = selected ? 0 : results.filter(({ verdict }) => verdict === 'untested').length;
  const told = (count: number, words: string): string[] => (count > 0 ? [`${count} ${words}`] : []);
  return {
    untested: told(untested, 'untested'),
    warnings: told(warnings, plural('warning', warnings)),
    intermittent: told(once, 'intermittent'),
    unchecked: told(open, 'not rechecked'),
  };
}

/** What else a reader of the headline has to know: which rules did not run, and which may fail. */
export function notes(results: readonly Judgement[]): string[] {
  const skipped = results.filter(({ verdict }) => verdict === 'skipped');
  const bailed = skipped.filter(({ cause }) => cause?.kind === 'ended').length;
  const denied = skipped.length - bailed;
  const waived = results.filter((result) => result.verdict === 'fail' && result.waived).length;
  return [
    ...(denied > 0 ? [`read-only: ${denied} ${plural('rule', denied)} skipped`] : []),
    ...(bailed > 0 ? [`--bail: ${bailed} ${plural('rule', bailed)} not run`] : []),
    ...(waived > 0 ? [`waived: ${waived} broken ${plural('rule', waived)}`] : []),
  ];
}

const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`);
