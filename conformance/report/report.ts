import type { Clause } from '../../src/contract/contract.ts';
import type { Unchecked } from '../../src/contract/unchecked.ts';
import type { Header, Lost } from '../../src/http/exchange.ts';
import type { Attempt, Created } from '../core/evidence.ts';
import type { placeOfRemedy } from '../core/remedies.ts';
import type {
  Intermittent,
  ObservedChoice,
  Result,
  Unavailable,
  Unseen,
  Verdict,
  WaiverNote,
} from '../core/verdict.ts';
import type { ExitCode } from '../engine/exit-code.ts';
import type { TakenRecheck } from '../engine/rechecks/rechecker.ts';
import type { Selection } from '../engine/rule-selection.ts';
import type { TransientFailure } from '../engine/sending/retries.ts';
import type { TriedExperiment } from '../engine/turns.ts';
import type { NamedCollection } from '../target/collections.ts';
import type { ProposedLines } from './proposed-lines.ts';
import type { lackOf } from './untested-causes.ts';

type PageOfListing = {
  /** Path, filter and sort: of which listing it is a page. */
  readonly selection: string;
  /** How many records come before its first one; undefined where nothing says so, as with tokens. */
  readonly from?: number;
  readonly ids: readonly string[];
};

/** An exchange as reports show it: bodies as text, secrets redacted. */
export type ShownExchange = {
  readonly page?: PageOfListing;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly Header[];
    readonly body?: string;
  };
  readonly response:
    | {
        readonly status: number;
        readonly headers: readonly Header[];
        readonly body: string;
        readonly ms: number;
      }
    | (Omit<Lost, 'remedy'> & { readonly remedy?: string });
};

export const attemptRoles = ['exchange', 'before', 'after', 'failedOnce', 'readBefore', 'readAfter'] as const;

/** What an exchange is in an attempt; the exchange that was tried says what the attempt was. */
export type AttemptPart = {
  readonly attempt: number;
  readonly as: (typeof attemptRoles)[number];
  /** Which of several it is: what is read after a change may be several pages. */
  readonly place?: number;
  /** What the attempt was; `readAfter` is how many readings came after it, where readings show its outcome. */
  readonly about?: Omit<Attempt, 'exchange' | 'before' | 'after' | 'failedOnce' | 'readings'> & {
    readonly readAfter?: number;
  };
};

/** An exchange of the run, and when it began (ISO 8601). */
export type RecordedExchange = ShownExchange & {
  readonly startedAt: string;
  readonly attempts?: readonly AttemptPart[];
  /** That it is a recheck of the page of a target; those of a session were taken together. */
  readonly recheck?: Omit<TakenRecheck, 'exchange'>;
};

/** What one rule found, or one choice that is pinned, ready to be shown. */
export type Finding = Omit<
  Result,
  'exchanges' | 'intermittent' | 'why' | 'foreign' | 'dependsOn' | 'isMissing' | 'remedy'
> & {
  readonly why?: string;
  /** What the operator could add so that the rule can run. */
  readonly remedy?: string;
  readonly lack?: NonNullable<ReturnType<typeof lackOf>>;
  /** The broken rule because of which this one could not be tested. */
  readonly because?: string;
  /** A broken clause that does not change the verdict. */
  readonly warning: boolean;
  readonly intermittent?: readonly (Pick<Intermittent, 'expected' | 'saw'> & Pick<Finding, 'exchanges'>)[];
  /** The shell line that repeats the request which shows it. */
  readonly reproduce?: string;
  /** If a change shows it: the shell lines that create a record, change it and read it. The id is that of the run. */
  readonly steps?: { readonly create: string; readonly change: string; readonly read?: string };
  /** The operations that wrote what it shows of this run: the rule alone is checked without them. */
  readonly writers?: readonly string[];
  /** File and line of what the target file declares and this contradicts. */
  readonly declaredAt?: string;
  readonly exchanges: readonly ShownExchange[];
};

/** How many rules ended how; failures that are warnings or waived are counted as such alone. */
export type Counts = Readonly<Record<Verdict | 'warning', number>> & { readonly waived?: number };

