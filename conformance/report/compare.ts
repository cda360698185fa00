import { keyOfId } from '../../src/contract/record.ts';
import { printNames } from '../../src/print.ts';
import { choiceRuleId, isOther } from '../core/observation.ts';
import type { ObservedChoice, Unseen } from '../core/verdict.ts';
import type { ReadReport } from './read-report.ts';
import type { Finding } from './report.ts';
import { type Standing, standingOf } from './standing.ts';
import { contractWords } from './words.ts';

const most = 3;

/** What runs that are to be compared have in common: its name, and how it is read from a report. */
const comparedWords: readonly (readonly [string, (report: ReadReport) => string])[] = [
  ['contract', ({ contract }) => contractWords(contract)],
  ['checked', ({ referenceStub }) => (referenceStub ? 'the stub' : 'a server')],
  ['judged', ({ recorded }) => (recorded ? 'recorded traffic' : 'a check')],
  ['seed', ({ seed }) => String(seed)],
  ['a broken should', ({ strict }) => (strict ? 'counts' : 'is a warning')],
];

const lists: readonly (readonly [string, (report: ReadReport) => readonly string[]])[] = [
  ['constraints amended by Overlays', ({ amended = [] }) => amended],
  [
    'collections',
    ({ collections }) =>
      collections.map(({ list, at }) =>
        [list, ...Object.values(at).map((value) => keyOfId(String(value)))].join('/'),
      ),
  ],
  ['--only', ({ selection }) => selection?.only ?? []],
  ['--skip', ({ selection }) => selection?.skip ?? []],
  ['--require', ({ required = [] }) => required],
];

/** In what two runs were not alike, a line each: what they show may differ for that reason. */
function unlike(before: ReadReport, after: ReadReport): string[] {
  return [
    ...comparedWords.flatMap(([name, read]) => {
      const [one, other] = [read(before), read(after)];
      return one === other ? [] : [`${name}: ${one} before, ${other} after`];
    }),
    ...lists.flatMap(([name, read]) => {
      const [one, other] = [read(before), read(after)];
      const parts = [...only(one, other, 'before'), ...only(other, one, 'after')];
      return parts.length === 0 ? [] : [`${name}: ${parts.join(', ')}`];
    }),
  ];
}

function only(list: readonly string[], other: readonly string[], when: 'before' | 'after'): string[] {
  const own = [...new Set(list)].filter((one) => !other.includes(one)).sort();
  return own.length === 0 ? [] : [`${printNames(own, most)} only ${when}`];
}

export type RuleChange =
  | 'began to fail'
  /** It fails, and could be judged only now, since what kept it from being judged was fixed. */
  | 'uncovered'
  | 'began to warn'
  | 'fixed'
  | 'lost its verdict'
  | 'gained a verdict'
  | 'open for another reason'
  | 'new'
  | 'gone';

export type ChangedRule = Finding & {
  readonly change: RuleChange;
  readonly before: Standing | undefined;
  readonly after: Standing | undefined;
};

export type ChoiceChange =
  | 'changed'
  /** A rule of its operation was fixed, or any rule if what was observed before is no option of it: the fault may have been seen. */
  | 'changed with a fix'
  /** The target file pins what is done now, or the change was accepted. */
  | 'changed as accepted'
  | 'no longer observed'
  | 'newly observed'
  | 'new'
  | 'gone';

type ChangedChoice = Pick<ObservedChoice, 'id' | 'question'> & {
  readonly change: ChoiceChange;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

export type Comparison = {
  /** Whether a rule began to fail or a choice changed, neither with a fix nor as accepted. */
  readonly regressed: boolean;
  /** Whether the later run could not judge a `must` rule that passed before: no response came, or the run is undetermined. */
  readonly undetermined: boolean;
  readonly before: ReadReport;
  readonly after: ReadReport;
  readonly unlike: readonly string[];
  readonly rules: readonly ChangedRule[];
  readonly choices: readonly ChangedChoice[];
};

/** Compares a report with an earlier one. With `acceptChoices`, a choice may change. */
export function compareReports(
  before: ReadReport,
  after: ReadReport,
  { acceptChoices = false }: { readonly acceptChoices?: boolean } = {},
): Comparison {
  const changed = paired(findingsOf(before), findingsOf(after), ruleChange);
  const fixed = new Set(changed.filter(isMended).map(({ clause }) => operationOfClause(clause)));
  const findings = findingsOf(before);
  const rules = changed.map((one): ChangedRule => {
    const isUncovered =
      one.change === 'began to fail' &&
      notJudged.some((standing) => standing === one.before) &&
      (fixed.has(operationOfClause(one.clause)) || isUnimplemented(operationOfClause(one.clause), findings));
    return isUncovered ? { ...one, change: 'uncovered' } : one;
  });
  const observed = [...after.observations, ...before.observations];
  const clausesOf = ({ id }: ChangedChoice): readonly string[] =>
    observed.find((one) => one.id === id)?.clauses ?? [];
  const pinned = new Set(after.results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule));
  const choices = paired(choicesIn(before), choicesIn(after), choiceChange).map((one): ChangedChoice => {
    if (one.change !== 'changed') return one;
    if (acceptChoices || pinned.has(choiceRuleId(one.id))) return { ...one, change: 'changed as accepted' };
    const isFixed =
      clausesOf(one).some((clause) => fixed.has(operationOfClause(clause))) ||
      (fixed.size > 0 && isOther(one.before ?? ''));
    return isFixed ? { ...one, change: 'changed with a fix' } : one;
  });
  return {
    regressed: [...rules, ...choices].some(
      ({ change }) => change === 'began to fail' || change === 'changed',
    ),
    undetermined: rules.some((rule) => isUndetermined(rule, after)),
    before,
    after,
    unlike: unlike(before, after),
    rules,
    choices,
  };
}

