import type { OperationId } from '../../src/contract/contract.ts';
import { header, isLost, type Reply } from '../../src/http/exchange.ts';
import type { Answer, Interrupted } from '../core/evidence.ts';
import { mayPass, wasRejected } from '../core/status.ts';
import type { Result } from '../core/verdict.ts';

/** A result that says so if a rejection looks unlike most of the server, which have the form `own`. */
export function withFormOfRejection(result: Result, own: Form | undefined): Result {
  const [exchange] = result.exchanges;
  const { reply } = exchange ?? {};
  if (!exchange || !reply || isLost(reply) || !wasRejected(exchange)) return result;
  const form = formOf(reply);
  if (own === undefined || wordsOf(own) === wordsOf(form)) return result;
  // Frameworks have pages of their own: only another name in `Server` is a sign that something else answered.
  const cause = form.server === own.server ? '' : 'a gateway may have sent it, so ';
  const tell = `; this rejection (${wordsOf(form)}) does not look like the server's own (${wordsOf(own)}): ${cause}read the log of the server, and check Host and the other headers of the request`;
  // A firewall answers so, and a server that answers the rest otherwise is hardly one.
  const { expected: _expected, saw: _saw, ...open } = result;
  if (result.verdict === 'fail' && firewalls.includes(reply.status))
    return { ...open, verdict: 'inconclusive', why: `${result.why}${tell}` };
  return {
    ...result,
    ...(result.why === undefined ? {} : { why: result.why + tell }),
    ...(result.saw === undefined ? {} : { saw: result.saw + tell }),
  };
}

/** By these, firewalls reject. */
const firewalls = [403, 406];

/** How a rejection looks: its media type, and the name in `Server`. */
type Form = { readonly type: string; readonly server: string | undefined };

const formOf = ({ headers }: Reply): Form => ({
  type: header(headers, 'content-type')?.split(';')[0] ?? 'no Content-Type',
  server: header(headers, 'server')?.slice(0, 40),
});

const wordsOf = ({ type, server }: Form): string => (server === undefined ? type : `${type} by ${server}`);

const keyOf = (reply: Reply): string => `${reply.status} ${wordsOf(formOf(reply))}`;

/** The fewest rejections of one form that show the server's own. */
const fewest = 3;

type Counted = {
  all: number;
  accepted: number;
  readonly failed: Map<string, number>;
  /** When the first response came, on the clock of `performance.now()`, and when the last did that was accepted. */
  readonly began: number;
  last: number;
};

/** What a run learns of how rejections look. */
export class Forms {
  readonly #counted = new Map<OperationId, Counted>();
  /** Those by which calls failed that are accepted at other times. */
  readonly #blocking = new Set<string>();
  readonly #rejected = new Map<string, { readonly form: Form; count: number }>();

  take({ operation, call, reply, accepted }: Answer): void {
    const counted = this.#countedOf(operation);
    counted.all += 1;
    if (accepted) {
      counted.accepted += 1;
      counted.last = performance.now();
    }
    const form = formOf(reply);
    if (reply.failedOnce) this.#blocking.add(keyOf(reply.failedOnce));
    if (mayPass({ reply })) {
      const key = keyOf(reply);
      counted.failed.set(key, (counted.failed.get(key) ?? 0) + 1);
      if (call.isDue && call.body && counted.accepted > 0) this.#blocking.add(key);
    }
    if (call.isDue || reply.status < 400 || reply.status > 499) return;
    const rejected = this.#rejected.get(wordsOf(form)) ?? { form, count: 0 };
    rejected.count += 1;
    this.#rejected.set(wordsOf(form), rejected);
  }

  /** Takes a request that got no other response however often it was sent, while others are accepted. */
  takeBlocked({ operation, reply }: Interrupted): void {
    if (isLost(reply) || reply.cameBack !== 'blocked') return;
    const counted = this.#countedOf(operation);
    const key = keyOf(reply);
    counted.all += 1;
    counted.failed.set(key, (counted.failed.get(key) ?? 0) + 1);
    this.#blocking.add(key);
  }

  #countedOf(operation: OperationId): Counted {
    const now = performance.now();
    const counted = this.#counted.get(operation) ?? {
      all: 0,
      accepted: 0,
      failed: new Map(),
      began: now,
      last: now,
    };
    this.#counted.set(operation, counted);
    return counted;
  }

  of(operation: OperationId): { readonly blocked: number; readonly all: number } {
    const { all, failed } = this.#countedOf(operation);
    const blocked = [...failed].filter(([key]) => this.#blocking.has(key));
    return { all, blocked: blocked.reduce((sum, [, count]) => sum + count, 0) };
  }

  /** Whether calls failed with such a response that are accepted at other times. */
  isBlocking(reply: Reply): boolean {
    return this.#blocking.has(keyOf(reply));
  }

  /**
   * Half of the requests a second that were accepted of the operation of which most were blocked, since limiters let the first
   * through that come at once; undefined if none was blocked.
   */
  rate(): number | undefined {
    const [most] = [...this.#counted.keys()].toSorted(
      (one, other) => this.of(other).blocked - this.of(one).blocked,
    );
    if (most === undefined || this.of(most).blocked === 0) return undefined;
    const { accepted, began, last } = this.#countedOf(most);
    return (accepted * 500) / Math.max(1000, last - began);
  }

  /** The form of most rejections of what is to be rejected, if there are enough of them. */
  own(): Form | undefined {
    const [most] = [...this.#rejected.values()].toSorted((one, other) => other.count - one.count);
    return most && most.count >= fewest ? most.form : undefined;
  }
}
