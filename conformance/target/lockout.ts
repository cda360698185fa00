import { isOfKind, type OperationId } from '../../src/contract/operations/operations.ts';
import { isLost, type Reply } from '../../src/http/exchange.ts';
import type { Answer } from '../core/evidence.ts';
import type { Result } from '../core/verdict.ts';

/** Knows which operations let the check in no longer. */
type Lockouts = {
  readonly takeAnswer: (answer: Answer) => void;
  /** A result as it is to be read: a request that was locked out proves nothing, and is why others were not sent. */
  readonly explain: (result: Result) => Result;
};

/** By these, somebody is kept out, or has used up what was paid for. */
const keptOut = [401, 402, 403];

/** The fewest requests that show it. */
const fewest = 10;

/** What was rejected since an operation last accepted a request. */
type Rejected = { readonly first: Answer; count: number; isDue: boolean };

/**
 * Watches listings for a lockout: some are accepted, and from one request on none is, with one status. So do firewalls
 * that take a request for an attack, and servers whose tokens expire. What waiting helps against is a limiter.
 */
export function watchLockouts(): Lockouts {
  const accepting = new Set<OperationId>();
  const rejected = new Map<OperationId, Rejected>();
  /** Statuses that went away when a request was sent again: a limiter's. */
  const passing = new Set<number>();
  return {
    takeAnswer: (answer) => {
      const { operation, call, reply, accepted } = answer;
      if (accepted && reply.failedOnce) passing.add(reply.failedOnce.status);
      if (!isOfKind(operation, 'list')) return;
      if (accepted) {
        accepting.add(operation);
        rejected.delete(operation);
        return;
      }
      if (!accepting.has(operation) || !keptOut.includes(reply.status)) return;
      const since = rejected.get(operation) ?? { first: answer, count: 0, isDue: false };
      if (!isAlike(since, reply)) return;
      since.count += 1;
      since.isDue ||= call.isDue === true;
      rejected.set(operation, since);
    },
    explain: (result) => {
      const { operation, verdict, because } = result;
      const since = operation && rejected.get(operation);
      if (!operation || !since?.isDue || since.count < fewest || passing.has(since.first.reply.status))
        return result;
      const [shown] = result.exchanges;
      const isRejected = shown !== undefined && !isLost(shown.reply) && isAlike(since, shown.reply);
      const isOpen = verdict === 'untested' && because === undefined;
      if (!isOpen && !(isRejected && ['fail', 'inconclusive'].includes(verdict))) return result;
      const {
        expected: _expected,
        saw: _saw,
        cause: _cause,
        intermittent: _intermittent,
        remedy: _remedy,
        ...same
      } = result;
      return { ...same, verdict: 'inconclusive', ...causeOf(operation, since), exchanges: [since.first] };
    },
  };
}

function causeOf(
  operation: OperationId,
  { first: { call, reply }, count }: Rejected,
): Pick<Result, 'why' | 'remedy'> {
  const what = `from ${call.method} ${call.target} on, ${count} requests were rejected (${reply.status}) and none was accepted`;
  if (reply.status === 402) return { why: `${what}: a quota may be used up` };
  if (reply.status !== 401)
    return { why: `${what}: a firewall may have locked out the check; let the check through it` };
  const remedy = { kind: 'token', operation, token: 'one that stays valid for the whole check' } as const;
  return { why: `${what}: the token may have expired`, remedy };
}

const isAlike = ({ first }: Pick<Rejected, 'first'>, { status }: Reply): boolean =>
  first.reply.status === status;
