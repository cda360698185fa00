import type { Clause } from '../../src/contract/contract.ts';
import type { Header, Lost } from '../../src/wire/exchange.ts';
import type { Headline } from '../engine/headline.ts';
import type { Result, Sighting, Verdict } from '../engine/verdict.ts';

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

/** How many rules ended how; failures that are warnings are counted as such alone. */
export type Counts = Readonly<Record<Verdict | 'warning', number>>;

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
  /** The clauses that results and observations name, by id. */
  readonly clauses: Readonly<Record<string, Clause>>;
};
