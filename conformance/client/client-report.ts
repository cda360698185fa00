import type { OperationId } from '../../src/contract/operations.ts';

/** Whether the outcome of a variation shows that the client depends on an option. */
export const isDependence = ({ outcome }: Pick<Tried, 'outcome'>): boolean =>
  outcome === 'fail' || outcome === 'needed';

/** One run of a client's tests, against a stub that takes another option of a choice. */
export type Tried = {
  /** `default-page-size=25`; of a pair or more, joined by a comma. */
  readonly id: string;
  readonly part: 'choice' | 'resilience' | 'combination';
  /** The question, the option in words, and what the baseline does; of a combination, of each. */
  readonly options: readonly {
    readonly question: string;
    readonly asks: string;
    readonly option: string;
    readonly words: string;
    readonly usual: string;
  }[];
  /**
   * How the command ended, all tries counted. `needed`: it passed, and with the default options it fails. Both `fail` and `needed`
   * say that the client depends on an option.
   */
  readonly outcome: 'pass' | 'fail' | 'needed' | 'intermittent' | 'not run';
  readonly how?: string;
  /** The first request that was not sent in the baseline, or that got another response there. */
  readonly parts?: FaultySent['request'] & {
    /** The response that the baseline got to the same request; absent if it did not send that request. */
    readonly baseline?: string;
    /** The first thing in the response that differs from the baseline, unless it is the status. */
    readonly differs?: string;
  };
  readonly output?: readonly string[];
  readonly repeat: string;
  readonly ms?: number;
};

/** A request that a client should not send, or that it expected to be rejected. */
export type FaultySent = {
  /**
   * `rejected`: the stub rejects it, and the client did not expect that. `tolerated`: the stub accepts it, and another
   * conforming server need not. `accepted`: the client expected its rejection, and the stub accepts it. `unknown`: a valid
   * request for something that the stub does not have.
   */
  readonly kind: 'rejected' | 'tolerated' | 'accepted' | 'unknown';
  /** Absent if no clause of the contract names it. */
  readonly clause?: string;
  /** The operation that the request is to; absent if it is to none. */
  readonly operation?: OperationId;
  /** The line of the contract that states the clause, or what the request is about. */
  readonly line?: string;
  /** The clause in words, or what the stub says. */
  readonly text: string;
  /** The choice and the option under which it is rejected, if other conforming servers accept it. */
  readonly choice?: string;
  /** The name of the test that sent it, if the request names it. */
  readonly test?: string;
  readonly request: {
    readonly number: number;
    readonly method: string;
    /** Below the base URL; secrets are redacted. */
    readonly target: string;
    /** The response that it got: a status, or why no response was complete. */
    readonly response: string;
  };
  /** How many requests of the run are like it. */
  readonly count: number;
  /** The variation whose run sent it; absent for the baseline. */
  readonly variation?: string;
};

export type ClientReport = {
  readonly assay: string;
  readonly contract: { readonly version: string; readonly sha256: string };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly command: readonly string[];
  readonly baseline: {
    readonly ms: number;
    readonly requests: number;
    /** How many of them the stub rejected: unexpectedly, and as the client expected. */
    readonly rejected: number;
    readonly rejectedAsExpected: number;
    readonly operations: Readonly<Partial<Record<OperationId, number>>>;
    /** How often it was tried, and how often it failed: it is tried again after each variation that fails. */
    readonly tries: number;
    readonly failures: number;
    /** Why nothing was varied: the command failed with the default options, or sent nothing. */
    readonly failed?: {
      readonly how: string;
      readonly output: readonly string[];
    };
  };
  readonly variations: readonly Tried[];
  readonly resilience: readonly Tried[];
  readonly sent: readonly FaultySent[];
  /** What was observed of the client, and is not judged. */
  readonly observed: readonly string[];
  /** Variations that were left out, since no response to a request of the baseline differs. */
  readonly unnoticed: readonly string[];
  readonly strict: boolean;
  readonly verdict: 'conforms' | 'passes' | 'violates' | 'depends' | 'undetermined';
  readonly why: string;
  readonly exitCode: 0 | 1 | 3;
};

/**
 * The verdict on a client. `violates`: a request breaks the specification. `depends`: the client relies on a choice.
 * A part of the variations never conforms.
 */
