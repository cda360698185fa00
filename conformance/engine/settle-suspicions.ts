import type { RecheckShares, Suspected } from './recheck-shares.ts';
import type { Rechecker } from './rechecker.ts';
import type { Rechecks } from './rechecks.ts';
import type { RuleState } from './rule-state.ts';
import {
  meaningOf,
  type Outcome,
  type Settled,
  sentenceOf,
  shownBy,
  type Transition,
  transitions,
} from './suspicions.ts';

/** A suspicion with the rule that learns how it ends. */
export type OpenSuspicion = Suspected & { readonly ruleState: RuleState };

/** What a series that was sent in a state shows, and to which state it leads. */
export function advance<Next>(
  { send, leadsTo }: Transition<Next>,
  suspicion: Suspected,
  rechecks?: Rechecks,
): { readonly outcome: Outcome; readonly next: Next } {
  const outcome: Outcome = rechecks ? meaningOf[send](suspicion, rechecks) : { shown: 'nothing' };
  return { outcome, next: leadsTo[outcome.shown] };
}

/** Rechecks, at the end of the run, what was postponed, and tells each rule how its suspicions ended. */
export async function settle(
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

type Ending = (settled: OpenSuspicion, outcome: Outcome, whyNot: Rechecker['whyNot']) => void;

const inconclusive = ({ ruleState, broken }: OpenSuspicion, why: string): void =>
  ruleState.inconclusive(`${sentenceOf(broken)}; ${why}`, undefined, shownBy(broken));

/** What a rule learns of a suspicion that is settled. */
export const endings: Readonly<Record<Settled, Ending>> = {
  confirmed: ({ ruleState }, { fails }) => {
    if (fails) ruleState.fail(fails);
  },
  intermittent: ({ ruleState, broken }) => {
    const { expected, saw } = broken;
    ruleState.intermittent({ expected, saw, exchanges: shownBy(broken) });
  },
  unshown: (one) =>
    inconclusive(one, 'the same pages were returned again, but do not show the failure by themselves'),
  moved: (one, { cacheSign }) =>
    inconclusive(
      one,
      cacheSign === undefined
        ? 'but the same request got different responses when it was rechecked'
        : `but a cache sent the response to a recheck (${cacheSign}): empty it, or check without it`,
    ),
  'only exactly': (one) =>
    inconclusive(
      one,
      'only exactly this request gets this response again: with its parameters in another order it gets another response',
    ),
  unknown: ({ ruleState, broken }, _, whyNot) => {
    const { reason, isMoving } = whyNot(broken.pages);
    const why = `${sentenceOf(broken)}; ${reason.why}`;
    if (isMoving) ruleState.untested(reason);
    else ruleState.inconclusive({ ...reason, why }, undefined, shownBy(broken));
  },
};
