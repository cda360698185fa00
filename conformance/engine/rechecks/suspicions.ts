// The way of a suspicion, a relation that failed once, until its rule learns how it ends (READINGS P6):
//
// 1. At once it is repeated. It is confirmed if it fails in each repeat, on pages that do not change.
// 2. Else, at the end of the run, when a listing may not change any more, exactly the same requests are sent, since some
//    faults need them. If it fails again, they are sent by turns past a cache and through it, which may be stale.
// 3. If it does not, it is repeated once more.

import type { Explanation } from '../../core/verdict.ts';
import type { RuleState } from '../rule-state.ts';
import {
  exchangesOfBreach,
  type Outcome,
  outcomeOfExact,
  outcomeOfRepeats,
  outcomeOfTurns,
  type Suspicion,
} from './recheck-outcomes.ts';
import type { Rechecks } from './recheck-responses.ts';
import type { RecheckShares } from './recheck-shares.ts';
import type { Rechecker } from './rechecker.ts';

/** A suspicion with the rule that learns how it ends. */
export type OpenSuspicion = Suspicion & { readonly ruleState: RuleState };

type Sending = Pick<RecheckShares, 'byNeed' | 'recheck' | 'repeat'>;

const requestsForSettling = 100;

/** A suspicion after its first repeats: `open` if its pages are as they were, or were not read again. */
type Repeated = {
  readonly suspicion: OpenSuspicion;
  readonly now: 'confirmed' | 'changed' | 'open';
  readonly rechecks: Rechecks | undefined;
};

/** Repeats suspicions, and tells their rules which are confirmed. */
export async function repeatAtOnce(
  suspicions: readonly OpenSuspicion[],
  shares: Sending,
): Promise<Repeated[]> {
  const rechecksOf = await shares.repeat(suspicions, { keep: requestsForSettling });
  return suspicions.map((suspicion) => {
    const rechecks = rechecksOf.get(suspicion);
    const { shown, fails } = outcomeOfRepeats(suspicion, rechecks);
    if (fails) suspicion.ruleState.fail(fails);
    const hasChanged = shown === 'passes' || shown === 'moves';
    return { suspicion, now: fails ? 'confirmed' : hasChanged ? 'changed' : 'open', rechecks };
  });
}

/** Settles, at the end of the run, what was not confirmed at once. */
export async function settleSuspicions(
  postponed: readonly OpenSuspicion[],
  shares: Sending,
  whyNot: Rechecker['whyNot'],
): Promise<void> {
  const left: OpenSuspicion[] = [];
  for (const one of shares.byNeed(postponed)) {
    if (one.ruleState.isBroken) continue;
    const exact = outcomeOfExact(one, await shares.recheck('exact', one));
    if (exact.fails)
      settle(one, outcomeOfTurns(one, await shares.recheck('by turns', one)), whyNot, () =>
        unconfirmed(one, 'only exactly'),
      );
    else left.push(one);
  }
  const rechecksOf = await shares.repeat(left, { isLast: true });
  for (const one of left) {
    const outcome = outcomeOfRepeats(one, rechecksOf.get(one));
    settle(one, outcome, whyNot, () => {
      const { expected, saw } = one.broken;
      if (outcome.shown === 'passes on the same pages') unconfirmed(one, 'unshown');
      else one.ruleState.intermittent({ expected, saw, exchanges: exchangesOfBreach(one.broken) });
    });
  }
}

/** Tells the rule of a suspicion how it ends; `passed` does so if it does not fail again. */
function settle(
  one: OpenSuspicion,
  { shown, fails, cacheSign }: Outcome,
  whyNot: Rechecker['whyNot'],
  passed: () => void,
): void {
  if (fails) one.ruleState.fail(fails);
  else if (shown === 'moves') unconfirmed(one, cacheSign === undefined ? 'moved' : { cacheSign });
  else if (shown === 'nothing') notSent(one, whyNot(one.broken.pages));
  else passed();
}

function notSent(one: OpenSuspicion, why: ReturnType<Rechecker['whyNot']>): void {
  if (why === 'listing moved') one.ruleState.untested({ kind: why });
  else unconfirmed(one, why);
}

function unconfirmed(
  { ruleState, broken }: OpenSuspicion,
  since: Extract<Explanation, { kind: 'unconfirmed' }>['since'],
): void {
  const { expected, saw } = broken;
  ruleState.inconclusive({ kind: 'unconfirmed', expected, saw, since }, undefined, exchangesOfBreach(broken));
}
