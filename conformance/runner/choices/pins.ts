import { choiceOf } from '../../../src/contract/choices/choices.ts';
import { heldAs, type Observation } from '../../core/observation.ts';
import type { Pins } from '../../core/target.ts';
import type { Result } from '../../core/verdict.ts';
import type { Sight } from './sights.ts';

/** Holds what was seen of the choices that the operator pinned against them, as far as their observations are selected. */
export function judgePins(
  pins: Pins,
  sights: readonly Sight[],
  selected: readonly Pick<Observation, 'choice'>[],
): Result[] {
  const seen = new Map(sights.map((sight) => [sight.choice, sight]));
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
      const sight = seen.get(id);
      if (!sight)
        return { ...about, verdict: 'untested', why: 'no response of this run showed it', exchanges: [] };
      if (!('answer' in sight)) {
        const { choice: _id, ...open } = sight;
        return { ...about, ...open };
      }
      if (sight.answer === pinned) return { ...about, verdict: 'pass', exchanges: [] };
      const [expected, saw] = [`pinned: ${pinned}`, `the target: ${sight.answer}`];
      return {
        ...about,
        verdict: 'fail',
        why: `${expected}, ${saw}`,
        expected,
        saw,
        exchanges: sight.exchanges,
      };
    });
}