type RecordedNote = {
  readonly judged: number;
  /** What was left alone, and why, each in a few words. */
  readonly notes: readonly string[];
};

export type ShownUnavailable = Pick<Unavailable, 'operation' | 'collection' | 'state'> & {
  readonly saw: string;
  readonly advice: string;
  readonly remedy?: string;
};

export const unavailableLine = ({ saw, advice }: ShownUnavailable): string => `${saw} — ${advice}`;

/**
 * The verdict of a run. `passes` is for selected rules, which never conform; `no violation` for recorded exchanges,
 * which never show all.
 */
export type Headline = {
  readonly verdict: 'conforms' | 'passes' | 'no violation' | 'violates' | 'undetermined';
  readonly why: string;
  readonly remedy?: string;
  readonly addTo?: ReturnType<typeof placeOfRemedy>;
};

/** A whole run as plain data, secrets redacted: what every kind of report is a fold over. */
export type Report = {
  readonly assay: string;
  readonly contract: { readonly title?: string; readonly version: string; readonly sha256: string };
  /** The ids of the operations, in the order of the contract. */
  readonly operations: readonly string[];
  /** The base URL. */
  readonly target: string;
  /** Whether the stub was checked, and no server of anybody's. */
  readonly referenceStub?: true;
  readonly seed: number;
  readonly nonce: string;
  readonly strict: boolean;
  /** Ids of rules that had to pass. */
  readonly required?: readonly string[];
  readonly waivers?: readonly WaiverNote[];
  readonly collections: readonly Required<NamedCollection>[];
  /** The patterns by which only some rules were run. */
  readonly selection?: Pick<Selection, 'only' | 'skip'>;
  /** What a part was read of, drawn by the seed: collections, and pages of long ones. */
  readonly sampled?: readonly string[];
  readonly headline: Headline;
  readonly exitCode: ExitCode;
  readonly counts: Counts;
  /** In the order of the rule set. */
  readonly results: readonly Finding[];
  /** Broken rules that were not selected, found in responses to other requests. */
  readonly alsoSeen?: readonly Finding[];
  /** To what to set the variables in the requests that are shown, if their values come from no variable. */
  readonly variables?: readonly string[];
  /** What the server does where the specification leaves a choice. */
  readonly observations: readonly ObservedChoice[];
  readonly unseen?: readonly Unseen[];
  readonly created: readonly Created[];
  /** Responses of a gateway or a rate limiter, and lost connections, with the response after the request was sent again. */
  readonly transientFailures?: readonly TransientFailure[];
  readonly rate?: string;
  /** Operations and collections that could not be judged, where there are some. */
  readonly unavailable?: readonly ShownUnavailable[];
  /** What a check tried, by experiment; `left` are cases for which it had no room. */
  readonly experiments?: readonly TriedExperiment[];
  /** Where nothing was sent, and exchanges were judged that exist already. */
  readonly recorded?: RecordedNote;
  /** How many requests went out, or are in what was recorded. */
  readonly requests: number;
  readonly durationMs: number;
  readonly clauses: Readonly<Record<string, Clause>>;
  /** What each section of the specification is about, if the contract says it. */
  readonly sections?: Readonly<Record<string, string>>;
  /** Ids of the constraints that Overlays changed. */
  readonly amended?: readonly string[];
  /** The ids of clauses that Overlays removed, and their rules with them. */
  readonly lost?: readonly string[];
  readonly unchecked?: readonly Unchecked[];
  /** What the contract could state of its listings. */
  readonly proposed?: ProposedLines;
  readonly startedAt?: string;
  /** The command line that checks this target again, without its selection. */
  readonly command?: string;
  readonly exchanges?: readonly RecordedExchange[];
};

/** Why a record is left if a contract has no operation that deletes: then each check leaves some. */
export const deletesNothing = 'the contract has no operation that deletes';

/** Why nothing deletes a record that may have been created. */
export const mayNotExist = 'its creation got no response, so it may not exist';
