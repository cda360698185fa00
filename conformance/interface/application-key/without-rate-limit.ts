import type { Exchange } from '../../../src/http/exchange.ts';
import type { Look } from '../../core/look.ts';

/** What is answered to a request with a rate limit of 0, which `send` sends once in a run; undefined if none was sent. */
export const withoutRateLimit = (
  look: Look,
  send: () => Promise<Exchange | undefined> = async () => undefined,
): Promise<Exchange | undefined> => look.shared('a key with a rate limit of 0', send);
