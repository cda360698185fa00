import { type ChoiceId, choiceOf, choices } from '../../../src/contract/choices/choices.ts';
import type { OperationId } from '../../../src/contract/contract.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { agreed } from '../../core/observed.ts';
import { remedyWords } from '../../core/remedies.ts';
import type { ObservedChoice, Result, Unseen, Verdict, Withheld } from '../../core/verdict.ts';

/** What a target does on one choice, or why that could not be seen; and the exchanges it rests on. */
export type ChoiceObservation = { readonly choice: ChoiceId; readonly exchanges: readonly Exchange[] } & (
  | { readonly answer: string }
  | (Pick<Result, 'verdict' | 'cause' | 'remedy'> & { readonly why: string })
);

/** The result of one observation: a choice on one operation. */
export type OperationObservation = ChoiceObservation & { readonly operation: OperationId };

/** Why nothing could be seen, as it was thrown. */
export const unseenFor = ({ verdict, message, cause, remedy, exchanges }: Withheld) => ({
  verdict,
  why: message,
  ...(cause === undefined ? {} : { cause }),
  ...(remedy === undefined ? {} : { remedy }),
  exchanges,
});

/** From the most to the least pressing reason to have seen nothing. */
const pressing: readonly Verdict[] = ['error', 'inconclusive', 'untested', 'skipped'];

/** The observed option of each choice from the result of its observations: where operations differ, that is what is seen. */
export function choiceObservationsOf(
  operationObservations: readonly OperationObservation[],
): ChoiceObservation[] {
  const order = [...choices.keys()];
  return [...Map.groupBy(operationObservations, ({ choice }) => choice)]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .flatMap(([choice, own]) => choiceObservationOf(choice, own) ?? []);
}

function choiceObservationOf(
  choice: ChoiceId,
  operationObservations: readonly OperationObservation[],
): ChoiceObservation | undefined {
  const seen = operationObservations.flatMap((one) => ('answer' in one ? [one] : []));
  if (seen.length > 0)
    return {
      choice,
      answer: agreed(seen.map(({ operation, answer }) => [operation, answer])),
      exchanges: seen.flatMap(({ exchanges }) => exchanges),
    };
  const [first] = operationObservations
    .flatMap((one) => ('answer' in one ? [] : [one]))
    .sort((one, other) => pressing.indexOf(one.verdict) - pressing.indexOf(other.verdict));
  if (!first) return undefined;
  const { operation: _one, ...choiceObservation } = first;
  return choiceObservation;
}

/** What is reported of the choices that were seen. */
export const seenIn = (choiceObservations: readonly ChoiceObservation[]): ObservedChoice[] =>
  choiceObservations.flatMap((choiceObservation) =>
    'answer' in choiceObservation
      ? [
          {
            id: choiceObservation.choice,
            question: choiceOf(choiceObservation.choice).asks,
            answer: choiceObservation.answer,
          },
        ]
      : [],
  );

/** What is reported of those that were not. */
export const unseenIn = (choiceObservations: readonly ChoiceObservation[]): Unseen[] =>
  choiceObservations.flatMap((choiceObservation) => {
    if ('answer' in choiceObservation) return [];
    const { choice: id, why, remedy } = choiceObservation;
    return [
      {
        id,
        question: choiceOf(id).asks,
        why,
        ...(remedy === undefined ? {} : { remedy: remedyWords(remedy) }),
      },
    ];
  });
