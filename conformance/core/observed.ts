import { type ChoiceId, choiceOf, type OptionOf, optionNamed } from '../../src/contract/choices.ts';
import type { Answered } from './evidence.ts';
import { isAccepted, isRejected, outcomeOf } from './status.ts';

/** What was seen where a server goes none of the ways that a choice names. */
export type Other = `other: ${string}`;

/** What an observation answers: the name of an option of its choice, or what else it saw. */
export type Observed<Id extends ChoiceId> = `${OptionOf<Id>}` | Other;

/** Says what else was seen. */
export const other = (saw: string): Other => `other: ${saw}`;

/** Whether a response is none of the options. */
export const isOther = (answer: string): answer is Other => answer.startsWith('other: ');

/** The option that a value is the name of, or that something else was seen. */
export function named<Id extends ChoiceId>(id: Id, value: string | number): Observed<Id> {
  const known = optionNamed(choiceOf(id), value);
  return known === undefined ? other(String(value)) : (String(known) as Observed<Id>);
}

/** What happened to a request, in the words that a choice has for being accepted and for being rejected. */
export function outcomeAs<Accepted extends string, Rejected extends string>(
  answer: Answered,
  accepted: Accepted,
  rejected: Rejected,
): Accepted | Rejected | Other {
  if (isAccepted(answer)) return accepted;
  return isRejected(answer) ? rejected : other(outcomeOf(answer));
}

/** One response from several: their own where they agree, else each with what it is the response for. */
export function agreed<Answer extends string>(
  answers: readonly (readonly [of: string, answer: Answer])[],
): Answer | Other {
  const [first] = answers;
  if (first && answers.every(([, answer]) => answer === first[1])) return first[1];
  return other(answers.map(([of, answer]) => `${answer.replace(/^other: /, '')} for ${of}`).join(', '));
}
