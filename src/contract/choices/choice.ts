/** One way to go: a name, or a number that is its own name. */
export type ChoiceOption = string | number;

/** A point on which conforming servers differ, since the specification is silent, as spec/choices.yaml states it. */
export type Choice = {
  /** The question. */
  readonly asks: string;
  /** The clauses it belongs to; empty if no sentence of the specification is related. */
  readonly clauses: readonly string[];
  /** the default first, the opposite second. */
  readonly options: readonly [ChoiceOption, ChoiceOption, ...ChoiceOption[]];
  /** What the names of options do not say. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whole numbers, from and to, that are options too. */
  readonly range?: readonly [from: number, to: number];
  /** Why no observation can tell what a server does: `no, because …`; absent where one can. */
  readonly seen?: string;
  /** Why the stub cannot be told which way to go: `no, because …`; absent where it can. */
  readonly served?: string;
};
