import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Call, Exchange } from '../../src/http/exchange.ts';
import type { Answer, Attempt } from './evidence.ts';
import type { Remedy } from './remedies.ts';
import type { Scope } from './rule.ts';
import type { NodeTarget, Target } from './target.ts';

/** What is settled for a whole run. */
export type Setting = {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  /** How many draws are made where values are drawn. */
  readonly draws: number;
  /** Fresh for each run; see nonce.ts. */
  readonly nonce: string;
};

/** A value that is there. */
export type Present<T> = Exclude<T, undefined | null | false>;

/** What keeps whoever sends or reads from going on without what it needs. */
export type Premises = {
  /** A premise: where it is missing (undefined, null, false), a `Withheld` is thrown. Gives back the value. */
  readonly assume: <T>(value: T, why: string, remedy?: Remedy) => Present<T>;
  /**
   * An occasion: where the target's data gives none, a `Withheld` is thrown. Gives back the value. A report shows why of an
   * observation, not of an experiment.
   */
  readonly orUntested: <T>(value: T, why: string, remedy?: Remedy) => Present<T>;
};

/** What an experiment may do: send, state a premise, look for data. It judges nothing. */
export type Context = Setting &
  Premises & {
    /** Sends a call; equal reads of one run share one exchange. Nothing decisive: a `Withheld` is thrown. */
    readonly send: (call: Call) => Promise<Answer>;
    /** The same, but really sent, whatever was sent before. */
    readonly sendAfresh: (call: Call) => Promise<Answer>;
    /** Sends a call and gives back whatever comes of it, decisive or not. */
    readonly exchange: (call: Call) => Promise<Exchange>;
    /** How many more requests that leave records behind may be sent. */
    readonly writesLeft: () => number;
    /** The option that would allow more of them. */
    readonly moreWrites: Remedy;
    /** What is made once in a run, whoever asks for it first. */
    readonly shared: <T>(key: string, make: () => T) => T;
  };

/** What an experiment may do beyond that: hand over what claims are to judge. */
export type ExperimentContext = Context & {
  /** Hands over an attempt as evidence. */
  readonly report: (attempt: Attempt) => void;
  /** Says that a part is read for the whole. */
  readonly sample: (what: string) => void;
};

/** Something that sends requests to create occasions. Its id is its path. */
export type ExperimentDefinition = {
  /**
   * `first`: on a node before the others, who share what it asks for; `early`: beside those, since few requests show
   * much; `last`: after all. By default between.
   */
  readonly when?: 'early' | 'first' | 'last';
} & (
  | { readonly run: (context: ExperimentContext) => Promise<void> }
  /** Run for each node of the target, with draws of its own. */
  | { readonly runFor: (context: ExperimentContext, node: NodeTarget) => Promise<void> }
);

/** An experiment in the rule set. */
export type Experiment = ExperimentDefinition & {
  readonly id: string;
  readonly operation: OperationId;
  /** The file of the house rule that returns it. */
  readonly house?: string;
};

/** The experiments of a subject, by their names, each as it is or as it is for an operation. Adding one is adding a row. */
type ExperimentTable = Readonly<
  Record<string, ExperimentDefinition | ((operation: OperationId) => ExperimentDefinition)>
>;

/** Experiments of every operation of a scope. */
export type ExperimentsOfScope = { readonly scope: Scope; readonly table: ExperimentTable };

/** States the experiments of a subject; its file exports them by default. */
export const experiments = (scope: Scope, table: ExperimentTable): ExperimentsOfScope => ({ scope, table });
