import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import type { Attempt, ReadExchange } from './evidence.ts';
import type { RunExchange, RunRequest } from './exchange.ts';
import type { Remedy } from './remedies.ts';
import type { Scope } from './rule.ts';
import { type Collection, type Target, targetFor } from './target.ts';
import { type Explanation, Withheld } from './verdict.ts';

/** What requests are made of. */
export type ContractAndTarget = { readonly contract: Contract; readonly target: Target };

/** Both as an operation sees them, and what its records are called in sentences. */
export const seenFrom = ({ contract, target }: ContractAndTarget, operation: OperationId) => ({
  contract: focusedOn(contract, operation),
  target: targetFor(target, contract, operation),
  nouns: operationIn(contract, operation).nouns,
});

export type Setting = ContractAndTarget & {
  readonly seed: number;
  readonly draws: number;
  readonly nonce: string;
};

type Present<T> = Exclude<T, undefined | null | false>;

export type Premises = {
  /** Returns a value that must be there for the run to continue; otherwise the result is inconclusive. */
  readonly assume: <T>(value: T, why: Explanation, remedy?: Remedy) => Present<T>;
  /** Returns a value that depends on the target's data; otherwise the result is untested. */
  readonly orUntested: <T>(value: T, why: Explanation, remedy?: Remedy) => Present<T>;
};

/** What sends requests of a run: the contract and target, requests, and values shared by all experiments. */
export type Context = Setting &
  Premises & {
    /** Sends a request; equal reads of a run share one exchange. Throws a `Withheld` if the response says nothing. */
    readonly send: (request: RunRequest) => Promise<ReadExchange>;
    /** Sends a request even if an equal one was sent before. */
    readonly sendAfresh: (request: RunRequest) => Promise<ReadExchange>;
    /** The same two without an exception: what came, whatever it says. */
    readonly exchange: (request: RunRequest) => Promise<RunExchange>;
    readonly exchangeAfresh: (request: RunRequest) => Promise<RunExchange & Pick<ReadExchange, 'page'>>;
    readonly writesLeft: () => number;
    readonly moreWrites: Remedy;
    /** Waits so many milliseconds, or until the run ends. */
    readonly pause: (milliseconds: number) => Promise<void>;
    /** The experiments of a listing share values of their own. */
    readonly shared: <T>(key: string, make: () => T) => T;
    readonly sharedByAll: <T>(key: string, make: () => T) => T;
  };

/** The context of an experiment, which also reports attempts and says what it read only a part of. */
export type ExperimentContext = Context & {
  readonly report: (attempt: Attempt) => void;
  /** Whether an attempt would break a rule. */
  readonly breaks: (attempt: Attempt) => boolean;
  readonly sample: (what: string) => void;
};

type ExperimentDefinition = {
  /** What its cases would show, in a few words: for whoever reads a plan, or what a run had no room for. */
  readonly shows: string;
  /**
   * `first`: on a collection before the others, which share its requests; `early`: beside those, since few requests show
   * much; `last`: after all. By default between.
   */
  readonly when?: 'early' | 'first' | 'last';
} & (
  | { readonly run: (context: ExperimentContext) => Promise<void> }
  | { readonly runFor: (context: ExperimentContext, collection: Collection) => Promise<void> }
);

export type Experiment = ExperimentDefinition & {
  readonly id: string;
  readonly operation: OperationId;
  readonly house?: string;
};

/** Experiments by their names. */
export type ExperimentTable = Readonly<
  Record<
    string,
    ExperimentDefinition | ((operation: OperationId, contract: Contract) => ExperimentDefinition)
  >
>;

export type ExperimentsOfScope = { readonly scope: Scope; readonly table: ExperimentTable };

/** States the experiments of a subject; its file exports them by default. */
export const experiments = (scope: Scope, table: ExperimentTable): ExperimentsOfScope => ({ scope, table });

export const mostShown = 2;

export function createPremises(recent: readonly RunExchange[]): Premises {
  const premise =
    (verdict: 'inconclusive' | 'untested') =>
    <T>(value: T, why: Explanation, remedy?: Remedy): Present<T> => {
      if (value === undefined || value === null || value === false)
        throw new Withheld(verdict, why, remedy, recent.slice(-mostShown));
      return value as Present<T>;
    };
  return { assume: premise('inconclusive'), orUntested: premise('untested') };
}
