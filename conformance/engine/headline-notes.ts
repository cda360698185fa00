import { whyBailed } from './brake.ts';
import type { Judgement } from './verdict.ts';

/** What a reader of the headline has to know besides: which rules did not run, and which may fail. */
export function notes(results: readonly Judgement[]): string[] {
  const skipped = results.filter(({ verdict }) => verdict === 'skipped');
  const bailed = skipped.filter(({ why }) => why === whyBailed).length;
  const denied = skipped.length - bailed;
  const waived = results.filter(({ verdict, waived }) => waived && verdict === 'fail').length;
  return [
    ...(denied > 0 ? [`read-only: ${denied} ${plural(denied)} skipped`] : []),
    ...(bailed > 0 ? [`--bail: ${bailed} ${plural(bailed)} not run`] : []),
    ...(waived > 0 ? [`waived: ${waived} broken ${plural(waived)}`] : []),
  ];
}

const plural = (count: number): string => (count === 1 ? 'rule' : 'rules');
