import { printNames } from '../core/print.ts';
import type { OperationProfile } from '../core/profile.ts';
import { placeOf, remedyWords } from '../core/remedies.ts';
import type { Rule } from '../core/rule.ts';
import type { Unavailable } from '../core/unavailable.ts';
import type { Judgement } from '../core/verdict.ts';
import { type CodeTerms, codeOf, counts, type ExitCode, type SelectedPart } from './exit-code.ts';

export type RuleShows = Pick<Rule, 'id' | 'shows'>;

type Missing = { readonly why: string; readonly cause?: Judgement };

/** What a run lacks to conform, if anything (READINGS 32): an empty shop proves nothing. */
function missingCoverage(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
  profiles: readonly OperationProfile[],
): Missing | undefined {
  const shows = new Map(rules.map((rule) => [rule.id, rule.shows]));
  for (const { id, demands } of profiles) {
    const judged = results.filter(
      ({ operation, level, verdict }) => operation === id && level === 'must' && verdict !== 'skipped',
    );
    const stopped = tooManyStopped(id, judged);
    if (stopped) return stopped;
    for (const demand of judged.length > 0 ? demands : []) {
      const able = judged.filter(({ rule }) => {
        const shown = shows.get(rule);
        return shown !== undefined && demand.shows.includes(shown);
      });
      if (able.some((result) => result.verdict === 'pass' || isExcused(result))) continue;
      // An amended contract may have no filter, or no required field.
      if (able.length === 0 && !demand.shows.includes('content')) continue;
      // Most often, it helps first if anything is accepted at all.
      const cause =
        [...able, ...judged].find(({ remedy, verdict }) => remedy && verdict !== 'pass') ?? able[0];
      return { why: `no rule of ${id} ${demand.words}`, ...(cause ? { cause } : {}) };
    }
  }
  return results.some(({ verdict }) => verdict === 'pass') ? undefined : { why: 'no rule passed' };
}

/** One in so many rules of an operation may be stopped by the run itself. */
const mostStopped = 10;

function tooManyStopped(id: string, judged: readonly Judgement[]): Missing | undefined {
  const stopped = judged.filter(
    ({ verdict, stoppedAt }) => verdict === 'untested' && stoppedAt !== undefined,
  );
  const [first] = stopped;
  if (!first || stopped.length * mostStopped <= judged.length) return undefined;
  const count = `${stopped.length} of ${judged.length} must rules of ${id}`;
  // This reason names the request.
  const why = first.cause?.kind === 'not accepted' ? first.why : `${first.stoppedAt}: ${first.why}`;
  return { why: `${count} not judged`, cause: { ...first, ...(why === undefined ? {} : { why }) } };
}

/** Whether the operator waived the finding that hides this result. */
const isExcused = ({ verdict, waived, because }: Judgement): boolean =>
  waived !== undefined && (verdict === 'fail' || because !== undefined);

/** The counts in the last line, in words. */
type Tallies = Readonly<
  Record<'untested' | 'warnings' | 'inconclusive' | 'intermittent' | 'unchecked', readonly string[]>
>;

function tallies(results: readonly Judgement[], { strict, required, selected }: HeadlineTerms): Tallies {
  const others = results.filter((result) => !result.waived && !counts(result, { strict, required }));
  const warnings = others.filter(({ verdict }) => verdict === 'fail').length;
  const inconclusive = others.filter(({ verdict }) => verdict === 'inconclusive');
  const open = inconclusive.filter(({ cause }) => cause?.kind === 'not rechecked').length;
  const once = results.reduce((sum, { intermittent = [] }) => sum + intermittent.length, 0);
  // Of selected rules, the number that passed is named.
  const untested = selected ? 0 : results.filter(({ verdict }) => verdict === 'untested').length;
  const counted = (count: number, words: string): string[] => (count > 0 ? [`${count} ${words}`] : []);
  return {
    untested: counted(untested, 'untested'),
    warnings: counted(warnings, plural('warning', warnings)),
    inconclusive: counted(inconclusive.length - open, 'inconclusive'),
    intermittent: counted(once, 'intermittent'),
    unchecked: counted(open, 'not rechecked'),
  };
}

