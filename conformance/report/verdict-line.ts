import type { UncheckedCounts } from '../../src/contract/unchecked.ts';
import { printNames } from '../../src/print.ts';
import { counted, shortenedAtWord } from '../../src/words.ts';
import { placeOfRemedy, type Remedy, remedyWords } from '../core/remedies.ts';
import type { Rule } from '../core/rule.ts';
import type { Judgement } from '../core/verdict.ts';
import { type CodeTerms, codeOf, type ExitCode, exitCode, isCounted } from '../engine/exit-code.ts';
import {
  type NotJudged,
  type OpenReason,
  type RunVerdict,
  type VerdictTerms,
  verdictOf,
} from '../engine/run-verdict.ts';
import { climbing } from './findings.ts';
import { returnedWords, sawWords } from './not-judged.ts';
import { reasonData, wordsOfResult } from './reasons.ts';
import type { Headline, Report } from './report.ts';
import { groupsOf } from './standing.ts';
import { amendment } from './words.ts';

/** How many results there are beside those that the verdict is about; one that is not green counts the inconclusive ones itself. */
function tallies(
  results: readonly Judgement[],
  { strict, required, selected }: HeadlineTerms,
  countsInconclusive: boolean,
): string[] {
  const others = results.filter((result) => !result.waived && !isCounted(result, { strict, required }));
  const warnings = others.filter(({ verdict }) => verdict === 'fail').length;
  const inconclusive = others.filter(({ verdict }) => verdict === 'inconclusive');
  const open = inconclusive.filter(isNotRechecked).length;
  const once = results.reduce((sum, { intermittent = [] }) => sum + intermittent.length, 0);
  // Of selected rules, the number that passed is named.
  const untested = selected ? 0 : results.filter(({ verdict }) => verdict === 'untested').length;
  const tally = (count: number, words: string): string[] => (count > 0 ? [`${count} ${words}`] : []);
  return [
    ...tally(untested, 'untested'),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(countsInconclusive ? tally(inconclusive.length - open, 'inconclusive') : []),
    ...tally(once, 'intermittent'),
    ...tally(open, 'not rechecked'),
  ];
}

function isNotRechecked({ why }: Judgement): boolean {
  const reason = reasonData(why);
  return reason?.kind === 'unconfirmed' && ['no room', 'others write'].includes(String(reason.since));
}

function notes(results: readonly Judgement[]): string[] {
  const skipped = results.filter(({ verdict }) => verdict === 'skipped');
  const bailed = skipped.filter(({ why }) => reasonData(why)?.kind === 'ended').length;
  const denied = skipped.length - bailed;
  const waived = results.filter((result) => result.verdict === 'fail' && result.waived).length;
  return [
    ...(denied > 0 ? [`read-only: ${counted(denied, 'rule')} skipped`] : []),
    ...(bailed > 0 ? [`--bail: ${counted(bailed, 'rule')} not run`] : []),
    ...(waived > 0 ? [`waived: ${counted(waived, 'broken rule')}`] : []),
  ];
}

const isGreen = ({ verdict }: Headline): boolean => ['conforms', 'passes', 'no violation'].includes(verdict);

type HeadlineTerms = VerdictTerms & { readonly remarks?: readonly string[] };

export function headline(
  results: readonly Judgement[],
  rules: readonly Pick<Rule, 'id' | 'shows'>[],
  terms: HeadlineTerms,
): Headline {
  const word = verdictWords(verdictOf(results, rules, terms));
  const why = [word.why, ...tallies(results, terms, isGreen(word))].join(isGreen(word) ? ', ' : '; ');
  return { ...word, why: [why, ...notes(results), ...(terms.remarks ?? [])].join('; ') };
}

function verdictWords(run: RunVerdict): Headline {
  switch (run.verdict) {
    case 'violates': {
      const { verdict, broken, partial, missing } = run;
      return {
        verdict,
        why: [
          `${counted(broken.length, 'rule')} broken: ${firstNamed(broken)}`,
          ...(partial === undefined ? [] : [partial]),
          ...(missing ? [wordsOfMissing(missing)] : []),
        ].join('; '),
      };
    }
    case 'conforms':
      return { verdict: run.verdict, why: passedWords(run.passed) };
    case 'passes':
      return {
        verdict: run.verdict,
        why: `${run.passed} of ${counted(run.of, 'selected rule')}`,
      };
    case 'no violation': {
      const suspected = run.suspected === 0 ? '' : `, ${run.suspected} suspected`;
      return { verdict: run.verdict, why: `${counted(run.judged, 'rule')} judged${suspected}` };
    }
    case 'undetermined': {
      const { why, reason, ...remedy } = wordsOfReason(run.reason);
      const words = reason === undefined ? why : `${why} (${shortenedAtWord(reason, longestReason)})`;
      return { verdict: run.verdict, why: words, ...remedy };
    }
  }
}

/** The most characters of a reason: what was sent and returned, and some words of the server. */
const longestReason = 120;

type ReasonWords = Omit<Headline, 'verdict'> & { readonly reason?: string };

