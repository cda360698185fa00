import type { OperationId } from '../../src/contract/contract.ts';
import { type Exchange, header, isLost, type Reply } from '../../src/http/exchange.ts';
import type { Answer, Interrupted } from '../core/evidence.ts';
import { mayPass, rateRemedy, wasRejected } from '../core/status.ts';
import type { Result } from '../core/verdict.ts';

/** Knows the operations of which nothing was accepted, or most was not answered, because something got in the way. */
type Unanswered = {
  readonly takeAnswer: (answer: Answer) => void;
  readonly takeInterrupted: (call: Interrupted) => void;
  /** A result as it is to be read: where most responses never came, no rule can say that there was no data. */
  readonly explain: (result: Result) => Result;
  /** The rate at which a rejection would not have come, if others that look like it were limits of a rate. */
  readonly rateAgainst: (exchange: Exchange) => string | undefined;
};

/**
 * Watches the calls of a run; `was` says how many calls a second got through, where the target complained, and
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
  const withRate = (result: Result): Result => {
    const rate = stood();
    // A limiter has its requests sent again, and these use up what may be sent.
    const isUsedUp = result.remedy?.startsWith('--max-writes') === true;
    if ((result.remedy !== rateRemedy && !isUsedUp) || rate === undefined) return result;
    const why = isUsedUp ? { why: `${result.why}; a limit of requests per time is the cause` } : {};
    return { ...result, ...why, remedy: `--rate ${roundedDown(rate)}/s` };
  };
  const began = performance.now();
  const forms = new Forms();
  /** That most creations of an operation were blocked, if they were; how fast they were let through. */
  const mostBlocked = (operation: OperationId): Pick<Result, 'why' | 'remedy'> | undefined => {
    const { blocked, all, accepted: some } = forms.of(operation);
    if (!wasAccepted({ operation }) || blocked * 2 <= all) return undefined;
    return {
      why: `${blocked} of ${all} requests seem to be blocked: the same requests are accepted at other times`,
      remedy: rateOf(some),
    };
  };
  const rateOf = (count: number): string =>
    `--rate ${roundedDown(stood() ?? (count * 1000) / Math.max(1000, performance.now() - began))}/s`;
  /** Tells that a rejection looks unlike the server's own. */
  const tellForm = (result: Result): Result => {
    const [exchange] = result.exchanges;
    const { reply } = exchange ?? {};
    if (!exchange || !reply || isLost(reply) || !wasRejected(exchange)) return result;
    const own = forms.own();
    if (own === undefined || own === formOf(reply)) return result;
    const look = 'read its log, and check Host and the other headers of the request';
    // What quotes a page of HTML names the cause itself.
    const cause = result.why?.includes('something in front of')
      ? look
      : `a gateway may have sent it, so ${look}`;
    const tell = `; this rejection (${formOf(reply)}) does not look like the server's own (${own}): ${cause}`;
    // A firewall answers so, and a server that answers the rest otherwise is hardly one.
    const { expected: _expected, saw: _saw, ...open } = result;
    if (result.verdict === 'fail' && firewalls.includes(reply.status))
      return { ...open, verdict: 'inconclusive', why: `${result.why}${tell}` };
    return {
      ...result,
      ...(result.why === undefined ? {} : { why: result.why + tell }),
      ...(result.saw === undefined ? {} : { saw: result.saw + tell }),
    };
  };
  return {
    rateAgainst: ({ reply }) =>
      !isLost(reply) && forms.isBlocking(reply) ? rateOf(forms.accepted()) : undefined,
    takeAnswer: (answer) => {
      forms.take(answer);
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
      // Whether a choice was seen is known where it was read.
      if (operation === undefined) return result;
      const isServed = wasAccepted({ operation }) && (answered.get(operation) ?? 0) >= 0;
      const cut = isServed ? undefined : first.get(operation);
      const blocked = mostBlocked(operation);
      if (verdict === 'untested' && because === undefined && blocked)
        return { ...result, verdict: 'inconclusive', ...blocked };
      if (verdict !== 'untested' || because !== undefined || !cut) return tellForm(withRate(result));
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

/** By these, firewalls reject. */
const firewalls = [403, 406];

/** How a rejection looks: its media type, and whoever says that it answers. */
function formOf({ headers }: Reply): string {
  const server = header(headers, 'server');
  const type = header(headers, 'content-type')?.split(';')[0] ?? 'no Content-Type';
  return server === undefined ? type : `${type} by ${server.slice(0, 40)}`;
}

const keyOf = (reply: Reply): string => `${reply.status} ${formOf(reply)}`;

/** The fewest rejections of one form that show the server's own. */
const fewest = 3;

type Counted = { all: number; accepted: number; readonly failed: Map<string, number> };

/** What a run learns of how rejections look. */
class Forms {
  readonly #counted = new Map<OperationId, Counted>();
  /** Those by which calls failed that are accepted at other times. */
  readonly #blocking = new Set<string>();
  readonly #rejected = new Map<string, number>();

  take({ operation, call, reply, accepted }: Answer): void {
    const counted = this.#counted.get(operation) ?? { all: 0, accepted: 0, failed: new Map() };
    this.#counted.set(operation, counted);
    counted.all += 1;
    if (accepted) counted.accepted += 1;
    const form = formOf(reply);
    if (reply.failedOnce) this.#blocking.add(keyOf(reply.failedOnce));
    if (mayPass({ reply })) {
      const key = keyOf(reply);
      counted.failed.set(key, (counted.failed.get(key) ?? 0) + 1);
      if (call.isDue && call.body && counted.accepted > 0) this.#blocking.add(key);
    }
    if (!call.isDue && reply.status >= 400 && reply.status <= 499)
      this.#rejected.set(form, (this.#rejected.get(form) ?? 0) + 1);
  }

  of(operation: OperationId): { blocked: number; all: number; accepted: number } {
    const { all = 0, accepted = 0, failed = new Map<string, number>() } = this.#counted.get(operation) ?? {};
    const blocked = [...failed].filter(([key]) => this.#blocking.has(key));
    return { all, accepted, blocked: blocked.reduce((sum, [, count]) => sum + count, 0) };
  }

  /** Whether calls failed with such a response that are accepted at other times. */
  isBlocking(reply: Reply): boolean {
    return this.#blocking.has(keyOf(reply));
  }

  /** How many calls were accepted. */
  accepted(): number {
    return [...this.#counted.values()].reduce((sum, { accepted }) => sum + accepted, 0);
  }

  /** The form of most rejections of what is to be rejected, if there are enough of them. */
  own(): string | undefined {
    const [most] = [...this.#rejected].toSorted(([, one], [, other]) => other - one);
    return most && most[1] >= fewest ? most[0] : undefined;
  }
}
