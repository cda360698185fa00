import type { Contract } from '../../src/contract/contract.ts';
import { type Exchange, isLost } from '../../src/http/exchange.ts';
import { secretsInRequest } from '../../src/secrets/exchange-secrets.ts';
import { redactorOf } from '../../src/secrets/redactor.ts';
import { isAccepted } from '../core/status.ts';

/** How often requests that differ in their numbers only may get the same page. */
const mostAlike = 1000;

const mostKinds = 100;

/**
 * Watches for a client that pages for ever, since the server ignores a parameter that it does not know. Calls `onEndless` with a
 * sentence once requests that differ in their numbers only got the same page so often.
 */
export function createPagingGuard(
  contract: Contract,
  onEndless: (why: string) => void,
): (exchange: Exchange) => void {
  const kinds = new Map<string, { target: string; body: Uint8Array; count: number }>();
  return ({ request, response }) => {
    if (request.method !== 'GET' || isLost(response) || !isAccepted({ response })) return;
    const kind = request.target.replaceAll(/\d+/g, '0');
    const before = kinds.get(kind);
    if (!before || Buffer.compare(before.body, response.body) !== 0) {
      if (kinds.size >= mostKinds) kinds.clear();
      kinds.set(kind, { target: request.target, body: response.body, count: 1 });
      return;
    }
    if (before.target === request.target) return;
    before.target = request.target;
    before.count += 1;
    if (before.count !== mostAlike) return;
    const target = redactorOf(contract, secretsInRequest(contract, request)).foreign(request.target);
    onEndless(
      `stopped, because ${mostAlike} requests got the same page, the last one GET ${target}; check the names of its parameters`,
    );
  };
}
