import type { Choice } from './choice.ts';
import { readings } from './readings.ts';
import { silences } from './silences.ts';

/** Every choice of the stub, with its clauses and alternatives. */
export const choiceTable = { ...silences, ...readings } as const satisfies Record<string, Choice>;

/** The id of a choice. */
export type ChoiceId = keyof typeof choiceTable;

/** The alternative that the stub takes for every choice. */
export type Choices = { readonly [Id in ChoiceId]: (typeof choiceTable)[Id]['alternatives'][number] };

const choose = (pick: (choice: Choice) => number): Choices =>
  Object.fromEntries(
    Object.entries<Choice>(choiceTable).map(([id, choice]) => [id, choice.alternatives[pick(choice)]]),
  ) as Choices;

/** The strict choices: every `must` and every `should` is met. */
export const usualChoices: Choices = choose(() => 0);

/** Conforming choices that differ from the usual ones wherever the document is silent. */
export const contraryChoices: Choices = choose(({ kind }) => (kind === 'silence' ? 1 : 0));

/** Conforming choices, picked at random wherever the document is silent; `pick(n)` returns an index below n. */
export const randomChoices = (pick: (count: number) => number): Choices =>
  choose(({ kind, alternatives }) => (kind === 'silence' ? pick(alternatives.length) : 0));
