import { printNames } from '../core/print.ts';
import type { OperationProfile } from '../core/profile.ts';
import { placeOf, remedyWords } from '../core/remedies.ts';
import type { Rule } from '../core/rule.ts';
import type { Unavailable } from '../core/unavailable.ts';
import type { Judgement, Verdict } from '../core/verdict.ts';

/** How a process ends. */
export type ExitCode = 0 | 1 | 2 | 3;

/** What decides which results count. */
export type CountingTerms = {
  /** Whether a broken `should` counts. */
  readonly strict: boolean;
  /** Ids of rules that have to pass. */
  readonly required?: ReadonlySet<string> | readonly string[];
};

/** A part of the rules: each that is named has to be judged, while a pattern selects what can be. */
export type SelectedPart = { readonly named: ReadonlySet<string> };

/** What the end of the process depends on, apart from the results. */
type CodeTerms = CountingTerms & {
  /** Where only some of the rules were selected: which of them were named one by one. */
  readonly selected?: SelectedPart | false;
  /** Whether nothing was sent, and exchanges were judged that exist already. */
  readonly isRecorded?: boolean;
};

/** Whether a result can turn the verdict, or the end of the process: a `should` alone does not, nor does what is waived. */
export const counts = (
  { level, rule, waived }: Pick<Judgement, 'level' | 'rule' | 'waived'>,
  { strict, required = [] }: CountingTerms,
): boolean => !waived && (level === 'must' || strict || [...required].includes(rule));

/** Whether a failure is only a warning: no waiver is needed for it. */
export const isWarning = (result: Judgement, terms: CountingTerms): boolean =>
  result.verdict === 'fail' && !counts({ level: result.level, rule: result.rule }, terms);

/** Exit codes, the most urgent first. */
const urgency: readonly ExitCode[] = [2, 1, 3, 0];

/** What one result asks for, of whatever source: 2 for a mistake of ours, 1 if it is broken, 3 if it is open and may not be. */
export function codeOf(result: Judgement, terms: CodeTerms): ExitCode {
  const { verdict, rule } = result;
  if (verdict === 'error') return 2;
  if (verdict === 'pass' || !counts(result, terms)) return 0;
  if (verdict === 'fail') return 1;
  const isNamed = terms.selected ? terms.selected.named.has(rule) : false;
  const mayBeOpen = terms.isRecorded || verdict !== 'inconclusive';
  return mayBeOpen && !isNamed && ![...(terms.required ?? [])].includes(rule) ? 0 : 3;
}

/**
 * How the process ends, by what each result asks for, by the verdict on the interface, which may be undetermined for
 * other reasons, and by whether a waiver is stale.
 */
export function exitCode(
  results: readonly Judgement[],
  { verdict }: { readonly verdict: string },
  terms: CodeTerms,
  isAnyStale = false,
): ExitCode {
  const codes = new Set(results.map((result) => codeOf(result, terms)));
  if (isAnyStale) codes.add(1);
  if (verdict === 'undetermined') codes.add(3);
  return urgency.find((code) => codes.has(code)) ?? 0;
}

/** A rule, and what a pass of it shows. */
export type RuleShows = Pick<Rule, 'id' | 'shows'>;

/** What is missing, and the result that shows it best. */
type Missing = { readonly why: string; readonly cause?: Judgement };

/** What a run lacks to have earned its verdict, if anything (READINGS 32): an empty shop proves nothing. */
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
      // What a line of the target file would help first is often that anything is accepted at all.
      const cause =
        [...able, ...judged].find(({ remedy, verdict }) => remedy && verdict !== 'pass') ?? able[0];
      return { why: `no rule of ${id} ${demand.words}`, ...(cause ? { cause } : {}) };
    }
  }
  return results.some(({ verdict }) => verdict === 'pass') ? undefined : { why: 'no rule passed' };
}

/** Which part of the rules of an operation may be stopped by what happens in a run: one in ten. */
const mostStopped = 10;

/** Says that too many rules could not be judged for a reason that lies in this run, such as a limit or a quota. */
function tooManyStopped(id: string, judged: readonly Judgement[]): Missing | undefined {
  const stopped = judged.filter(
    ({ verdict, stoppedAt }) => verdict === 'untested' && stoppedAt !== undefined,
  );
  const [first] = stopped;
  if (!first || stopped.length * mostStopped <= judged.length) return undefined;
  const count = `${stopped.length} of ${judged.length} must rules of ${id}`;
  // That a request was not accepted names it already.
  const why = first.cause?.kind === 'not accepted' ? first.why : `${first.stoppedAt}: ${first.why}`;
  return { why: `${count} not judged`, cause: { ...first, ...(why === undefined ? {} : { why }) } };
}

/** What a waived finding keeps from being seen was looked for, and the operator lets it fail. */
const isExcused = ({ verdict, waived, because }: Judgement): boolean =>
  waived !== undefined && (verdict === 'fail' || because !== undefined);

