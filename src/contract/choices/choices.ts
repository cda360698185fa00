import { choiceTable } from '../../../spec/choices.ts';
import { oneOf } from '../../one-of.ts';

type Table = typeof choiceTable;

/** One option of a choice: a name, or a number that is its own name. */
export type ChoiceOption = string | number;

/** A point on which conforming servers differ, since the specification is silent, as spec/choices.ts states it. */
export type Choice = {
  /** The question. */
  readonly asks: string;
  /** The clauses it belongs to; empty if no sentence of the specification is related. */
  readonly clauses: readonly string[];
  /** The default first, the opposite second. */
  readonly options: readonly [ChoiceOption, ChoiceOption, ...ChoiceOption[]];
  /** What the names of options do not say. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whole numbers, from and to, that are options too. */
  readonly range?: readonly [from: number, to: number];
  /** Why no observation can tell what a server does: `no, because …`; absent where one can. */
  readonly seen?: string;
  /** Why the stub cannot be told which option to take: `no, because …`; absent where it can. */
  readonly served?: string;
};

/** The id of a choice. */
export type ChoiceId = keyof Table;

/** An option of a choice. */
export type OptionOf<Id extends ChoiceId> =
  | Table[Id]['options'][number]
  | (Table[Id] extends { readonly range: unknown } ? number : never);

/** Every choice by its id, in the order of spec/choices.ts. */
export const choices: ReadonlyMap<string, Choice> = new Map(Object.entries<Choice>(choiceTable));

/** A choice that is there. */
export const choiceOf = (id: ChoiceId): Choice => choiceTable[id];

/** Whether an id is that of a choice. */
export const isChoice = (id: string): id is ChoiceId => choices.has(id);

/** The option that a name or a number stands for, however it is written; undefined if there is none. */
export function optionNamed(
  { options, range: [from, to] = [1, 0] }: Choice,
  name: unknown,
): ChoiceOption | undefined {
  const known = options.find((one) => String(one) === String(name));
  if (known !== undefined) return known;
  const number = /^\d{1,9}$/.test(String(name)) ? Number(name) : Number.NaN;
  return number >= from && number <= to ? number : undefined;
}

/** The options of a choice in words: `422, 400 or 409`. */
export const optionsIn = ({ options, range }: Choice): string =>
  oneOf([...options.map(String), ...(range ? [`any number from ${range[0]} to ${range[1]}`] : [])]);
