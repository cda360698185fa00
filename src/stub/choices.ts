import type { Choice } from './choice.ts';
import { readings } from './readings.ts';
import { silences } from './silences.ts';

/** Every choice of the stub, with the clause it belongs to and its alternatives. */
export const choiceTable = { ...silences, ...readings } as const satisfies Record<string, Choice>;

/** The name of a choice. */
export type ChoiceId = keyof typeof choiceTable;

/** What the stub does at every point where it can go either way. */
export type Choices = { readonly [Id in ChoiceId]: (typeof choiceTable)[Id]['alternatives'][number] };

const choose = (pick: (choice: Choice) => number): Choices =>
  Object.fromEntries(
    Object.entries<Choice>(choiceTable).map(([id, choice]) => [id, choice.alternatives[pick(choice)]]),
  ) as Choices;

/** Strict and literal: every `must` and every `should` is kept. */
export const usualChoices: Choices = choose(() => 0);

/** Honest, and unlike the usual choices wherever the document is silent. */
export const contraryChoices: Choices = choose(({ kind }) => (kind === 'silence' ? 1 : 0));

/** Honest, and picked at random wherever the document is silent; `pick(n)` gives a position below n. */
export const randomChoices = (pick: (count: number) => number): Choices =>
  choose(({ kind, alternatives }) => (kind === 'silence' ? pick(alternatives.length) : 0));
