import type { Exchange } from '../../../src/http/exchange.ts';
import type { Attempt } from '../../core/evidence.ts';
import type { TakenRecheck } from '../../runner/page-rechecks.ts';
import type { AttemptPart, RecordedRecheck } from '../report.ts';

/** What an exchange of a run was for, beyond what it shows by itself. */
type Purpose = { readonly attempts?: readonly AttemptPart[]; readonly recheck?: RecordedRecheck };

/** Tells what the exchanges of a run were for. A call that was sent more than once is told by its response, else its last. */
export function purposesOf<T extends Exchange>(
  exchanges: readonly T[],
  attempts: readonly Attempt[],
  rechecks: readonly TakenRecheck[],
): (exchange: T) => Purpose {
  const sent = Map.groupBy(exchanges, ({ call }) => call);
  const recordOf = ({ call, reply }: Exchange): T | undefined => {
    const all = sent.get(call) ?? [];
    return all.find((one) => one.reply === reply) ?? all.at(-1);
  };
  const parts = new Map<T, AttemptPart[]>();
  for (const [attempt, { exchange, before, after, failedOnce, ...about }] of attempts.entries()) {
    const roles = [
      { as: 'exchange', one: exchange, about },
      { as: 'before', one: before },
      { as: 'after', one: after },
      { as: 'failedOnce', one: failedOnce },
    ] as const;
    for (const { one, ...role } of roles) {
      const recorded = one && recordOf(one);
      if (recorded) parts.set(recorded, [...(parts.get(recorded) ?? []), { attempt, ...role }]);
    }
  }
  const taken = new Map(rechecks.map(({ exchange, ...recheck }) => [recordOf(exchange), recheck]));
  return (exchange) => {
    const [own, recheck] = [parts.get(exchange), taken.get(exchange)];
    return { ...(own ? { attempts: own } : {}), ...(recheck ? { recheck } : {}) };
  };
}
