// Whether a target takes the options that the target file pins.

import { choiceOf } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { choiceRuleId, type Observation } from '../core/observation.ts';
import type { Target } from '../core/target.ts';
import type { Result } from '../core/verdict.ts';
import type { ChoiceObservation } from './observe-choices.ts';

export function judgePins(
  contract: Contract,
  pins: Target['choices'],
  choiceObservations: readonly ChoiceObservation[],
  selected: readonly Pick<Observation, 'choice'>[],
): Result[] {
  const seen = new Map(
    choiceObservations.map((choiceObservation) => [choiceObservation.choice, choiceObservation]),
  );
  return [...pins]
    .filter(([id]) => selected.some(({ choice }) => choice === id))
    .map(([id, pinned]): Result => {
      const { asks, clauses } = choiceOf(contract, id);
      const about = {
        rule: choiceRuleId(id),
        clause: clauses[0] ?? '',
        source: 'pin',
        level: 'must',
        title: asks,
      } as const;
      const choiceObservation = seen.get(id);
      if (!choiceObservation)
        return { ...about, verdict: 'untested', why: { kind: 'not seen' }, exchanges: [] };
      if (!('option' in choiceObservation)) {
        const { choice: _id, ...open } = choiceObservation;
        return { ...about, ...open };
      }
      if (choiceObservation.option === pinned) return { ...about, verdict: 'pass', exchanges: [] };
      const [expected, saw] = [`pinned: ${pinned}`, `the target: ${choiceObservation.option}`];
      return {
        ...about,
        verdict: 'fail',
        expected,
        saw,
        exchanges: choiceObservation.exchanges,
      };
    });
}
