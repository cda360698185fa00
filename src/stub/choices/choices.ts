import type { choiceTable } from '../../../spec/choices.ts';
import {
  type Choice,
  type ChoiceId,
  type ChoiceOption,
  choices,
  type OptionOf,
} from '../../contract/choices/choices.ts';

type Table = typeof choiceTable;

/** The id of a choice that the stub can make; the others its catalog makes. */
export type StubChoiceId = {
  [Id in ChoiceId]: Table[Id] extends { readonly served: string } ? never : Id;
}[ChoiceId];

/** The option that the stub takes for every choice. */
export type Choices = { readonly [Id in StubChoiceId]: OptionOf<Id> };

/** Every choice that the stub can make. */
export const stubChoices = [...choices].filter(([, { served }]) => served === undefined) as [
  StubChoiceId,
  Choice,
][];

const choose = (pick: (choice: Choice) => ChoiceOption | undefined): Choices =>
  Object.fromEntries(stubChoices.map(([id, choice]) => [id, pick(choice)])) as Choices;

/** The default choices. */
export const defaultChoices: Choices = choose(({ options: [usual] }) => usual);

/** Choices that differ from the default ones everywhere. */
export const contraryChoices: Choices = choose(({ options: [, contrary] }) => contrary);

/** Choices picked at random; `pick(n)` returns an index below n. */
export const randomChoices = (pick: (count: number) => number): Choices =>
  choose(({ options }) => options[pick(options.length)]);
