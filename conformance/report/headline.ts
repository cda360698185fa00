import type { UncheckedCounts } from '../../src/contract/unchecked.ts';
import { printNames } from '../../src/print.ts';
import type { Judgement } from '../core/verdict.ts';
import { counts, type ExitCode, exitCode } from '../engine/exit-code.ts';
import type { RuleShows } from '../engine/run-verdict.ts';
import { climbing } from './findings.ts';
import type { Report } from './report.ts';
import { groupsOf } from './standing.ts';
import {
  type Headline,
  type HeadlineTerms,
  headline,
  overOthersAlone,
  type Remark,
  remarkOn,
} from './verdict-line.ts';
import { amendment, counted } from './words.ts';

type WordTerms = HeadlineTerms &
  Pick<Report, 'amended' | 'lost' | 'waivers' | 'sampled' | 'referenceStub' | 'transientFailures'> & {
    readonly unchecked?: UncheckedCounts;
  };

/** The verdict of a run, or of a part of one, and the exit code. */
export function wordOver(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
  given: WordTerms,
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
  const judged = isOthersAlone ? overOthersAlone(results, titles, terms) : headline(own, rules, terms);
  const word = { ...judged, why: [...mostlyUnchecked(given), judged.why].join('; ') };
  const isAnyStale = waivers.some(({ state }) => state === 'stale');
  return { word, code: exitCode(results, word, terms, isAnyStale) };
}

const operationsUnchecked = ({ operations, unchecked }: UncheckedCounts): string =>
  `${unchecked} of ${counted(operations, 'operation')}`;

const isMostlyUnchecked = ({ operations, unchecked }: UncheckedCounts): boolean => unchecked * 2 > operations;

/** What comes before everything else: that the verdict is about less than half of the contract. */
const mostlyUnchecked = ({ unchecked, selected }: WordTerms): string[] =>
  unchecked && !selected && isMostlyUnchecked(unchecked)
    ? [`${operationsUnchecked(unchecked)} not checked`]
    : [];

/** What of the contract no rule checks; a selection leaves out more. */
function remarkOnUnchecked({ unchecked, selected }: WordTerms): string[] {
  if (!unchecked || selected) return [];
  const isSaid = isMostlyUnchecked(unchecked) || unchecked.unchecked === 0;
  const { parts } = unchecked;
  const counts = [
    ...(isSaid ? [] : [operationsUnchecked(unchecked)]),
    ...(parts > 0 ? [counted(parts, unchecked.unchecked > 0 ? 'other part' : 'part')] : []),
  ];
  return counts.length === 0 ? [] : [`not checked: ${counts.join(' and ')} of the contract`];
}

const remarksOn = (
  results: readonly Judgement[],
  others: ReturnType<typeof groupsOf<Judgement>>,
  terms: WordTerms,
): Remark[] => {
  const { remarks = [], sampled = [], referenceStub, transientFailures = [] } = terms;
  const ofServer = transientFailures.filter(({ isOfServer }) => isOfServer).length;
  const [short = ''] = amendment(terms, 0);
  return [
    ...remarks,
    ...remarkOnUnchecked(terms),
    ...amendment(terms, 3).map((words) => ({ words, short })),
    ...(ofServer > 0 ? [`${counted(ofServer, 'request')} failed at first`] : []),
    ...(sampled.length > 0 ? [`sampled: ${printNames(sampled, 2)}`] : []),
    ...remarksOnWaivers(results, terms),
    ...others.map(([title, some]) => remarkOn(title, some, terms)),
    ...(referenceStub ? ['the stub was checked'] : []),
  ];
};

/** Waivers that expired and would be needed, that end soon, and that are stale. */
function remarksOnWaivers(results: readonly Judgement[], { waivers = [], ...terms }: WordTerms): string[] {
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
