import type { OperationId } from '../../src/contract/contract.ts';
import { isLost } from '../../src/http/exchange.ts';
import type { Answer, Interrupted } from '../core/evidence.ts';
import { rateRemedy } from '../core/status.ts';
import type { Result } from '../core/verdict.ts';

/** Knows the operations of which nothing was accepted, or most was not answered, because something got in the way. */
export type Unanswered = {
  readonly takeAnswer: (answer: Answer) => void;
  readonly takeInterrupted: (call: Interrupted) => void;
  /** A result as it is to be read: where most replies never came, no rule can say that there was no occasion. */
  readonly explain: (result: Result) => Result;
};

/** Watches the calls of a run; `stood` says how many calls a second got through, where the target complained. */
export function watchUnanswered(stood: () => number | undefined): Unanswered {
  const accepted = new Set<OperationId>();
  const first = new Map<OperationId, Interrupted>();
  /** How many more calls were answered than not. */
  const answered = new Map<OperationId, number>();
  const add = (operation: OperationId, count: number): void => {
    answered.set(operation, (answered.get(operation) ?? 0) + count);
  };
  const withRate = (result: Result): Result => {
    const rate = stood();
    if (result.remedy !== rateRemedy || rate === undefined) return result;
    return { ...result, remedy: `--rate ${roundedDown(rate)}/s` };
  };
  return {
    takeAnswer: (answer) => {
      if (answer.accepted) accepted.add(answer.operation);
      add(answer.operation, 1);
    },
    takeInterrupted: (call) => {
      // What was not sent at all says nothing of the target.
      if (isLost(call.reply) && call.reply.lost === 'unsent') return;
      if (!first.has(call.operation)) first.set(call.operation, call);
      add(call.operation, -1);
    },
    explain: (result) => {
      const { verdict, operation, because } = result;
      // Whether a choice was seen is known where it was looked at.
      if (operation === 'choice') return result;
      const isServed = accepted.has(operation) && (answered.get(operation) ?? 0) >= 0;
      const cut = isServed ? undefined : first.get(operation);
      if (verdict !== 'unexercised' || because !== undefined || !cut) return withRate(result);
      const { why, remedy, call, reply } = cut;
      return withRate({
        ...result,
        verdict: 'inconclusive',
        why,
        ...(remedy === undefined ? {} : { remedy }),
        exchanges: [{ call, reply }],
      });
    },
  };
}

/** A rate in few digits, and not above what it was; some limiters let a call through every few seconds. */
const roundedDown = (rate: number): number =>
  rate < 2 ? Math.max(0.1, Math.floor(rate * 10) / 10) : Math.floor(rate);
