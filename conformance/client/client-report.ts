import type { Level, OperationId } from '../../src/contract/contract.ts';
import type { Parting, ShownRequest } from './parting.ts';

/** How the command ended under one variation, all tries counted. */
export type TriedOutcome = 'pass' | 'fail' | 'intermittent' | 'not run';

/** One run of a client's tests, against a server that answers a question otherwise. */
export type ClientVariation = {
  /** `default-page-size=25`; of a pair or more, joined by a comma. */
  readonly id: string;
  readonly part: 'choice' | 'resilience' | 'combination';
  /** The question, the option in words, and what the baseline does; of a combination, of each. */
  readonly answers: readonly TakenOption[];
};

/** The response to a question under a variation. */
export type TakenOption = {
  readonly question: string;
  readonly asks: string;
  readonly option: string;
  readonly words: string;
  readonly usual: string;
};

/** What a variation led to. */
export type Tried = ClientVariation & {
  readonly outcome: TriedOutcome;
  /** How the command ended, or why it was not run. */
  readonly how?: string;
  /** The first request that was not sent or not answered as in the baseline. */
  readonly parts?: Parting;
  /** The end of the output, secrets redacted. */
  readonly output?: readonly string[];
  /** The command line that tries it again. */
  readonly repeat: string;
  /** How long the command took when it ran first, in milliseconds. */
  readonly ms?: number;
};

/** A request that is not as the contract wants it. */
export type FaultySent = {
  /** `rejected`: the contract does not allow it. `tolerated`: the stub accepts it, and another conforming server need not. */
  readonly kind: 'rejected' | 'tolerated';
  readonly level: Level;
  readonly clause: string;
  readonly text: string;
  /** The choice and the option under which it is rejected, if it is tolerated. */
  readonly choice?: string;
  readonly request: ShownRequest;
  /** How many requests of the baseline are like it. */
  readonly count: number;
};

/** All there is to say of a client. */
export type ClientReport = {
  readonly assay: string;
  readonly contract: { readonly version: string; readonly sha256: string };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly command: readonly string[];
  readonly baseline: {
    readonly ms: number;
    readonly requests: number;
    readonly operations: Readonly<Partial<Record<OperationId, number>>>;
    /** How often it was tried, and how often it failed: it is tried again after each variation that fails. */
    readonly tries: number;
    readonly failures: number;
  };
  readonly variations: readonly Tried[];
  readonly resilience: readonly Tried[];
  readonly sent: readonly FaultySent[];
  /** What was observed of the client, and is not judged. */
  readonly observed: readonly string[];
  /** Variations that were left out, since no response to a request of the baseline differs. */
  readonly unnoticed: readonly string[];
  readonly strict: boolean;
  readonly verdict: ClientVerdict;
  readonly why: string;
  readonly exitCode: 0 | 1 | 3;
};

/** The word over a report on a client; a part of the variations never conforms. */
type ClientVerdict = 'conforms' | 'passes' | 'violates' | 'undetermined';
