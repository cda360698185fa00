import { printNames } from '../../src/print.ts';
import { placeOfRemedy, type Remedy, remedyWords } from '../core/remedies.ts';
import type { Judgement } from '../core/verdict.ts';
import { type CodeTerms, codeOf, counts, type ExitCode } from '../engine/exit-code.ts';
import {
  type NotJudged,
  type OpenReason,
  type RuleShows,
  type RunVerdict,
  type VerdictTerms,
  verdictOf,
} from '../engine/run-verdict.ts';
import { returnedWords, sawWords } from './not-judged.ts';
import { reasonData, wordsOfResult } from './reasons.ts';

type Tallies = Readonly<
  Record<'untested' | 'warnings' | 'inconclusive' | 'intermittent' | 'unchecked', readonly string[]>
>;

function tallies(results: readonly Judgement[], { strict, required, selected }: HeadlineTerms): Tallies {
  const others = results.filter((result) => !result.waived && !counts(result, { strict, required }));
  const warnings = others.filter(({ verdict }) => verdict === 'fail').length;
  const inconclusive = others.filter(({ verdict }) => verdict === 'inconclusive');
  const open = inconclusive.filter(isNotRechecked).length;
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

function isNotRechecked({ why }: Judgement): boolean {
  const reason = reasonData(why);
  return reason?.kind === 'unconfirmed' && reason.since === 'no room';
}

function notes(results: readonly Judgement[]): string[] {
  const skipped = results.filter(({ verdict }) => verdict === 'skipped');
  const bailed = skipped.filter(({ why }) => reasonData(why)?.kind === 'ended').length;
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
  readonly why: string;
  readonly remedy?: string;
  readonly addTo?: ReturnType<typeof placeOfRemedy>;
};

export type Remark = string | { readonly words: string; readonly short: string };

export type HeadlineTerms = VerdictTerms & { readonly remarks?: readonly Remark[] };

/** The longest line of an undetermined verdict; the rest is above it. */
export const widestVerdict = 120;

export const addedAbove = '; what to add is above';

export function headline(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
  terms: HeadlineTerms,
): Headline {
  const { reason = '', names = '', ...word } = wordsOf(verdictOf(results, rules, terms));
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

/** A verdict in words; there may be no room for the names of rules and the reason. */
type Word = Headline & { readonly names?: string; readonly reason?: string };

function wordsOf(run: RunVerdict): Word {
  switch (run.verdict) {
    case 'violates': {
      const { verdict, broken, partial, missing } = run;
      return {
        verdict,
        why: [
          `${rulesOf(broken.length)} broken: ${firstOf(broken)}`,
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
        why: `${run.passed} of ${run.of} selected ${plural('rule', run.of)}`,
      };
    case 'no violation': {
      const suspected = run.suspected === 0 ? '' : `, ${run.suspected} suspected`;
      return { verdict: run.verdict, why: `${rulesOf(run.judged)} judged${suspected}` };
    }
    case 'undetermined':
      return { verdict: run.verdict, ...wordsOfReason(run.reason) };
  }
}

function wordsOfReason(open: OpenReason): Omit<Word, 'verdict'> {
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
        why: `${rulesOf(open.rules.length)} inconclusive`,
        names: `: ${firstOf(open.rules)}`,
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
      return { why: `no rule of ${open.operation} ${open.demand.words}`, ...saidBy(open.by) };
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

const reasonAndRemedy = (why = '', remedy?: Remedy): Pick<Word, 'reason' | 'remedy' | 'addTo'> => ({
  ...(why === '' ? {} : { reason: why }),
  ...(remedy === undefined ? {} : { remedy: remedyWords(remedy), addTo: placeOfRemedy(remedy) }),
});

const passedWords = (passed: number): string => `${rulesOf(passed)} passed`;

const rulesOf = (count: number): string => (count === 1 ? '1 rule' : `${count} rules`);

function firstOf(ids: readonly string[]): string {
  const short = [3, 2].find((most) => ids.slice(0, most).join(', ').length <= longestNames);
  return printNames(ids, short ?? 1);
}

const longestNames = 60;

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