const broughtNothing: readonly (Standing | undefined)[] = ['inconclusive', 'error'];

/** Whether a rule passed before, and for all that is known may be broken now. */
const isUndetermined = ({ level, before, after }: ChangedRule, { headline }: ReadReport): boolean =>
  level === 'must' &&
  before === 'pass' &&
  (broughtNothing.includes(after) ||
    (after !== 'warning' && after !== 'waived' && headline.verdict === 'undetermined'));

/** Whether a rule was broken and no longer is, because it passes or because what broke it is gone. */
const isMended = ({ before, after }: ChangedRule): boolean =>
  before !== undefined && brokenBefore.includes(before) && (after === 'pass' || after === 'untested');

const notJudged: readonly Standing[] = ['untested', 'inconclusive', 'skipped'];

/** The operation of a clause: what its id begins with. */
const operationOfClause = (clause: string): string => clause.split('/')[0] ?? '';

/** Whether no rule of an operation was judged, as where the server did not serve it. */
const isUnimplemented = (operation: string, findings: ReadonlyMap<string, Finding>): boolean =>
  [...findings.values()]
    .filter(({ clause }) => operationOfClause(clause) === operation)
    .every((finding) => notJudged.some((standing) => standing === standingOf(finding)));

/** What was found, by rule: a broken rule that was not selected is known to be broken all the same. */
const findingsOf = ({ results, alsoSeen = [] }: ReadReport): Map<string, Finding> =>
  new Map([...alsoSeen, ...results].map((finding) => [finding.rule, finding]));

const choicesIn = ({ observations, unseen = [] }: ReadReport): Map<string, ObservedChoice | Unseen> =>
  new Map([...observations, ...unseen].map((one) => [one.id, one]));

/** What changed from one list to the next, those that are only in the first last. */
function paired<T, Changed>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  change: (one: T | undefined, other: T | undefined) => Changed | undefined,
): Changed[] {
  const ids = new Set([...after.keys(), ...before.keys()]);
  return [...ids].flatMap((id) => change(before.get(id), after.get(id)) ?? []);
}

const judged: readonly Standing[] = ['pass', 'fail', 'warning'];

function ruleChange(one: Finding | undefined, other: Finding | undefined): ChangedRule | undefined {
  const [before, after] = [one && standingOf(one), other && standingOf(other)];
  // A fixed rule is shown as it was before, any other as it is now.
  const finding = after === 'pass' ? (one ?? other) : (other ?? one);
  if (!finding || before === after) return undefined;
  return { ...finding, change: kindOfChange(before, after), before, after };
}

function kindOfChange(before: Standing | undefined, after: Standing | undefined): RuleChange {
  if (after === 'fail') return 'began to fail';
  if (before === undefined) return 'new';
  if (after === undefined) return 'gone';
  if (after === 'warning') return 'began to warn';
  if (after === 'pass') return brokenBefore.includes(before) ? 'fixed' : 'gained a verdict';
  return judged.includes(before) ? 'lost its verdict' : 'open for another reason';
}

const brokenBefore: readonly Standing[] = ['fail', 'warning', 'waived'];

function choiceChange(
  one: ObservedChoice | Unseen | undefined,
  other: ObservedChoice | Unseen | undefined,
): ChangedChoice | undefined {
  const choice = other ?? one;
  const [isKnown, isSeen] = [one && 'option' in one, other && 'option' in other];
  const [before, after] = [one && observedWords(one), other && observedWords(other)];
  // The reason why nothing was observed is not an observation.
  if (!choice || before === after || (isKnown === false && isSeen === false)) return undefined;
  return { id: choice.id, question: choice.question, change: kindOfChoice(isKnown, isSeen), before, after };
}

const observedWords = (one: ObservedChoice | Unseen): string =>
  'option' in one ? one.option : `not observed: ${one.why}`;

function kindOfChoice(isKnown: boolean | undefined, isSeen: boolean | undefined): ChoiceChange {
  if (isKnown === undefined) return 'new';
  if (isSeen === undefined) return 'gone';
  if (isKnown && isSeen) return 'changed';
  return isSeen ? 'newly observed' : 'no longer observed';
}