function wordsOfReason(open: OpenReason): ReasonWords {
  switch (open.kind) {
    case 'error':
      return {
        why: `internal error of assay in ${open.by.rule}`,
        ...reasonAndRemedy(wordsOfResult(open.by).why),
      };
    case 'ended':
      return {
        why: `${open.why}: ${passedWords(open.passed)} so far`,
        ...reasonAndRemedy(undefined, open.by?.remedy),
      };
    case 'not judged':
      return { why: wordsOfMissing(open.missing), ...reasonAndRemedy(reasonsOfMissing(open.missing)) };
    case 'inconclusive':
      return {
        why: `${counted(open.rules.length, 'rule')} inconclusive: ${firstNamed(open.rules)}`,
        ...saidBy(open.by),
      };
    case 'required':
      return { why: `${open.by.rule} is required, but was ${open.by.verdict}`, ...saidBy(open.by) };
    case 'not tested':
      return { why: `${open.by.rule} was ${open.by.verdict}`, ...saidBy(open.by) };
    case 'nothing passed':
      return { why: 'no rule passed', ...saidBy(open.by) };
    case 'nothing recorded':
      return { why: 'no response contained a field or a case that a rule checks' };
    case 'not shown':
      return { why: `no rule of ${shortId(open.operation)} ${open.demand.words}`, ...saidOfUnshown(open) };
    case 'stopped': {
      const { stopped, of, operation, by } = open;
      // This reason names the request.
      const said = wordsOfResult(by).why;
      const why = reasonData(by.why)?.kind === 'not accepted' ? said : `${by.stoppedAt}: ${said}`;
      return {
        why: `${stopped} of ${of} must rules of ${operation} not judged`,
        ...reasonAndRemedy(why, by.remedy),
      };
    }
  }
}

const wordsOfMissing = (missing: NotJudged): string =>
  'collections' in missing
    ? 'not every collection was judged'
    : `${missing.judged} of ${missing.of} operations judged`;

/** For a collection, its last value is enough, since the path is long. */
const reasonsOfMissing = (missing: NotJudged): string =>
  ('collections' in missing
    ? missing.collections.map((one) => `${one.collection?.split('/').at(-1)}: ${returnedWords(one)}`)
    : missing.operations.map(sawWords)
  ).join('; ');

const saidBy = (by?: Judgement): ReturnType<typeof reasonAndRemedy> =>
  by ? reasonAndRemedy(wordsOfResult(by).why, by.remedy) : {};

/** What says most about an operation; if nothing does, no request reached a record for it. */
const saidOfUnshown = ({
  operation,
  by,
}: Extract<OpenReason, { kind: 'not shown' }>): ReturnType<typeof saidBy> =>
  by?.remedy === undefined && (!by || reasonData(by.why)?.kind === 'nothing shown')
    ? reasonAndRemedy(by && wordsOfResult(by).why, { kind: 'unreached', operation })
    : saidBy(by);

/** An id without its middle if it is long: frameworks make some of a path and a method. */
const shortId = (id: string): string =>
  id.length <= longestId ? id : `${id.slice(0, longestId / 2)}…${id.slice(-longestId / 2)}`;

const longestId = 32;

const reasonAndRemedy = (why = '', remedy?: Remedy): Pick<ReasonWords, 'reason' | 'remedy' | 'addTo'> => ({
  ...(why === '' ? {} : { reason: why }),
  ...(remedy === undefined ? {} : { remedy: remedyWords(remedy), addTo: placeOfRemedy(remedy) }),
});

const passedWords = (passed: number): string => `${counted(passed, 'rule')} passed`;

function firstNamed(ids: readonly string[]): string {
  const short = [3, 2].find((most) => ids.slice(0, most).join(', ').length <= longestNames);
  return printNames(ids, short ?? 1);
}

const longestNames = 60;

/** Describes the results of another source beside the verdict. */
function remarkOn(title: string, results: readonly Judgement[], terms: CodeTerms): string {
  const groups = Map.groupBy(results, (result) => standing(result, codeOf(result, terms)));
  const parts = standings.flatMap((name) => {
    const ids = groups.get(name)?.map(({ rule }) => rule.replace(/^choice\//, '')) ?? [];
    if (ids.length === 0) return [];
    return [`${ids.length} ${name}${pressing.includes(name) ? ` (${firstNamed(ids)})` : ''}`];
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

function overOthersAlone(
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
      ...remarks,
    ].join('; '),
  };
}

type WordTerms = HeadlineTerms &
  Pick<Report, 'amended' | 'lost' | 'waivers' | 'sampled' | 'referenceStub' | 'transientFailures'> & {
    readonly unchecked?: UncheckedCounts;
  };

/** The verdict of a run, or of a part of one, and the exit code. */
export function wordOver(
  results: readonly Judgement[],
  rules: readonly Pick<Rule, 'id' | 'shows'>[],
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
  const isAnyWaiverStale = waivers.some(({ state }) => state === 'stale');
  const code = exitCode(results, judged, terms, isAnyWaiverStale);
  // What a team pins, writes or waives says nothing of the contract.
  const hint = isGreen(judged) && code !== 0 && !isAnyWaiverStale ? [`exit code ${code}`] : [];
  return { word: { ...judged, why: [...mostlyUnchecked(given), judged.why, ...hint].join('; ') }, code };
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
): string[] => {
  const { remarks = [], sampled = [], referenceStub, transientFailures = [] } = terms;
  const ofServer = transientFailures.filter(({ isOfServer }) => isOfServer).length;
  return [
    ...remarks,
    ...remarkOnUnchecked(terms),
    ...amendment(terms, 3),
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
    results.filter((one) => one.verdict === 'fail' && isCounted(one, terms)).map(({ rule }) => rule),
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
