import type { Attempt } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import type { TakenRecheck } from '../engine/rechecks/rechecker.ts';
import type { AttemptPart, RecordedExchange } from './report.ts';

/** Says of each exchange of a check what it was for, so that an inspection of its record judges it as the check did. */
export function purposesOf(
  attempts: readonly Attempt[],
  rechecks: readonly TakenRecheck[],
): (exchange: RunExchange) => Pick<RecordedExchange, 'attempts' | 'recheck'> {
  const parts = new Map<number, AttemptPart[]>();
  for (const [attempt, { exchange, before, after, failedOnce, readings, ...rest }] of attempts.entries()) {
    const about = { ...rest, ...(readings ? { readAfter: readings.after.length } : {}) };
    const roles = [
      { as: 'exchange', one: exchange, about },
      { as: 'before', one: before },
      { as: 'after', one: after },
      { as: 'failedOnce', one: failedOnce },
      { as: 'readBefore', one: readings?.before },
      ...(readings?.after ?? []).map((one, place) => ({ as: 'readAfter', one, place }) as const),
    ] as const;
    for (const { one, ...role } of roles)
      if (one) parts.set(one.id, [...(parts.get(one.id) ?? []), { attempt, ...role }]);
  }
  const taken = new Map(rechecks.map(({ exchange, ...recheck }) => [exchange.id, recheck]));
  return ({ id }) => {
    const [own, recheck] = [parts.get(id), taken.get(id)];
    return { ...(own ? { attempts: own } : {}), ...(recheck ? { recheck } : {}) };
  };
}