/** What is counted in the last line, in words; nothing of what there is none of. */
type Tallies = Readonly<Record<'untested' | 'warnings' | 'intermittent' | 'unchecked', readonly string[]>>;

/** Counts what was untested, warnings, what was intermittent, and what was not rechecked. */
function tallies(
  results: readonly Judgement[],
  {
    strict,
    required,
    selected,
  }: { readonly strict: boolean; readonly required: ReadonlySet<string>; readonly selected?: object | false },
): Tallies {
  // What counts in the verdict is told by it.
  const others = results.filter((result) => !result.waived && !counts(result, { strict, required }));
  const warnings = others.filter(({ verdict }) => verdict === 'fail').length;
  const open = others.filter(
    ({ verdict, cause }) => verdict === 'inconclusive' && cause?.kind === 'not rechecked',
  ).length;
  const once = results.reduce((sum, { intermittent = [] }) => sum + intermittent.length, 0);
  // Of a part of the rules, how many passed is said of how many.
  const untested = selected ? 0 : results.filter(({ verdict }) => verdict === 'untested').length;
  const told = (count: number, words: string): string[] => (count > 0 ? [`${count} ${words}`] : []);
  return {
    untested: told(untested, 'untested'),
    warnings: told(warnings, plural('warning', warnings)),
    intermittent: told(once, 'intermittent'),
    unchecked: told(open, 'not rechecked'),
  };
}

/** What else a reader of the headline has to know: which rules did not run, and which may fail. */
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
 * The word over a run: `passes` is said of a part of the rules, which alone never conforms, and `no violation` of
 * exchanges that somebody else sent, which never show all.
 */
export type Headline = {
  readonly verdict: 'conforms' | 'passes' | 'no violation' | 'violates' | 'undetermined';
  /** One sentence that says why, or how much was seen. */
  readonly why: string;
  /** What could be added, where that is why. */
  readonly remedy?: string;
  /** Where that is to be added. */
  readonly addTo?: ReturnType<typeof placeOf>;
};

/** What is said beside the word; `short` is said instead where there is little room. */
export type Remark = string | { readonly words: string; readonly short: string };

/** What the headline depends on, apart from the results. */
export type HeadlineTerms = CodeTerms & {
  readonly required: ReadonlySet<string>;
  /** Why these are not all results there would be; without all of them nothing conforms. */
  readonly partial?: string;
  /** What else is to be said beside the word. */
  readonly remarks?: readonly Remark[];
  readonly profiles: readonly OperationProfile[];
  /** Operations and nodes that could not be judged. */
  readonly unavailable?: readonly Unavailable[];
};

/** How long the line of a verdict is at the most that is undetermined; what does not fit is above it. */
export const widestVerdict = 120;

/** Is said instead of a line of the target file for which there is no room. */
export const addedAbove = '; what to add is above';

/** Draws the results together (READINGS 32). Pure: no percentage, no weights. */
export function headline(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
  terms: HeadlineTerms,
): Headline {
  const { reason = '', names = '', ...word } = wordOver(results, rules, terms);
  const isGreen = ['conforms', 'passes', 'no violation'].includes(word.verdict);
  const isOpen = word.verdict === 'undetermined';
  const remarks = (terms.remarks ?? []).map((one) => remarkWords(one, isOpen));
  const beside = [...notes(results), ...remarks];
  const { untested, warnings, ...others } = tallies(results, terms);
  const due = Object.values(others).flat();
  const all = [...untested, ...warnings, ...due];
  const whole = (why: string, counted: readonly string[]): string =>
    [[why, ...counted].join(isGreen ? ', ' : '; '), ...beside].join('; ');
  if (!isOpen) return { ...word, why: whole(word.why, all) };
  const room = widestVerdict - `${word.verdict} — ${whole('', due)}`.length;
  const named = explained(word.why + names, reason, room, word.remedy !== undefined);
  const why = named.isTold ? named.why : explained(word.why, reason, room, word.remedy !== undefined).why;
  const isRoomy = [why, ...untested, ...warnings].join('; ').length <= room;
  return { ...word, why: whole(why, isRoomy ? all : due) };
}

/** A remark as it is said, in short if there is little room. */
const remarkWords = (remark: Remark, isShort = false): string =>
  typeof remark === 'string' ? remark : isShort ? remark.short : remark.words;

/** Why a run is undetermined, and the reason as far as there is room; what to do about it may take some of that. */
function explained(
  why: string,
  reason: string,
  room: number,
  isAdvised: boolean,
): { readonly why: string; readonly isTold: boolean } {
  const left = room - `${why} ()`.length;
  const told = isAdvised ? fitting(reason, left - addedAbove.length) : '';
  const whole = told === '' ? fitting(reason, left) : told;
  return whole === ''
    ? { why: fitting(why, room) || why, isTold: reason === '' && why.length <= room }
    : { why: `${why} (${whole})`, isTold: whole === reason || whole.length >= statusTold };
}

