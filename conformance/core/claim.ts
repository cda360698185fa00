import type { Contract, Level, OperationId } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Accepted, Answer, Attempt, Interrupted, Listing, Page } from './evidence.ts';
import type { Remedy } from './remedies.ts';
import type { Target } from './target.ts';
import type { Explanation } from './verdict.ts';

/** A claim that does not hold: what the clause asks for, what came instead, and the exchanges that show it. */
export type Broken = {
  /** What must be so at the place where it broke, of any value; by default the title of the rule. */
  readonly title?: string;
  readonly expected: string;
  readonly saw: string;
  /** Whether there is nothing where something must be. */
  readonly isMissing?: true;
  readonly shown: readonly Exchange[];
};

/** How a claim tells what it found in a piece of evidence. */
export type Judge = {
  readonly contract: Contract;
  readonly target: Target;
  readonly accepted: Accepted;
  /** The level of the clause in hand. */
  readonly level: Level;
  /** The claim was reached: whether it holds, and what to say where it does not. */
  readonly claim: (holds: boolean, otherwise: () => Broken) => void;
  /** The claim did not hold once, and held on recheck. */
  readonly intermittent: (broken: Broken) => void;
  /**
   * There was no data; said only where the claim is reached nowhere. `remedy` is the line that would help; `stoppedAt` the
   * request that a limit or a quota kept from being judged, if that is why.
   */
  readonly untested: (why: Explanation | (() => string), remedy?: Remedy, stoppedAt?: string) => void;
  /** Something went wrong in this run. */
  readonly inconclusive: (why: Explanation, remedy?: Remedy, ...shown: readonly Exchange[]) => void;
};

/** What must not change for a relation to say something (READINGS P6). */
export type Fingerprint = 'total' | 'ids' | 'members';

/** A relation that does not hold: the pages to recheck, and those to blame. */
export type BrokenRelation = Omit<Broken, 'shown'> & {
  /** The pages the relation is between, those that are to blame first. */
  readonly pages: readonly [Page, ...Page[]];
  /** How many of them are to blame; by default the first. */
  readonly toBlame?: number;
  /** By default `ids`. */
  readonly fingerprint?: Fingerprint;
};

/** How a relation between responses tells what it found; a failure is a suspicion until it was rechecked. */
export type RelationJudge = Omit<Judge, 'claim' | 'intermittent'> & {
  readonly claim: (holds: boolean, otherwise: () => BrokenRelation) => void;
  /** Says that a part was read for the whole. */
  readonly sampled: (what: string) => void;
};

/**
 * In which order relations are judged. A page that one stage blames is no evidence in a later one, so the finding
 * names the most local cause (READINGS P8).
 */
export const stages = ['counts', 'members', 'places', 'filters', 'included', 'links'] as const;

/** One of them. */
export type Stage = (typeof stages)[number];

/** By what a creation is distinguished. */
export type Identity = {
  readonly value: string;
  /** Creations are compared with those of the same group; by default all are of one. */
  readonly group?: string;
  /** What it was asked for, as far as it counts: where that is the same, the values may be the same. */
  readonly askedFor: string;
};

/**
 * What a rule claims, over evidence of one kind: every decisive answer, every attempt, or all that was seen of a
 * node. Claims know no transport and no clock, and do not depend on the order in which evidence came.
 */
export type Claim = {
  /** The operations whose evidence it reads, such as one that creates what another returns; by default that of its rule. */
  readonly reads?: readonly OperationId[];
} & (
  | {
      readonly on: 'answer';
      readonly judge: (answer: Answer, judge: Judge) => void;
      /** What it says of calls that returned nothing to judge. */
      readonly interrupted?: (call: Interrupted, judge: Judge) => void;
      /** Whether a page that breaks it is no evidence for relations. */
      readonly blames?: boolean;
      /** Whether it trusts what the operator curated, which is true no more once a node changes in mid-run (READINGS P6). */
      readonly byDeclaration?: boolean;
    }
  /** A claim that needs what other responses showed, in whatever order they come; it remembers in what it opens. */
  | {
      readonly on: 'answers';
      readonly open: () => (answer: Answer, judge: Judge) => void;
    }
  /** No two creations of a run show the same value, unless what they were asked for is the same in what counts. */
  | {
      readonly on: 'identity';
      readonly what: string;
      readonly read: (answer: Answer) => Identity | undefined;
    }
  | { readonly on: 'attempt'; readonly judge: (attempt: Attempt, judge: Judge) => void }
  | {
      readonly on: 'listing';
      readonly stage: Stage;
      readonly judge: (listing: Listing, judge: RelationJudge) => void;
    }
);

/** A claim about each response by itself. */
export type AnswerClaim = Extract<Claim, { readonly on: 'answer' }>;
