import { printNames } from '../core/print.ts';
import type { OperationProfile } from '../core/profile.ts';
import { placeOf, remedyWords } from '../core/remedies.ts';
import type { Unavailable } from '../core/unavailable.ts';
import type { Judgement, Verdict } from '../core/verdict.ts';
import { missingCoverage, type RuleShows } from './coverage.ts';
import { type CodeTerms, counts, type SelectedPart } from './exit-code.ts';
import { notes, tallies } from './headline-notes.ts';

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
export const remarkWords = (remark: Remark, isShort = false): string =>
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
export function firstOf(ids: readonly string[]): string {
  const short = [3, 2].find((most) => ids.slice(0, most).join(', ').length <= longestNames);
  return printNames(ids, short ?? 1);
}

/** How many characters several ids may fill. */
const longestNames = 60;

const idsOf = (results: readonly Judgement[]): string[] => results.map(({ rule }) => rule);
