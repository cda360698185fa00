import type { Contract, Level } from '../../src/contract/contract.ts';
import type { Nouns } from '../../src/contract/nouns.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { AcceptedRequests, Attempt, Interrupted, Listing, Page, ReadExchange } from './evidence.ts';
import type { RunExchange } from './exchange.ts';
import type { Remedy } from './remedies.ts';
import type { Fingerprint } from './same-as-sent.ts';
import type { Target } from './target.ts';
import type { Declared, Explanation, Result } from './verdict.ts';

/** A broken claim: what the clause requires, what came instead, and the exchanges that show it. */
export type Broken = {
  /** The requirement at this place, for any value; by default the title of the rule. */
  readonly title?: string;
  readonly expected: string;
  readonly saw: string;
  /** Whether a required value is missing. */
  readonly isMissing?: true;
  readonly shown: readonly RunExchange[];
  /** What of the target file it contradicts. */
  readonly declared?: Declared;
  /** Whether records show it that the run created: once they are deleted, the same request may show something else. */
  readonly isTemporary?: true;
} & Pick<Result, 'dependsOn'>;

/** Records what a claim found in the evidence. */
export type Judge = {
  readonly contract: Contract;
  readonly target: Target;
  readonly acceptedRequests: AcceptedRequests;
  /** What the records of the operation are called in sentences. */
  readonly nouns: Nouns;
  /** The level of the clause that is judged. */
  readonly level: Level;
  /** Reports that the claim was checked: whether it holds, and the finding if it does not. */
  readonly claim: (holds: boolean, otherwise: () => Broken) => void;
  /** Records that the claim failed once and passed when it was rechecked. */
  readonly intermittent: (broken: Broken) => void;
  /**
   * Records that there was no data; counts only if the claim was never applied. `stoppedAt` is the request that a
   * limit or a quota kept from being judged.
   */
  readonly untested: (why: Explanation | (() => string), remedy?: Remedy, stoppedAt?: string) => void;
  /** Reports that this run could not decide the claim. */
  readonly inconclusive: (why: Explanation, remedy?: Remedy, ...shown: readonly RunExchange[]) => void;
};

export type BrokenRelation = Omit<Broken, 'shown'> & {
  /** The pages of the relation, those to blame first. */
  readonly pages: readonly [Page, ...Page[]];
  /** How many of them are to blame; by default the first. */
  readonly toBlame?: number;
  readonly fingerprint?: Fingerprint;
};

/** The judge of a relation between responses: what fails is rechecked before it counts. */
export type RelationJudge = Omit<Judge, 'claim' | 'intermittent'> & {
  readonly claim: (holds: boolean, otherwise: () => BrokenRelation) => void;
  readonly sampled: (what: string) => void;
};

/**
 * The order in which relations are judged. A page that breaks one stage is not evidence in the next, so a finding
 * names the most local cause (READINGS P8).
 */
export const stages = ['counts', 'records', 'places', 'filters', 'included', 'links'] as const;

export type Stage = (typeof stages)[number];

/** What is true of every listing, whatever its further parameters change. */
export const stagesOfAll: readonly Stage[] = ['places', 'filters', 'included', 'links'];

/**
 * What a rule claims about evidence of one kind. Claims know no transport and no clock, and do not depend on the
 * order of evidence.
 */
export type Claim = {
  /** Another operation whose evidence it reads, beside that of its rule. */
  readonly alsoReads?: OperationId;
} & (
  | {
      readonly on: 'response';
      readonly judge: (exchange: ReadExchange, judge: Judge) => void;
      readonly interrupted?: (request: Interrupted, judge: Judge) => void;
      /** Whether a page that breaks it is not evidence for relations. */
      readonly blames?: boolean;
      /** Why the declaration on which it relies was outdated by a change during the run (READINGS P6), if it was. */
      readonly outdated?: (listings: readonly Listing[], target: Target) => string | undefined;
    }
  | {
      readonly on: 'responses';
      readonly open: () => (exchange: ReadExchange, judge: Judge) => void;
    }
  | {
      readonly on: 'attempt';
      /** Whether it reads all attempts of its operation, not only those of its rule. */
      readonly readsAll?: true;
      readonly judge: (attempt: Attempt, judge: Judge) => void;
    }
  | {
      readonly on: 'listing';
      readonly stage: Stage;
      /** The further parameter of the listings that it judges; by default they need none. */
      readonly parameter?: string;
      readonly judge: (listing: Listing, judge: RelationJudge) => void;
    }
);

/** A claim about each response by itself. */
export type ResponseClaim = Extract<Claim, { readonly on: 'response' }>;
