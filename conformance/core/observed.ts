import { type ChoiceId, choiceOf, type OptionOf, optionNamed } from '../../src/contract/choices.ts';
import type { Answered } from './evidence.ts';
import { isAccepted, isRejected, outcomeOf } from './status.ts';

/** What was observed if no option of the choice matches. */
export type Other = `other: ${string}`;

/** The result of an observation: an option of its choice, or something else. */
export type Observed<Id extends ChoiceId> = `${OptionOf<Id>}` | Other;

export const other = (saw: string): Other => `other: ${saw}`;

export const isOther = (answer: string): answer is Other => answer.startsWith('other: ');

/** The option with this value, or something else. */
export function named<Id extends ChoiceId>(id: Id, value: string | number): Observed<Id> {
  const known = optionNamed(choiceOf(id), value);
  return known === undefined ? other(String(value)) : (String(known) as Observed<Id>);
}

/** The word of a choice for an accepted or a rejected request. */
export function outcomeAs<Accepted extends string, Rejected extends string>(
  answer: Answered,
  accepted: Accepted,
  rejected: Rejected,
): Accepted | Rejected | Other {
  if (isAccepted(answer)) return accepted;
  return isRejected(answer) ? rejected : other(outcomeOf(answer));
}

/** One result from several: theirs if they agree, otherwise each with its operation. */
export function agreed<Answer extends string>(
  answers: readonly (readonly [of: string, answer: Answer])[],
): Answer | Other {
  const [first] = answers;
  if (first && answers.every(([, answer]) => answer === first[1])) return first[1];
  return other(answers.map(([of, answer]) => `${answer.replace(/^other: /, '')} for ${of}`).join(', '));
}
