import type { Alternative, Choice } from '../../contract/choices/choice.ts';
import type { AlternativeOf, ChoiceId } from '../../contract/choices/choices.ts';
import { choiceTable } from '../../contract/choices/table.ts';

type Table = typeof choiceTable;

/** The id of a choice that the stub can make; the others its catalog makes. */
export type StubChoiceId = {
  [Id in ChoiceId]: Table[Id] extends { readonly served: string } ? never : Id;
}[ChoiceId];

/** The alternative that the stub takes for every choice. */
export type Choices = { readonly [Id in StubChoiceId]: AlternativeOf<Id> };

/** Every choice that the stub can make. */
export const stubChoices = Object.entries<Choice>(choiceTable).filter(
  ([, { served }]) => served === undefined,
) as [StubChoiceId, Choice][];

const choose = (pick: (choice: Choice) => Alternative | undefined): Choices =>
  Object.fromEntries(stubChoices.map(([id, choice]) => [id, pick(choice)])) as Choices;

/** The usual choices. */
export const usualChoices: Choices = choose(({ alternatives: [usual] }) => usual);

/** Choices that differ from the usual ones everywhere. */
export const contraryChoices: Choices = choose(({ alternatives: [, contrary] }) => contrary);

/** Choices picked at random; `pick(n)` returns an index below n. */
export const randomChoices = (pick: (count: number) => number): Choices =>
  choose(({ alternatives }) => alternatives[pick(alternatives.length)]);