function notes(results: readonly Judgement[]): string[] {
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

/**
 * The verdict of a run. `passes` is for selected rules, which never conform; `no violation` for recorded exchanges,
 * which never show all.
 */
export type Headline = {
  readonly verdict: 'conforms' | 'passes' | 'no violation' | 'violates' | 'undetermined';
  /** A sentence that says why, or how much was tested. */
  readonly why: string;
  /** What could be added to the target file, if something is missing. */
  readonly remedy?: string;
  /** The place in the target file where it is to be added. */
  readonly addTo?: ReturnType<typeof placeOf>;
};

export type Remark = string | { readonly words: string; readonly short: string };

export type HeadlineTerms = CodeTerms & {
  readonly required: ReadonlySet<string>;
  /** Why results are missing; then nothing conforms. */
  readonly partial?: string;
  readonly remarks?: readonly Remark[];
  readonly profiles: readonly OperationProfile[];
  readonly unavailable?: readonly Unavailable[];
};

/** The longest line of an undetermined verdict; the rest is above it. */
export const widestVerdict = 120;

/** Replaces a remedy for which there is no room. */
export const addedAbove = '; what to add is above';

export function headline(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
  terms: HeadlineTerms,
): Headline {
  const { reason = '', names = '', ...word } = verdictOf(results, rules, terms);
  const isGreen = ['conforms', 'passes', 'no violation'].includes(word.verdict);
  const isOpen = word.verdict === 'undetermined';
  const remarks = (terms.remarks ?? []).map((one) => remarkWords(one, isOpen));
  const beside = [...notes(results), ...remarks];
  const { untested, warnings, inconclusive, ...others } = tallies(results, terms);
  const due = Object.values(others).flat();
  // The reason of another verdict counts those that matter to it.
  const all = [...untested, ...warnings, ...(isGreen ? inconclusive : []), ...due];
  const whole = (why: string, counted: readonly string[]): string =>
    [[why, ...counted].join(isGreen ? ', ' : '; '), ...beside].join('; ');
  if (!isOpen) return { ...word, why: whole(word.why, all) };
  const room = widestVerdict - `${word.verdict} — ${whole('', due)}`.length;
  const named = explained(word.why + names, reason, room, word.remedy !== undefined);
  const why = named.isClear ? named.why : explained(word.why, reason, room, word.remedy !== undefined).why;
  const isRoomy = [why, ...untested, ...warnings].join('; ').length <= room;
  return { ...word, why: whole(why, isRoomy ? all : due) };
}

const remarkWords = (remark: Remark, isShort = false): string =>
  typeof remark === 'string' ? remark : isShort ? remark.short : remark.words;

/** Adds as much of the reason as there is room for, beside the remedy. */
function explained(
  why: string,
  reason: string,
  room: number,
  isAdvised: boolean,
): { readonly why: string; readonly isClear: boolean } {
  const left = room - `${why} ()`.length;
  const beside = isAdvised ? fitting(reason, left - addedAbove.length) : '';
  const whole = beside === '' ? fitting(reason, left) : beside;
  return whole === ''
    ? { why: fitting(why, room) || why, isClear: reason === '' && why.length <= room }
    : { why: `${why} (${whole})`, isClear: whole === reason || whole.length >= reasonWithStatus };
}

/** Cuts a text to its room, at a word if possible; returns nothing if too little remains. */
function fitting(text: string, room: number): string {
  if (text.length <= room) return text;
  const part = text.slice(0, Math.max(0, room - 1));
  const words = part.replace(/\s+\S*$/, '');
  if (part.length < shortestReason) return '';
  return `${words.length < shortestReason ? part : words}…`;
}

/** The shortest useful part of a reason, in characters: a method and a path. */
const shortestReason = 24;

/** The length of a reason with a status; a shorter one leaves no room for names of rules. */
const reasonWithStatus = 44;

type Word = Headline & { readonly names?: string; readonly reason?: string };

function verdictOf(results: readonly Judgement[], rules: readonly RuleShows[], terms: HeadlineTerms): Word {
  const counting = results.filter((result) => counts(result, terms));
  const failed = counting.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0)
    return {
      verdict: 'violates',
      why: [
        `${rulesOf(failed.length)} broken: ${firstOf(idsOf(failed))}`,
        ...(terms.partial === undefined ? [] : [terms.partial]),
        ...notJudged(results, terms).slice(0, 1),
      ].join('; '),
    };
  const error = results.find(({ verdict }) => verdict === 'error');
  if (error) return undetermined(`internal error of assay in ${error.rule}`, { why: error.why ?? '' });
  const { partial } = terms;
  if (partial !== undefined) {
    const { remedy } = counting.find(({ cause }) => cause?.kind === 'ended') ?? {};
    return undetermined(`${partial}: ${passedWords(results)} so far`, remedy === undefined ? {} : { remedy });
  }
  if (terms.isRecorded) return recorded(results, counting, terms);
  const [missing, ...others] = notJudged(results, terms);
  if (missing) return undetermined(missing, { why: others.join('; ') });
  const open = counting.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length > 0)
    return {
      ...undetermined(`${rulesOf(open.length)} inconclusive`, open[0]),
      names: `: ${firstOf(idsOf(open))}`,
    };
  const unmet = unmetRequirement(counting, terms);
  if (unmet) return unmet;
  if (terms.selected) return passes(results, counting, terms.selected);
  const lack = missingCoverage(results, rules, terms.profiles);
  if (lack) return undetermined(lack.why, lack.cause);
  return { verdict: 'conforms', why: passedWords(results) };
}

