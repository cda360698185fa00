import { type Exchange, isLost } from '../../src/http/exchange.ts';
import { secretsInCall } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';

/** How often requests that differ in their numbers only may get the same page. */
const mostAlike = 1000;

/** How many kinds of requests are kept in mind. */
const mostKinds = 100;

/**
 * Watches for a client that pages for ever, since the server ignores a parameter that it does not know. Calls `onEndless` with a
 * sentence once requests that differ in their numbers only got the same page so often.
 */
export function createPagingGuard(onEndless: (why: string) => void): (exchange: Exchange) => void {
  const kinds = new Map<string, { target: string; body: Uint8Array; count: number }>();
  return ({ call, reply }) => {
    if (call.method !== 'GET' || isLost(reply) || reply.status >= 300) return;
    const kind = call.target.replaceAll(/\d+/g, '0');
    const before = kinds.get(kind);
    if (!before || Buffer.compare(before.body, reply.body) !== 0) {
      if (kinds.size >= mostKinds) kinds.clear();
      kinds.set(kind, { target: call.target, body: reply.body, count: 1 });
      return;
    }
    if (before.target === call.target) return;
    before.target = call.target;
    before.count += 1;
    if (before.count !== mostAlike) return;
    const target = createRedactor(secretsInCall(call)).foreign(call.target);
    onEndless(
      `stopped, because ${mostAlike} requests got the same page, the last one GET ${target}; check the names of its parameters`,
    );
  };
}
