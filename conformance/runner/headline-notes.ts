import { isBinding, type Judgement } from '../core/verdict.ts';
import { whyBailed } from '../transport/halt.ts';

/** What is counted in the last line: warnings, and what was seen once. */
export function tallies(
  results: readonly Judgement[],
  { strict, required }: { readonly strict: boolean; readonly required: ReadonlySet<string> },
): string[] {
  const warnings = results.filter(
    ({ verdict, level, rule, waived }) =>
      verdict === 'fail' && !isBinding(level) && !waived && !strict && !required.has(rule),
  ).length;
  const once = results.reduce((sum, { seenOnce = [] }) => sum + seenOnce.length, 0);
  return [
    ...(warnings > 0 ? [`${warnings} ${plural('warning', warnings)}`] : []),
    ...(once > 0 ? [`${once} seen once`] : []),
  ];
}

/** What else a reader of the headline has to know: which rules did not run, and which may fail. */
export function notes(results: readonly Judgement[]): string[] {
  const skipped = results.filter(({ verdict }) => verdict === 'skipped');
  const bailed = skipped.filter(({ why }) => why === whyBailed).length;
  const denied = skipped.length - bailed;
  const waived = results.filter((result) => result.verdict === 'fail' && result.waived).length;
  return [
    ...(denied > 0 ? [`read-only: ${denied} ${plural('rule', denied)} skipped`] : []),
    ...(bailed > 0 ? [`--bail: ${bailed} ${plural('rule', bailed)} not run`] : []),
    ...(waived > 0 ? [`waived: ${waived} broken ${plural('rule', waived)}`] : []),
  ];
}

const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`);
