import type { Judgement } from '../../core/verdict.ts';
import type { Showing } from '../../runner/earned.ts';
import { exitCode, type Headline, headline, type Terms } from '../../runner/headline.ts';
import type { Report } from '../report.ts';
import { amendment, names } from '../text/words.ts';

/** The word over a run, or over a part of one, which alone proves nothing; and how the process is to end. */
export function wordOver(
  results: readonly Judgement[],
  rules: readonly Showing[],
  {
    strict,
    required,
    partial,
    selected = false,
    profiles,
    isRecorded = false,
    remarks = [],
    amended = [],
    waivers = [],
    shard,
    sampled = [],
  }: Terms & Pick<Report, 'amended' | 'waivers' | 'shard' | 'sampled'>,
): { readonly word: Headline; readonly code: Report['exitCode'] } {
  const stale = waivers.filter(({ state }) => state === 'stale').map(({ rule }) => rule);
  const part =
    partial ?? (shard && `only shard ${shard.index} of ${shard.count}, to be joined by assay merge`);
  const word = headline(results, rules, {
    strict,
    required,
    profiles,
    selected,
    isRecorded,
    ...(part === undefined ? {} : { partial: part }),
    remarks: [
      ...remarks,
      ...amendment(amended, 3),
      ...(sampled.length > 0 ? [`sampled: ${names(sampled, 2)}`] : []),
      ...stale.map((rule) => `the waiver of ${rule} is stale, since its rules pass: remove it`),
    ],
  });
  return { word, code: exitCode(results, word, stale.length > 0) };
}
