import type { Level } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { RunExchange } from './exchange.ts';
import type { Remedy } from './remedies.ts';
import type { Topic } from './topic.ts';

/**
 * `untested`: the target's data or declarations did not allow a test. `inconclusive`: something went wrong in this
 * run. `skipped`: the operator chose so. `error`: a mistake of ours (READINGS P7).
 */
export type Verdict = 'pass' | 'fail' | 'untested' | 'inconclusive' | 'skipped' | 'error';

export type Fact<Kind extends string, Data = unknown> = { readonly kind: Kind } & Readonly<Data>;

type SimpleKind =
  | 'denied'
  | 'listing moved'
  | 'no response'
  | 'no usable page'
  | 'none created'
  | 'not seen'
  | 'not sent'
  | 'not tried'
  | 'nothing shown'
  | 'only in checks';

/** Why a rule ended as it did: in its own words, or what a run knows, as data that the report words. */
export type Explanation =
  | string
  | Fact<SimpleKind>
  /** `isLast`: no request was accepted after it. */
  | Fact<'not accepted', { what: string; returned: string; isLast?: true }>
  | Fact<'crash', { saw: string; status?: number }>
  /** The operation is not there, or accepts no request. */
  | Fact<'unavailable', Pick<Unavailable, 'state' | 'shown'>>
  /** No response came. */
  | Fact<'lost', { detail: string }>
  /** A gateway or a limiter responded; `isLasting`: to every retry, `minutes`: with a long pause. */
  | Fact<'transient failure', { status: number; isLasting?: true; minutes?: number }>
  /** Requests are accepted at other times. */
  | Fact<'blocked at times', { status: number }>
  | Fact<'redirect', { status: number; where?: string }>
  /** A reason that concerns one of several requests or values. */
  | Fact<'of one', { what: string; why: Explanation }>
  | Fact<'ended', { by: 'bail' | 'budget' | 'interrupt'; detail: string }>
  /** Another rule is broken. */
  | Fact<'blocked', { by: string }>
  | Fact<'mistake', { message: string; at: string }>
  | Fact<'broken', { expected: string; saw: string }>
  /** A relation failed, and rechecks did not show that it is broken; `no room`: they were used up. */
  | Fact<
      'unconfirmed',
      {
        expected: string;
        saw: string;
        since:
          | 'unshown'
          | 'moved'
          | 'only exactly'
          | 'no room'
          | 'not tried'
          | 'others write'
          | 'recorded'
          | { readonly cacheSign: string };
      }
    >
  | Fact<'lockout', { method: string; target: string; count: number; status: number }>
  /** `lasting`: with this status from some request on, as where a quota is used up, or records are gone. */
  | Fact<'blocked requests', { blocked: number; all: number; lasting?: number }>
  | Fact<'rate limit', { of: Explanation }>;

/** By what the sender of a rejection is recognized. */
export type ResponseForm = { readonly type: string; readonly server: string | undefined };

/** An operation or a collection that cannot be judged. */
export type Unavailable = {
  readonly operation: OperationId;
  readonly collection?: string;
  readonly state:
    | 'not implemented'
    | 'not let in'
    | 'asks for a header'
    | 'no collection'
    | 'no example'
    | 'not read';
  /** The request that shows it, such as `GET /books`, and what was returned; none if nothing was sent. */
  readonly shown?: {
    readonly request: string;
    readonly status: number;
    readonly message: string;
    /** Whether it is a page of HTML, which is more often from a gateway. */
    readonly isPage: boolean;
  };
  /** The parameter of its path of which no value is known, so that nothing was sent. */
  readonly unknown?: string;
  readonly remedy?: Remedy;
  /** What `--at` takes, if no collection is known. */
  readonly at?: string;
  /** Which pages were not served, and what a record is called. */
  readonly unread?: { readonly pages: 'all' | 'further'; readonly record: string };
};

/** A relation that failed once and passed when it was rechecked (READINGS P6). */
export type Intermittent = {
  readonly expected: string;
  readonly saw: string;
  readonly exchanges: readonly RunExchange[];
};

