import type { Explanation } from '../../core/verdict.ts';
import type { RuleState } from '../rule-state.ts';
import {
  exchangesOfBreach,
  meaningOf,
  type Outcome,
  type Settled,
  type Suspicion,
  type Transition,
  transitions,
} from './recheck-outcomes.ts';
import type { Rechecks } from './recheck-responses.ts';
import type { RecheckShares } from './recheck-shares.ts';
import type { Rechecker } from './rechecker.ts';

/** A suspicion with the rule that learns how it ends. */
export type OpenSuspicion = Suspicion & { readonly ruleState: RuleState };

/** What a series that was sent in a state shows, and to which state it leads. */
export function advance<Next>(
  { send, leadsTo }: Transition<Next>,
  suspicion: Suspicion,
  rechecks?: Rechecks,
): { readonly outcome: Outcome; readonly next: Next } {
  const outcome: Outcome = rechecks ? meaningOf[send](suspicion, rechecks) : { shown: 'nothing' };
  return { outcome, next: leadsTo[outcome.shown] };
}

/** Rechecks, at the end of the run, what was postponed, and tells each rule how its suspicions ended. */
export async function settleSuspicions(
  postponed: readonly OpenSuspicion[],
  shares: RecheckShares,
  whyNot: Rechecker['whyNot'],
): Promise<void> {
  const notRepeated: OpenSuspicion[] = [];
  for (const one of shares.byNeed(postponed)) {
    if (one.ruleState.isBroken) continue;
    const exact = await shares.recheck(transitions.postponed.send, one);
    if (advance(transitions.postponed, one, exact).next === 'not repeated') {
      notRepeated.push(one);
      continue;
    }
    const byTurns = await shares.recheck(transitions['fails exactly'].send, one);
    const { outcome, next } = advance(transitions['fails exactly'], one, byTurns);
    endings[next](one, outcome, whyNot);
  }
  const rechecksOf = await shares.repeat(notRepeated, { isLast: true });
  for (const one of notRepeated) {
    const { outcome, next } = advance(transitions['not repeated'], one, rechecksOf.get(one));
    endings[next](one, outcome, whyNot);
  }
}

const unconfirmed = (
  { ruleState, broken }: OpenSuspicion,
  since: Extract<Explanation, { kind: 'unconfirmed' }>['since'],
): void => {
  const { expected, saw } = broken;
  ruleState.inconclusive({ kind: 'unconfirmed', expected, saw, since }, undefined, exchangesOfBreach(broken));
};

/** What a rule learns of a suspicion that is settled. */
export const endings: Readonly<
  Record<Settled, (settled: OpenSuspicion, outcome: Outcome, whyNot: Rechecker['whyNot']) => void>
> = {
  confirmed: ({ ruleState }, { fails }) => {
    if (fails) ruleState.fail(fails);
  },
  intermittent: ({ ruleState, broken }) => {
    const { expected, saw } = broken;
    ruleState.intermittent({ expected, saw, exchanges: exchangesOfBreach(broken) });
  },
  unshown: (one) => unconfirmed(one, 'unshown'),
  moved: (one, { cacheSign }) => unconfirmed(one, cacheSign === undefined ? 'moved' : { cacheSign }),
  'only exactly': (one) => unconfirmed(one, 'only exactly'),
  unknown: (one, _, whyNot) => {
    const since = whyNot(one.broken.pages);
    if (since === 'listing moved') one.ruleState.untested({ kind: since });
    else unconfirmed(one, since);
  },
};
