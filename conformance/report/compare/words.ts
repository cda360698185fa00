import { counted } from '../text/words.ts';
import type { ChangedClause, ChangedRule, ChoiceChange, Comparison, RuleChange } from './compare.ts';

/** What is said first where two runs were not alike. */
export const unlikeTitle = 'the two runs were not alike, which may be why they differ';

/** What happened to rules, and of choices, apart from what is shown in full: the most pressing first. */
export const quieter = {
  rules: ['uncovered', 'lost its verdict', 'open for another reason', 'gained a verdict', 'new', 'gone'],
  choices: [
    'changed with a fix',
    'changed as accepted',
    'no longer observed',
    'newly observed',
    'new',
    'gone',
  ],
  clauses: ['changed', 'new', 'gone'],
} as const satisfies {
  readonly rules: readonly RuleChange[];
  readonly choices: readonly ChoiceChange[];
  readonly clauses: readonly ChangedClause['change'][];
};

/** A number of rules, choices or clauses with what happened to them, such as `2 rules lost their verdict`. */
export function became(count: number, noun: string, change: RuleChange | ChoiceChange): string {
  const isOne = count === 1;
  const words = {
    fixed: isOne ? 'was fixed' : 'were fixed',
    uncovered: isOne ? 'fails that could not be judged before' : 'fail that could not be judged before',
    new: isOne ? 'is new' : 'are new',
    gone: isOne ? 'is gone' : 'are gone',
    'open for another reason': `${isOne ? 'is' : 'are'} open for another reason`,
  };
  const own = Object.hasOwn(words, change) ? words[change as keyof typeof words] : change;
  return `${counted(count, noun)} ${isOne ? own : own.replace(' its ', ' their ')}`;
}

/** How a rule was before, and how it is after. */
export const standsNow = ({ before, after }: ChangedRule): string =>
  `${before ?? 'not there'} → ${after ?? 'not there'}`;

/** What the comparison comes to, in one line. */
export function outcome({ regressed, undetermined, rules, choices, clauses }: Comparison): {
  readonly word: string;
  readonly why: string;
} {
  const tallies = [
    ...tallied('rule', rules, ['began to fail', 'began to warn', 'fixed', ...quieter.rules]),
    ...tallied('choice', choices, ['changed', ...quieter.choices]),
    ...tallied('clause', clauses, quieter.clauses),
  ];
  return {
    word: regressed ? 'regressed' : undetermined ? 'undetermined' : 'no regression',
    why: tallies.length === 0 ? 'nothing changed' : tallies.join(', '),
  };
}

const tallied = <Change extends RuleChange | ChoiceChange>(
  noun: string,
  all: readonly { readonly change: Change }[],
  changes: readonly Change[],
): string[] => byChange(noun, all, changes).map(({ title }) => title);

/** Rules, choices or clauses by what happened to them, each group with its title; groups without any are left out. */
export function byChange<T extends { readonly change: RuleChange | ChoiceChange }>(
  noun: string,
  all: readonly T[],
  changes: readonly T['change'][],
): { readonly title: string; readonly own: readonly T[] }[] {
  return changes.flatMap((change) => {
    const own = all.filter((one) => one.change === change);
    return own.length === 0 ? [] : [{ title: became(own.length, noun, change), own }];
  });
}

/** The ids of rules by how they are now, and why. */
export const byCause = (
  rules: readonly ChangedRule[],
): (readonly [cause: string, ids: readonly string[]])[] =>
  [...Map.groupBy(rules, (rule) => `${standsNow(rule)}${rule.why ? `: ${rule.why}` : ''}`)].map(
    ([cause, own]) => [cause, own.map(({ rule }) => rule)],
  );
