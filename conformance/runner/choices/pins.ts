import { choiceOf } from '../../../src/contract/choices/choices.ts';
import { heldAs } from '../../core/observation.ts';
import type { Pins } from '../../core/target.ts';
import type { Result } from '../../core/verdict.ts';
import type { Sight } from './sights.ts';

/** Holds what was seen against the choices that the operator pinned, and that are selected. */
export function judgePins(pins: Pins, sights: readonly Sight[], selected: ReadonlySet<string>): Result[] {
  const seen = new Map(sights.map((sight) => [sight.choice, sight]));
  return [...pins]
    .filter(([id]) => selected.has(heldAs(id)))
    .map(([id, pinned]): Result => {
      const { asks, clauses } = choiceOf(id);
      const about = {
        rule: heldAs(id),
        clause: clauses[0] ?? '',
        operation: 'choice',
        level: 'pinned',
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
