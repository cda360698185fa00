import type { Exchange } from '../../../src/http/exchange.ts';
import type { Attempt } from '../../core/evidence.ts';
import type { AttemptPart } from '../report.ts';

/** Tells what each exchange of a run is in its attempts. A call that was sent more than once is told by its reply, else its last. */
export function attemptParts<T extends Exchange>(
  exchanges: readonly T[],
  attempts: readonly Attempt[],
): ReadonlyMap<T, readonly AttemptPart[]> {
  const sent = Map.groupBy(exchanges, ({ call }) => call);
  const parts = new Map<T, AttemptPart[]>();
  for (const [attempt, { exchange, before, after, ...about }] of attempts.entries()) {
    const roles = [
      { as: 'exchange', one: exchange, about },
      { as: 'before', one: before },
      { as: 'after', one: after },
    ] as const;
    for (const { one, ...role } of roles) {
      const all = (one && sent.get(one.call)) ?? [];
      const recorded = all.find(({ reply }) => reply === one?.reply) ?? all.at(-1);
      if (recorded) parts.set(recorded, [...(parts.get(recorded) ?? []), { attempt, ...role }]);
    }
  }
  return parts;
}
