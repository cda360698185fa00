import { printNames } from '../core/print.ts';
import type { Judgement } from '../core/verdict.ts';
import {
  type Headline,
  type HeadlineTerms,
  headline,
  overOthersAlone,
  type Remark,
  type RuleShows,
  remarkOn,
} from '../engine/conclude.ts';
import { counts, type ExitCode, exitCode } from '../engine/exit-code.ts';
import { climbing } from './findings.ts';
import type { Report } from './report.ts';
import { groupsOf } from './standing.ts';
import { amendment, counted } from './words.ts';

/** What a verdict depends on, apart from the results. */
type VerdictTerms = HeadlineTerms &
  Pick<Report, 'amended' | 'lost' | 'waivers' | 'sampled' | 'referenceStub' | 'transientFailures'>;

/** The verdict of a run, or of a part of one, and the exit code. */
export function wordOver(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
  given: VerdictTerms,
): { readonly word: Headline; readonly code: ExitCode } {
  const own = climbing(results.filter(({ source }) => source === 'contract'));
  const others = groupsOf(
    results.filter(({ source }) => source !== 'contract'),
    [],
  );
  const { waivers = [] } = given;
  const terms: HeadlineTerms = {
    ...given,
    remarks: remarksOn(results, others, given),
  };
  const titles = others.map(([title]) => title);
  const isOthersAlone = own.length === 0 && results.length > 0;
  const word = isOthersAlone ? overOthersAlone(results, titles, terms) : headline(own, rules, terms);
  const isAnyStale = waivers.some(({ state }) => state === 'stale');
  return { word, code: exitCode(results, word, terms, isAnyStale) };
}

/** Remarks beside the verdict. */
const remarksOn = (
  results: readonly Judgement[],
  others: ReturnType<typeof groupsOf<Judgement>>,
  terms: VerdictTerms,
): Remark[] => {
  const { remarks = [], sampled = [], referenceStub, transientFailures = [] } = terms;
  const ofServer = transientFailures.filter(({ isOfServer }) => isOfServer).length;
  const [short = ''] = amendment(terms, 0);
  return [
    ...remarks,
    ...amendment(terms, 3).map((words) => ({ words, short })),
    ...(ofServer > 0 ? [`${counted(ofServer, 'request')} failed at first`] : []),
    ...(sampled.length > 0 ? [`sampled: ${printNames(sampled, 2)}`] : []),
    ...remarksOnWaivers(results, terms),
    ...others.map(([title, some]) => remarkOn(title, some, terms)),
    ...(referenceStub ? ['the stub was checked'] : []),
  ];
};

/** Waivers that expired and would be needed, that end soon, and that are stale. */
function remarksOnWaivers(results: readonly Judgement[], { waivers = [], ...terms }: VerdictTerms): string[] {
  const broken = new Set(
    results.filter((one) => one.verdict === 'fail' && counts(one, terms)).map(({ rule }) => rule),
  );
  return [
    ...waivers
      .filter(({ state, rules }) => state === 'expired' && rules.some((id) => broken.has(id)))
      .map(({ rule, until }) => `the waiver of ${rule} expired: its last day was ${until}`),
    ...waivers.flatMap(({ rule, until, daysLeft }) =>
      daysLeft === undefined ? [] : [`the waiver of ${rule} ends ${inDays(daysLeft)} (${until})`],
    ),
    ...remarkOnStale(waivers.filter(({ state }) => state === 'stale').map(({ rule }) => rule)),
  ];
}

function remarkOnStale(rules: readonly string[]): string[] {
  const [first, ...others] = rules;
  if (first === undefined) return [];
  return others.length === 0
    ? [`remove the stale waiver of ${first} (exit code 1), since its rules pass`]
    : [`remove ${rules.length} stale waivers (exit code 1), since their rules pass: ${printNames(rules, 3)}`];
}

const inDays = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${counted(days, 'day')}`;