function unmetRequirement(counting: readonly Judgement[], { required }: HeadlineTerms): Word | undefined {
  const unmet = counting.find(({ rule, verdict }) => required.has(rule) && verdict !== 'pass');
  return unmet && undetermined(`${unmet.rule} is required, but was ${unmet.verdict}`, unmet);
}

function notJudged(results: readonly Judgement[], { unavailable = [] }: HeadlineTerms): string[] {
  const missing = unavailable.filter(
    (one) => one.collection !== undefined || !isJudged(one.operation, results),
  );
  return missing.length === 0 ? [] : judgedOf(results, missing);
}

/** Whether a rule of an operation was judged, such as one that lists collections of its own. */
const isJudged = (operation: Judgement['operation'], results: readonly Judgement[]): boolean =>
  results.some((one) => one.operation === operation && ['pass', 'fail'].includes(one.verdict));

function judgedOf(results: readonly Judgement[], unavailable: readonly Unavailable[]): string[] {
  const operations = new Set(results.map(({ operation }) => operation));
  const missing = unavailable.filter(
    ({ collection, operation }) => collection === undefined && operations.has(operation),
  );
  if (missing.length === 0) return ['not every collection was judged', ...unavailable.map(wordsFor)];
  const judged = [...operations].filter((operation) => isJudged(operation, results));
  return [`${judged.length} of ${operations.size} operations judged`, ...missing.map(({ saw }) => saw)];
}

/** The id is enough, since the path is long. */
const wordsFor = ({ collection = '', returned }: Unavailable): string =>
  `${collection.split('/').at(-1)}: ${returned}`;

function recorded(results: readonly Judgement[], counting: readonly Judgement[], terms: HeadlineTerms): Word {
  const unmet = unmetRequirement(counting, terms);
  if (unmet) return unmet;
  const seen = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length;
  if (seen === 0) return undetermined('no response contained a field or a case that a rule checks');
  const open = counting.filter(({ verdict }) => verdict === 'inconclusive').length;
  const suspected = open === 0 ? '' : `, ${open} suspected`;
  return {
    verdict: 'no violation',
    why: `${rulesOf(seen)} judged${suspected}`,
  };
}

function passes(
  results: readonly Judgement[],
  counting: readonly Judgement[],
  { named }: SelectedPart,
): Word {
  const isUnjudged = ({ verdict, waived }: Judgement): boolean =>
    (verdict === 'untested' || verdict === 'skipped') && !waived;
  const passed = results.filter(({ verdict }) => verdict === 'pass').length;
  const isEmpty = passed === 0 || (counting.length > 0 && counting.every(isUnjudged));
  const unjudged = counting.find((one) => isUnjudged(one) && (isEmpty || named.has(one.rule)));
  if (unjudged) return undetermined(`${unjudged.rule} was ${unjudged.verdict}`, unjudged);
  if (passed === 0) return undetermined('no rule passed', results[0]);
  return {
    verdict: 'passes',
    why: `${passed} of ${results.length} selected ${results.length === 1 ? 'rule' : 'rules'}`,
  };
}

const passedWords = (results: readonly Judgement[]): string =>
  `${rulesOf(results.filter(({ verdict }) => verdict === 'pass').length)} passed`;

function undetermined(
  why: string,
  { why: reason = '', remedy }: Pick<Judgement, 'why' | 'remedy'> = {},
): Word {
  return {
    verdict: 'undetermined',
    why,
    ...(reason === '' ? {} : { reason }),
    ...(remedy === undefined ? {} : { remedy: remedyWords(remedy), addTo: placeOf(remedy) }),
  };
}

const rulesOf = (count: number): string => (count === 1 ? '1 rule' : `${count} rules`);

function firstOf(ids: readonly string[]): string {
  const short = [3, 2].find((most) => ids.slice(0, most).join(', ').length <= longestNames);
  return printNames(ids, short ?? 1);
}

const longestNames = 60;

const idsOf = (results: readonly Judgement[]): string[] => results.map(({ rule }) => rule);

/** Describes the results of another source beside the verdict. */
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
