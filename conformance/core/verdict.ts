import type { Level, OperationId } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Topic } from './ladder.ts';
import type { Remedy } from './remedies.ts';
import type { Unavailable } from './unavailable.ts';

/**
 * `untested`: the target's data, or what the operator declares, did not allow to test it. `inconclusive`: something
 * went wrong in this run. `skipped`: the operator chose so. `error`: a mistake of ours (READINGS P7).
 */
export type Verdict = 'pass' | 'fail' | 'untested' | 'inconclusive' | 'skipped' | 'error';

/** What kept a rule from being judged, if something depends on which it was; the sentence beside it says it in words. */
export type Cause =
  /** A request was not accepted on which the rule depends; `returned` says in short what came instead. */
  | { readonly kind: 'not accepted'; readonly returned: string }
  /** An invalid request made the server crash. */
  | { readonly kind: 'crash'; readonly status: number }
  /** The operation is not there, or lets no request in; `returned` says in short what came. */
  | { readonly kind: 'unavailable'; readonly state: Unavailable['state']; readonly returned: string }
  /** The run used up its rechecks. */
  | { readonly kind: 'not rechecked' }
  /** The run ended early. */
  | { readonly kind: 'ended'; readonly by: 'bail' | 'budget' | 'interrupt' };

/** Why a rule was not judged: a sentence, with its cause if something depends on that. */
export type Explanation = string | { readonly why: string; readonly cause?: Cause | undefined };

/** The parts of a reason. */
export const partsOf = (reason: Explanation): { readonly why: string; readonly cause?: Cause } => {
  if (typeof reason === 'string') return { why: reason };
  const { why, cause } = reason;
  return cause === undefined ? { why } : { why, cause };
};

/** A relation between responses that failed once and held when it was rechecked (READINGS P6). */
export type Intermittent = {
  readonly expected: string;
  readonly saw: string;
  readonly exchanges: readonly Exchange[];
};

/**
 * Where what a result is about is agreed: in the contract, among the choices that a target file pins, or among the
 * rules of a team's own. Only the contract is the interface, whose verdict the others never turn.
 */
export type Source = 'contract' | 'pin' | 'house';

/** What a result is about. */
export type About = Pick<
  Result,
  'rule' | 'clause' | 'source' | 'operation' | 'level' | 'title' | 'topic' | 'isBasis'
>;

/** What one rule found, or one choice that is pinned. */
export type Result = {
  /** The id of the rule, which is the id of its clause; of a choice, `choice/` and its id. */
  readonly rule: string;
  readonly clause: string;
  readonly source: Source;
  /** Absent of a choice, which may be about several. */
  readonly operation?: OperationId;
  /** How binding it is; a choice that is pinned is a must. */
  readonly level: Level;
  readonly title: string;
  /** What the rule is about, of rules of the interface. */
  readonly topic?: Topic;
  /** Whether responses that break it may lack what other rules check. */
  readonly isBasis?: true;
  readonly verdict: Verdict;
  /** One sentence; absent on a pass. */
  readonly why?: string;
  /** The broken rule that took this one's evidence away, which is why it was not judged. */
  readonly because?: string;
  /** On a fail: what the clause asks for, and what came instead. */
  readonly expected?: string;
  readonly saw?: string;
  /** What kind of reason that is, if it was not judged. */
  readonly cause?: Cause;
  /** What the operator could add so that the rule can run. */
  readonly remedy?: Remedy;
  /** If it is untested for a reason of this run, such as a limit or a quota: the request that could not be judged. */
  readonly stoppedAt?: string;
  /** What it read a part of only, e.g. `24 of 770 pages of 13 products`. */
  readonly sampled?: readonly string[];
  /** The waiver under which it does not turn the headline. */
  readonly waived?: Waived;
  /** Relations that failed once and then held. */
  readonly intermittent?: readonly Intermittent[];
  /** The exchanges that show it. */
  readonly exchanges: readonly Exchange[];
};

/** A result without the exchanges that show it. */
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
  /** The name of one of its options, or `other: …`. */
  readonly answer: string;
};

/** A choice of which nothing could be seen, and why. */
export type Unseen = Omit<ObservedChoice, 'answer'> & { readonly why: string; readonly remedy?: string };

/** Something that cannot be told: its premise or its occasion is missing. */
export class Withheld extends Error {
  readonly verdict: 'untested' | 'inconclusive';
  override readonly cause: Cause | undefined;
  readonly remedy: Remedy | undefined;
  readonly exchanges: readonly Exchange[];

  constructor(
    verdict: 'untested' | 'inconclusive',
    reason: Explanation,
    remedy?: Remedy,
    exchanges: readonly Exchange[] = [],
  ) {
    const { why, cause } = partsOf(reason);
    super(why);
    this.cause = cause;
    this.verdict = verdict;
    this.remedy = remedy;
    this.exchanges = exchanges;
  }
}
