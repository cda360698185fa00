import type { OperationId } from '../../src/contract/contract.ts';
import { type Exchange, isLost } from '../../src/http/exchange.ts';
import type { Answer, Interrupted } from '../core/evidence.ts';
import { isOption, type Remedy, rateRemedy } from '../core/remedies.ts';
import type { Result } from '../core/verdict.ts';
import { Forms, withFormOfRejection } from './rejection-forms.ts';

/** Knows the operations of which nothing was accepted, or most was not answered, because something got in the way. */
type Unanswered = {
  readonly takeAnswer: (answer: Answer) => void;
  readonly takeInterrupted: (call: Interrupted) => void;
  /** A result as it is to be read: where most responses never came, no rule can say that there was no data. */
  readonly explain: (result: Result) => Result;
  /** The rate at which a rejection would not have come, if others that look like it were limits of a rate. */
  readonly rateAgainst: (exchange: Exchange) => Remedy | undefined;
};

/**
 * Watches the calls of a run; `stood` says how many calls a second got through, where the target complained, and
 * `wasAccepted` whether any call of an operation was accepted.
 */
export function watchUnanswered(
  stood: () => number | undefined,
  wasAccepted: (about: { readonly operation: OperationId }) => boolean,
): Unanswered {
  const first = new Map<OperationId, Interrupted>();
  /** How many more calls got a response than not. */
  const answered = new Map<OperationId, number>();
  const add = (operation: OperationId, count: number): void => {
    answered.set(operation, (answered.get(operation) ?? 0) + count);
  };
  const forms = new Forms();
  /** That most creations of an operation were blocked, if they were; how fast they were let through. */
  const mostBlocked = (operation: OperationId): Pick<Result, 'why' | 'remedy'> | undefined => {
    const { blocked, all } = forms.of(operation);
    if (!wasAccepted({ operation }) || blocked * 2 <= all) return undefined;
    return {
      why: `${blocked} of ${all} requests seem to be blocked: the same requests are accepted at other times`,
      remedy: remedyOf(rate() ?? slowest),
    };
  };
  /** How many requests a second got through since a limiter said so, or some were blocked; undefined if neither happened. */
  const rate = (): number | undefined => stood() ?? forms.rate();
  /** A result that names the rate at which requests got through, if what it lacks is a lower one. */
  const withRate = (result: Result): Result => {
    // A limiter has its requests sent again, and these use up what may be sent.
    const isUsedUp = isOption(result.remedy, '--max-writes');
    const most = isUsedUp ? stood() : rate();
    if ((result.remedy !== rateRemedy && !isUsedUp) || most === undefined) return result;
    const why = isUsedUp ? { why: `${result.why}; a limit of requests per time is the cause` } : {};
    return { ...result, ...why, remedy: remedyOf(most) };
  };
  return {
    rateAgainst: ({ reply }) =>
      !isLost(reply) && forms.isBlocking(reply) ? remedyOf(rate() ?? slowest) : undefined,
    takeAnswer: (answer) => {
      forms.take(answer);
      add(answer.operation, 1);
    },
    takeInterrupted: (call) => {
      // What was not sent at all says nothing of the target.
      if (isLost(call.reply) && call.reply.lost === 'unsent') return;
      forms.takeBlocked(call);
      if (!first.has(call.operation)) first.set(call.operation, call);
      add(call.operation, -1);
    },
    explain: (result) => {
      const { verdict, operation, because } = result;
      // Whether a choice was seen is known where it was read.
      if (operation === undefined) return result;
      const isServed = wasAccepted({ operation }) && (answered.get(operation) ?? 0) >= 0;
      const cut = isServed ? undefined : first.get(operation);
      const blocked = mostBlocked(operation);
      const isBlocked = result.exchanges.some(({ reply }) => !isLost(reply) && forms.isBlocking(reply));
      const isOpen = (verdict === 'untested' && because === undefined) || (verdict === 'fail' && isBlocked);
      if (isOpen && blocked) {
        const { expected: _expected, saw: _saw, cause: _cause, ...same } = result;
        return { ...same, verdict: 'inconclusive', ...blocked };
      }
      if (verdict !== 'untested' || because !== undefined || !cut)
        return withFormOfRejection(withRate(result), forms.own());
      const { why, remedy, call, reply } = cut;
      const { cause: _cause, ...same } = result;
      const open = { ...same, verdict: 'inconclusive', why, exchanges: [{ call, reply }] } as const;
      return withRate(remedy === undefined ? open : { ...open, remedy });
    },
  };
}

/** The slowest rate that is named where it is not known how many requests got through, in requests a second. */
const slowest = 1;

const remedyOf = (rate: number): Remedy => ({
  kind: 'option',
  option: '--rate',
  value: `${roundedDown(rate)}/s`,
});

/** A rate in few digits, and not above what it was; some limiters let a call through every few seconds. */
const roundedDown = (rate: number): number =>
  rate < 2 ? Math.max(0.1, Math.floor(rate * 10) / 10) : Math.floor(rate);
