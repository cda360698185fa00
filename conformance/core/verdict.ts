import type { Level, OperationId } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/**
 * `untested`: the target's data, or what the operator declares, did not allow to test it. `inconclusive`: something
 * went wrong in this run. `skipped`: the operator chose so. `error`: a mistake of ours (READINGS P7).
 */
export type Verdict = 'pass' | 'fail' | 'untested' | 'inconclusive' | 'skipped' | 'error';

/** Why a relation that failed once was not rechecked, at the end of a sentence. */
export const whyNotRechecked =
  'not rechecked, since this run used up its rechecks: correct what is broken, or check this rule alone with --only';

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
export type About = Pick<Result, 'rule' | 'clause' | 'source' | 'operation' | 'level' | 'title'>;

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
  readonly verdict: Verdict;
  /** One sentence; absent on a pass. */
  readonly why?: string;
  /** The broken rule that took this one's evidence away, which is why it was not judged. */
  readonly because?: string;
  /** On a fail: what the clause asks for, and what came instead. */
  readonly expected?: string;
  readonly saw?: string;
  /** What the operator could add so that the rule can run. */
  readonly remedy?: string;
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
  readonly remedy: string | undefined;
  readonly exchanges: readonly Exchange[];

  constructor(
    verdict: 'untested' | 'inconclusive',
    why: string,
    remedy?: string,
    exchanges: readonly Exchange[] = [],
  ) {
    super(why);
    this.verdict = verdict;
    this.remedy = remedy;
    this.exchanges = exchanges;
  }
}
