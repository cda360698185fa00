import { printNames } from '../../core/print.ts';
import type { Judgement } from '../../core/verdict.ts';
import type { RuleShows } from '../../verdict/earned.ts';
import { counts, type ExitCode, exitCode } from '../../verdict/exit-code.ts';
import { type Headline, type HeadlineTerms, headline } from '../../verdict/headline.ts';
import { overOthersAlone, remarkOn } from '../../verdict/other-sources.ts';
import type { Report } from '../report.ts';
import { groupsOf } from '../standing.ts';
import { climbing } from '../text/ladder.ts';
import { amendment, counted } from '../text/words.ts';

/** The word over a run, or over a part of one, which alone proves nothing; and how the process is to end. */
export function wordOver(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
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
    referenceStub,
    unavailable = [],
  }: HeadlineTerms & Pick<Report, 'amended' | 'waivers' | 'shard' | 'sampled' | 'referenceStub'>,
): { readonly word: Headline; readonly code: ExitCode } {
  const stale = waivers.filter(({ state }) => state === 'stale').map(({ rule }) => rule);
  const broken = new Set(
    results
      .filter((one) => one.verdict === 'fail' && counts(one, { strict, required }))
      .map(({ rule }) => rule),
  );
  const expired = waivers.filter(
    ({ state, rules }) => state === 'expired' && rules.some((id) => broken.has(id)),
  );
  const part =
    partial ?? (shard && `only shard ${shard.index} of ${shard.count}, which assay merge combines`);
  const own = climbing(results.filter(({ source }) => source === 'contract'));
  const others = groupsOf(results.filter(({ source }) => source !== 'contract'));
  const terms: HeadlineTerms = {
    strict,
    required,
    profiles,
    selected,
    isRecorded,
    unavailable,
    ...(part === undefined ? {} : { partial: part }),
    remarks: [
      ...remarks,
      ...amendment(amended, 3),
      ...(sampled.length > 0 ? [`sampled: ${printNames(sampled, 2)}`] : []),
      ...expired.map(({ rule, until }) => `the waiver of ${rule} expired: its last day was ${until}`),
      ...waivers.flatMap(({ rule, until, daysLeft }) =>
        daysLeft === undefined ? [] : [`the waiver of ${rule} ends ${inDays(daysLeft)} (${until})`],
      ),
      ...stale.map((rule) => `the waiver of ${rule} is stale, since its rules pass: remove it`),
      ...others.map(([title, some]) => remarkOn(title, some, { strict, required, selected, isRecorded })),
      ...(referenceStub ? ['the reference stub was checked'] : []),
    ],
  };
  const word =
    own.length === 0 && results.length > 0
      ? overOthersAlone(
          results,
          others.map(([title]) => title),
          terms,
        )
      : headline(own, rules, terms);
  return { word, code: exitCode(results, word, terms, stale.length > 0) };
}

const inDays = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${counted(days, 'day')}`;
