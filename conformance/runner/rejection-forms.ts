import type { OperationId } from '../../src/contract/contract.ts';
import { header, isLost, type Reply } from '../../src/http/exchange.ts';
import type { Answer } from '../core/evidence.ts';
import { mayPass, wasRejected } from '../core/status.ts';
import type { Result } from '../core/verdict.ts';

/** A result that says so if a rejection looks unlike most of the server, which have the form `own`. */
export function withFormOfRejection(result: Result, own: string | undefined): Result {
  const [exchange] = result.exchanges;
  const { reply } = exchange ?? {};
  if (!exchange || !reply || isLost(reply) || !wasRejected(exchange)) return result;
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
}

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
export class Forms {
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
