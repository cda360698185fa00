import type { Judgement } from '../../core/verdict.ts';
import type { Showing } from '../../runner/earned.ts';
import { exitCode, type Headline, headline, type Terms } from '../../runner/headline.ts';
import { houseWord, moreUrgent, overHouseAlone } from '../../runner/house-word.ts';
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
  const own = results.filter(({ house }) => !house);
  const house = houseWord(
    results.filter((result) => result.house),
    { strict, required, selected },
  );
  const terms: Terms = {
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
      ...house.remarks,
    ],
  };
  const isHouseAlone = own.length === 0 && house.remarks.length > 0;
  const word = isHouseAlone ? overHouseAlone(house, terms) : headline(own, rules, terms);
  return { word, code: moreUrgent(exitCode(own, word, stale.length > 0), house.code) };
}
