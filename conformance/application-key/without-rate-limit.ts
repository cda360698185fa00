import type { Exchange } from '../../src/http/exchange.ts';
import type { Context } from '../core/context.ts';

/** The response to a request with a rate limit of 0, which `send` sends once in a run; undefined if none was sent. */
export const withoutRateLimit = (
  context: Context,
  send: () => Promise<Exchange | undefined> = async () => undefined,
): Promise<Exchange | undefined> => context.shared('a key with a rate limit of 0', send);
