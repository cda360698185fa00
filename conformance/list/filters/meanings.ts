import type { Meaning } from '../../../src/contract/list-filters.ts';

/** How filters with an operator are written, and what they find. */
type JudgedMeaning = {
  /** The values that the text after the first comma asks for; undefined if it has another form. */
  readonly read: (argument: string) => readonly string[] | undefined;
  /** The text after the first comma of a filter that finds a product with a value. */
  readonly write: (value: string) => string;
  /** Whether a filter for a value, as `read` returns it, finds what a product shows; by default, if they are equal. */
  readonly finds?: (shown: string, value: string) => boolean;
};

const asGiven = (value: string): string => value;

export const meanings: Readonly<Record<Meaning, JudgedMeaning>> = {
  eq: { read: (argument) => [argument], write: asGiven },
  in: { read: (argument) => argument.split(','), write: asGiven },
};
