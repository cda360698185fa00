import { type ChoiceId, choiceOf, choices } from '../../../src/contract/choices/choices.ts';
import type { OperationId } from '../../../src/contract/contract.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { agreed } from '../../core/observed.ts';
import type { Sighting, Unseen, Verdict, Withheld } from '../../core/verdict.ts';

/** Which way a target goes on one choice, or why that could not be seen; and the exchanges it rests on. */
export type Sight = { readonly choice: ChoiceId; readonly exchanges: readonly Exchange[] } & (
  | { readonly answer: string }
  | { readonly verdict: Verdict; readonly why: string; readonly remedy?: string }
);

/** What one observation came to: a choice on one operation. */
export type Glimpse = Sight & { readonly operation: OperationId };

/** Why nothing could be seen, as it was thrown. */
export const unseenFor = ({ verdict, message, remedy, exchanges }: Withheld) => ({
  verdict,
  why: message,
  ...(remedy === undefined ? {} : { remedy }),
  exchanges,
});

/** From the most to the least pressing reason to have seen nothing. */
const pressing: readonly Verdict[] = ['error', 'inconclusive', 'untested', 'skipped'];

/** The sight of each choice from what its observations came to: where operations differ, that is what is seen. */
export function sightsOf(glimpses: readonly Glimpse[]): Sight[] {
  const order = [...choices.keys()];
  return [...Map.groupBy(glimpses, ({ choice }) => choice)]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .flatMap(([choice, own]) => sightOf(choice, own) ?? []);
}

function sightOf(choice: ChoiceId, glimpses: readonly Glimpse[]): Sight | undefined {
  const seen = glimpses.flatMap((one) => ('answer' in one ? [one] : []));
  if (seen.length > 0)
    return {
      choice,
      answer: agreed(seen.map(({ operation, answer }) => [operation, answer])),
      exchanges: seen.flatMap(({ exchanges }) => exchanges),
    };
  const [first] = glimpses
    .flatMap((one) => ('answer' in one ? [] : [one]))
    .sort((one, other) => pressing.indexOf(one.verdict) - pressing.indexOf(other.verdict));
  if (!first) return undefined;
  const { operation: _one, ...sight } = first;
  return sight;
}

/** What is reported of the choices that were seen. */
export const seenIn = (sights: readonly Sight[]): Sighting[] =>
  sights.flatMap((sight) =>
    'answer' in sight
      ? [{ id: sight.choice, question: choiceOf(sight.choice).asks, answer: sight.answer }]
      : [],
  );

/** What is reported of those that were not. */
export const unseenIn = (sights: readonly Sight[]): Unseen[] =>
  sights.flatMap((sight) => {
    if ('answer' in sight) return [];
    const { choice: id, why, remedy } = sight;
    return [{ id, question: choiceOf(id).asks, why, ...(remedy === undefined ? {} : { remedy }) }];
  });