/**
 * What a failure contradicts in the target file: a record of a list, the list if the record is not in it, or the
 * collection itself if no list is named. A record without a list may be in any.
 */
export type Declared = { readonly list?: 'hidden' | 'order' | 'holds'; readonly id?: string };

/** The contract, a pinned choice, or a team's own rule. Only the contract turns the verdict. */
export type Source = 'contract' | 'pin' | 'house';

export type Result = {
  /** The id of the rule and of its clause; of a choice, `choice/` and its id. */
  readonly rule: string;
  readonly clause: string;
  readonly source: Source;
  readonly operation?: OperationId;
  /** A pinned choice is a must. */
  readonly level: Level;
  readonly title: string;
  /** Only of rules of the interface. */
  readonly topic?: Topic;
  /** Whether responses that break it may lack what other rules check. */
  readonly isBasis?: true;
  /** Whether it failed since a required value is missing. */
  readonly isMissing?: true;
  readonly verdict: Verdict;
  /** Of a fail, `expected` and `saw` say it. */
  readonly why?: Explanation;
  /** On a fail: what the clause asks for, and what was returned. */
  readonly expected?: string;
  readonly saw?: string;
  readonly declared?: Declared;
  /** What the failure depends on: the spelling of the request, or a cache. */
  readonly dependsOn?: 'spelling' | 'cache';
  /** How its rejection looks, if most of this server look otherwise. */
  readonly foreign?: { readonly form: ResponseForm; readonly usual: ResponseForm };
  readonly remedy?: Remedy;
  /** The corrections that changed it after the rule was judged, in order. */
  readonly correctedBy?: readonly string[];
  /** The request that a limit or a quota kept from being judged. */
  readonly stoppedAt?: string;
  /** What was read in part, such as `24 of 770 pages of 13 records`. */
  readonly sampled?: readonly string[];
  /** The waiver, if it does not turn the headline. */
  readonly waived?: Waived;
  /** Relations that failed once and then passed. */
  readonly intermittent?: readonly Intermittent[];
  readonly exchanges: readonly RunExchange[];
};

/** The broken rule that took the evidence of a result away, if one did. */
export const blockerOf = ({ why }: Pick<Result, 'why'>): string | undefined =>
  typeof why === 'object' && why.kind === 'blocked' ? why.by : undefined;

export type Judgement = Omit<Result, 'exchanges' | 'intermittent'> & {
  readonly intermittent?: readonly unknown[];
};

/** Why a rule may fail for now, and the last day it may, in UTC. */
export type Waived = { readonly reason: string; readonly until: string };

/** What a target does where the specification leaves a choice. */
export type ObservedChoice = {
  /** The id of the choice. */
  readonly id: string;
  readonly question: string;
  /** The clauses that the choice belongs to, if there are any. */
  readonly clauses?: readonly string[];
  /** An option, or `other: …`. */
  readonly option: string;
};

export type Unseen = Omit<ObservedChoice, 'option' | 'clauses'> & {
  readonly why: string;
  readonly remedy?: string;
};

/** Thrown if something needed is missing. */
export class Withheld extends Error {
  readonly verdict: 'untested' | 'inconclusive';
  readonly why: Explanation;
  readonly remedy: Remedy | undefined;
  readonly exchanges: readonly RunExchange[];

  constructor(
    verdict: 'untested' | 'inconclusive',
    why: Explanation,
    remedy?: Remedy,
    exchanges: readonly RunExchange[] = [],
  ) {
    super(typeof why === 'string' ? why : why.kind);
    this.verdict = verdict;
    this.why = why;
    this.remedy = remedy;
    this.exchanges = exchanges;
  }
}

/** A rule that may fail until a date without changing the verdict. */
export type Waiver = {
  readonly rule: string;
  readonly reason: string;
  /** The last day it counts, in UTC: `2027-03-31`. */
  readonly until: string;
};

export type WaiverNote = Waived & {
  readonly rule: string;
  readonly rules: readonly string[];
  /** `expired` has no effect; all rules of a `stale` one pass. */
  readonly state: 'active' | 'expired' | 'stale';
  readonly daysLeft?: number;
};