/** As much of a text as there is room for, up to a whole word if that says enough; nothing if it says too little. */
function fitting(text: string, room: number): string {
  if (text.length <= room) return text;
  const part = text.slice(0, Math.max(0, room - 1));
  const words = part.replace(/\s+\S*$/, '');
  if (part.length < leastTold) return '';
  return `${words.length < leastTold ? part : words}…`;
}

/** The least of a reason that is worth its place, in characters: a method and a path. */
const leastTold = 24;

/** How much of a reason also tells the status that was returned; before it, there is no room for names of rules. */
const statusTold = 44;

/** A word over a run, the rules that it is about, and the reason; both are told as far as there is room. */
type Word = Headline & { readonly names?: string; readonly reason?: string };

function wordOver(results: readonly Judgement[], rules: readonly RuleShows[], terms: HeadlineTerms): Word {
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
    return undetermined(`${partial}: ${held(results)} so far`, remedy === undefined ? {} : { remedy });
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
  const short = counting.find(({ rule, verdict }) => terms.required.has(rule) && verdict !== 'pass');
  if (short) return undetermined(`${short.rule} is required, but was ${wordOf(short.verdict)}`, short);
  if (terms.selected) return passes(results, counting, terms.selected);
  const lack = missingCoverage(results, rules, terms.profiles);
  if (lack) return undetermined(lack.why, lack.cause);
  return { verdict: 'conforms', why: held(results) };
}

/** How many operations were judged, where that is not all of them, and what the others returned. */
function notJudged(results: readonly Judgement[], { unavailable = [] }: HeadlineTerms): string[] {
  const missing = unavailable.filter((one) => one.node !== undefined || !isJudged(one.operation, results));
  return missing.length === 0 ? [] : judgedOf(results, missing);
}

/** Whether a rule of an operation was judged all the same, such as one that lists nodes of its own. */
const isJudged = (operation: Judgement['operation'], results: readonly Judgement[]): boolean =>
  results.some((one) => one.operation === operation && ['pass', 'fail'].includes(one.verdict));

/** How many of the operations, or that not all nodes, were judged; then what the others returned. */
function judgedOf(results: readonly Judgement[], unavailable: readonly Unavailable[]): string[] {
  const operations = new Set(results.map(({ operation }) => operation));
  const missing = unavailable.filter(
    ({ node, operation }) => node === undefined && operations.has(operation),
  );
  if (missing.length === 0) return ['not every node was judged', ...unavailable.map(nodeWords)];
  const judged = [...operations].filter((operation) => isJudged(operation, results));
  return [`${judged.length} of ${operations.size} operations judged`, ...missing.map(({ saw }) => saw)];
}

/** What was returned for a node; its path is long, and its id is enough. */
const nodeWords = ({ node = '', returned }: Unavailable): string => `node ${node.split('/')[1]}: ${returned}`;

/** Recorded exchanges are judged as far as they go, and prove nothing beyond that. */
function recorded(results: readonly Judgement[], counting: readonly Judgement[], terms: HeadlineTerms): Word {
  const short = counting.find(({ rule, verdict }) => terms.required.has(rule) && verdict !== 'pass');
  if (short) return undetermined(`${short.rule} is required, but was ${wordOf(short.verdict)}`, short);
  const seen = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length;
  if (seen === 0) return undetermined('no response contained a field or a case that a rule checks');
  const open = counting.filter(({ verdict }) => verdict === 'inconclusive').length;
  const suspected = open === 0 ? '' : `, ${open} suspected`;
  return {
    verdict: 'no violation',
    why: `${rulesOf(seen)} judged${suspected}`,
  };
}

/** A part of the rules passes where each `must` that is named was judged, and any other of a pattern. */
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
  if (unjudged) return undetermined(`${unjudged.rule} was ${wordOf(unjudged.verdict)}`, unjudged);
  if (passed === 0) return undetermined('no rule passed', results[0]);
  return {
    verdict: 'passes',
    why: `${passed} of ${results.length} selected ${results.length === 1 ? 'rule' : 'rules'}`,
  };
}

const held = (results: readonly Judgement[]): string =>
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

/** A verdict in the words of a report. */
const wordOf = (verdict: Verdict): string => (verdict === 'untested' ? 'untested' : verdict);

const rulesOf = (count: number): string => (count === 1 ? '1 rule' : `${count} rules`);

/** The first of some ids, at most three and not too long, and how many more there are. */
function firstOf(ids: readonly string[]): string {
  const short = [3, 2].find((most) => ids.slice(0, most).join(', ').length <= longestNames);
  return printNames(ids, short ?? 1);
}

/** How many characters several ids may fill. */
const longestNames = 60;

const idsOf = (results: readonly Judgement[]): string[] => results.map(({ rule }) => rule);

/** Says beside the verdict on the interface how the results of another source ended. */
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

/** The word over a run in which nothing was asked of the interface, from the results of other sources, called by these titles. */
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
