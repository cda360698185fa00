import type { Clause } from '../../src/contract/contract.ts';
import type { Header, Lost } from '../../src/wire/exchange.ts';
import type { Headline } from '../engine/headline.ts';
import type { Result, Sighting, Verdict, Waived } from '../engine/verdict.ts';

/** An exchange as reports show it: bodies as text, secrets hidden. */
export type ShownExchange = {
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly Header[];
    readonly body?: string;
  };
  readonly reply:
    | {
        readonly status: number;
        readonly headers: readonly Header[];
        readonly body: string;
        readonly ms: number;
      }
    | Lost;
};

/** An exchange of the run, and when it began (ISO 8601). */
export type RecordedExchange = ShownExchange & { readonly startedAt: string };

/** What one rule found, ready to be shown. */
export type Finding = Omit<Result, 'exchanges'> & {
  /** A broken clause that does not turn the headline. */
  readonly warning: boolean;
  /** The shell line that repeats the request which shows it. */
  readonly reproduce?: string;
  readonly exchanges: readonly ShownExchange[];
};

/** A record that the run left behind; `id` is null where the reply told none. */
export type Created = { readonly operation: string; readonly id: string | null };

/** How many rules ended how; failures that are warnings or waived are counted as such alone. */
export type Counts = Readonly<Record<Verdict | 'warning', number>> & { readonly waived?: number };

/** A waiver of the target file, the rules it is for, and what has become of it. */
export type WaiverNote = Waived & {
  /** The pattern that stands in the target file. */
  readonly rule: string;
  readonly rules: readonly string[];
  /** `expired` counts for nothing; of a `stale` one all rules pass, and it is to be removed. */
  readonly state: 'active' | 'expired' | 'stale';
};

/** Which part of a run over several machines a report tells of. */
export type ShardNote = {
  readonly index: number;
  readonly count: number;
  /** Of the ids of all rules of the whole run: shards of the same run have the same. */
  readonly rulesSha256: string;
};

/** A whole run as plain data, secrets hidden: what every kind of report is a fold over. */
export type Report = {
  /** The version of assay. */
  readonly assay: string;
  readonly contract: { readonly version: string; readonly sha256: string };
  /** The base URL. */
  readonly target: string;
  readonly seed: number;
  readonly nonce: string;
  readonly strict: boolean;
  /** Ids of rules that had to pass. */
  readonly required?: readonly string[];
  /** The waivers of the target file, where it has any. */
  readonly waivers?: readonly WaiverNote[];
  /** Where this is only a part of a run. */
  readonly shard?: ShardNote;
  /** What a part was looked at of, drawn by the seed: nodes, and pages of long ones. */
  readonly sampled?: readonly string[];
  readonly headline: Headline;
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly counts: Counts;
  /** In the order of the catalogue. */
  readonly results: readonly Finding[];
  readonly observations: readonly Sighting[];
  readonly created: readonly Created[];
  /** How many requests went out. */
  readonly requests: number;
  readonly durationMs: number;
  /** Every clause of the contract, by id. */
  readonly clauses: Readonly<Record<string, Clause>>;
  /** Ids of the constraints that Overlays changed. */
  readonly amended?: readonly string[];
  /** When the run began (ISO 8601). */
  readonly startedAt?: string;
  /** The command line that checks this target again, without its selection. */
  readonly command?: string;
  /** Everything that was sent and what came back, where the run was asked to keep it. */
  readonly exchanges?: readonly RecordedExchange[];
};
