import type { Exchange, Mutant } from '../../src/http/exchange.ts';
import type { Choices } from '../../src/stub/choices.ts';
import type { FaultEffect } from '../../src/stub/faults.ts';
import type { RecordChange } from '../stub-target/sample-data.ts';

export type StubChange = {
  readonly choices?: Partial<Choices>;
  readonly prefix?: string;
  /** How far its clock is ahead, in milliseconds. */
  readonly ahead?: number;
  /** Changes what is listed; `exchanges` are those of the baseline. */
  readonly records?: (exchanges: readonly Exchange[]) => RecordChange;
  readonly middleware?: Mutant;
  /** Happens once on each operation. */
  readonly fault?: FaultEffect;
};

export type Option = {
  readonly name: string;
  readonly words: string;
  readonly served: StubChange;
};

/** What conforming servers do in several ways: a choice of the stub, or a question that no choice asks. */
export type ClientQuestion = {
  readonly id: string;
  readonly asks: string;
  /** `resilience`: what conforming servers do at bad times, what a `should` advises against, or what is permitted and nobody builds for. */
  readonly part: 'choice' | 'resilience';
  readonly usual: string;
  readonly others: readonly Option[];
  /** The option of a name that is not among the others, such as a number within a range. */
  readonly named?: (name: string) => Option | undefined;
};

export const option = (name: string, words: string, served: StubChange): Option => ({ name, words, served });

export const question = (
  id: string,
  asks: string,
  usual: string,
  ...others: readonly Option[]
): ClientQuestion => ({
  id,
  asks,
  part: 'choice',
  usual,
  others,
});
