import type { Level, OperationId } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/wire/exchange.ts';

/**
 * `unexercised`: the target's data gave no occasion. `inconclusive`: a premise that should hold did not.
 * `skipped`: the operator chose so. `error`: our own fault.
 */
export type Verdict = 'pass' | 'fail' | 'unexercised' | 'inconclusive' | 'skipped' | 'error';

/** What one rule found. */
export type Result = {
  readonly rule: string;
  readonly operation: OperationId;
  readonly clause: string;
  readonly level: Level;
  readonly title: string;
  readonly verdict: Verdict;
  /** One sentence; absent on a pass. */
  readonly why?: string;
  /** The broken rule on which this one stands, which is why it was not judged. */
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
  /** The exchanges that show it. */
  readonly exchanges: readonly Exchange[];
};

/** A result without the exchanges that show it. */
export type Judgement = Omit<Result, 'exchanges'>;

/** Why a rule may fail for now, and the last day it may, in UTC. */
export type Waived = { readonly reason: string; readonly until: string };

/** What one observation saw. */
export type Sighting = { readonly clause: string; readonly asks: string; readonly value: string };

/** A stated clause that does not hold. */
export class Broken extends Error {
  readonly expected: string;
  readonly saw: string;
  readonly exchanges: readonly Exchange[];

  constructor(expected: string, saw: string, exchanges: readonly Exchange[]) {
    super(`expected ${expected}, saw ${saw}`);
    this.expected = expected;
    this.saw = saw;
    this.exchanges = exchanges;
  }
}

/** A rule that cannot be judged: its premise or its occasion is missing. */
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
