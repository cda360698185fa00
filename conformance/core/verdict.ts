import type { Level, OperationId } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/**
 * `unexercised`: the target's data, or what the operator vouches for, gave no occasion. `inconclusive`: something
 * went wrong in this run. `skipped`: the operator chose so. `error`: a mistake of ours (READINGS P7).
 */
export type Verdict = 'pass' | 'fail' | 'unexercised' | 'inconclusive' | 'skipped' | 'error';

/** A relation between replies that failed once and held when it was looked at again (READINGS P6). */
export type SeenOnce = {
  readonly expected: string;
  readonly saw: string;
  readonly exchanges: readonly Exchange[];
};

/** What one rule found. */
export type Result = {
  /** The id of the rule, which is the id of its clause. */
  readonly rule: string;
  readonly clause: string;
  readonly operation: OperationId;
  /** Whether it is of a house rule, which says nothing of the interface. */
  readonly house?: true;
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
  /** What it looked at a part of only, e.g. `24 of 770 pages of 13 products`. */
  readonly sampled?: readonly string[];
  /** The waiver under which it does not turn the headline. */
  readonly waived?: Waived;
  /** Relations that failed once and then held. */
  readonly seenOnce?: readonly SeenOnce[];
  /** The exchanges that show it. */
  readonly exchanges: readonly Exchange[];
};

/** A result without the exchanges that show it. */
export type Judgement = Omit<Result, 'exchanges' | 'seenOnce'> & { readonly seenOnce?: readonly unknown[] };

/** Why a rule may fail for now, and the last day it may, in UTC. */
export type Waived = { readonly reason: string; readonly until: string };

/** What one observation saw. */
export type Sighting = { readonly clause: string; readonly asks: string; readonly value: string };

/** What stands for the answer where an observation saw none. */
export const noAnswer = (how: 'not seen' | 'not reached' | 'skipped', why: string): string =>
  `${how}: ${why}`;

/** Whether an observation saw what the target does. */
export const isAnswered = ({ value }: Pick<Sighting, 'value'>): boolean =>
  !/^(?:not seen|not reached|skipped): /.test(value);

/** Something that cannot be told: its premise or its occasion is missing. */
export class Withheld extends Error {
  readonly verdict: 'unexercised' | 'inconclusive';
  readonly remedy: string | undefined;
  readonly exchanges: readonly Exchange[];

  constructor(
    verdict: 'unexercised' | 'inconclusive',
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
