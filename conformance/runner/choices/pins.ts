import { choiceOf } from '../../../src/contract/choices/choices.ts';
import { heldAs, type Observation } from '../../core/observation.ts';
import type { Pins } from '../../core/target.ts';
import type { Result } from '../../core/verdict.ts';
import type { ChoiceObservation } from './choice-observations.ts';

/** Holds what was seen of the choices that the operator pinned against them, as far as their observations are selected. */
export function judgePins(
  pins: Pins,
  choiceObservations: readonly ChoiceObservation[],
  selected: readonly Pick<Observation, 'choice'>[],
): Result[] {
  const seen = new Map(
    choiceObservations.map((choiceObservation) => [choiceObservation.choice, choiceObservation]),
  );
  return [...pins]
    .filter(([id]) => selected.some(({ choice }) => choice === id))
    .map(([id, pinned]): Result => {
      const { asks, clauses } = choiceOf(id);
      const about = {
        rule: heldAs(id),
        clause: clauses[0] ?? '',
        source: 'pin',
        level: 'must',
        title: asks,
      } as const;
      const choiceObservation = seen.get(id);
      if (!choiceObservation)
        return { ...about, verdict: 'untested', why: 'no response of this run showed it', exchanges: [] };
      if (!('answer' in choiceObservation)) {
        const { choice: _id, ...open } = choiceObservation;
        return { ...about, ...open };
      }
      if (choiceObservation.answer === pinned) return { ...about, verdict: 'pass', exchanges: [] };
      const [expected, saw] = [`pinned: ${pinned}`, `the target: ${choiceObservation.answer}`];
      return {
        ...about,
        verdict: 'fail',
        why: `${expected}, ${saw}`,
        expected,
        saw,
        exchanges: choiceObservation.exchanges,
      };
    });
}
