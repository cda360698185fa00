import { type Call, header, isLost, type Middleware } from '../http/exchange.ts';
import type { Choices } from './choices.ts';
import { emptyReply, forceStatus, isFinalStatus, reasonHeaderNames, withHeader } from './responses.ts';
import type { Delays } from './state.ts';

const exposed = [
  ...Object.values(reasonHeaderNames),
  'assay-fault',
  'preference-applied',
  'allow',
  'retry-after',
  'www-authenticate',
].join(', ');

/** Allows pages of any origin, since a stub has nothing to protect. */
export const allowOrigins: Middleware = (next) => async (call) => {
  if (header(call.headers, 'origin') === undefined) return next(call);
  const method = header(call.headers, 'access-control-request-method');
  if (call.method === 'OPTIONS' && method !== undefined) {
    return emptyReply(204, [
      ['access-control-allow-origin', '*'],
      ['access-control-allow-methods', method],
      ['access-control-allow-headers', header(call.headers, 'access-control-request-headers') ?? '*'],
      ['access-control-max-age', '600'],
      ['vary', 'access-control-request-method, access-control-request-headers'],
    ]);
  }
  const reply = await next(call);
  if (isLost(reply)) return reply;
  const open = withHeader(reply, 'access-control-allow-origin', '*');
  return withHeader(open, 'access-control-expose-headers', exposed);
};

/** In milliseconds. */
const longestDelay = 60_000;

type Preferences = { readonly code?: number; readonly delay?: number };

/** Honours `Prefer: code=503` and `Prefer: delay=200`, and ignores others, as RFC 7240 requires. */
export const applyPreferences =
  (choices: Choices, { wait }: Delays): Middleware =>
  (next) =>
  async (call) => {
    if (header(call.headers, 'prefer') === undefined) return next(call);
    const preferences = readPreferences(call);
    const { code, delay } = preferences;
    if (delay !== undefined) await wait(delay);
    const reply = await (code === undefined ? next : forceStatus(code, choices)(next))(call);
    if (isLost(reply)) return reply;
    const applied = Object.entries(preferences).map(([name, value]) => `${name}=${value}`);
    return applied.length > 0 ? withHeader(reply, 'preference-applied', applied.join(', ')) : reply;
  };

function readPreferences({ headers }: Call): Preferences {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'prefer').map(([, value]) => value);
  const given = (name: string): number | undefined => {
    const text = new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*"?(\\d{1,9})"?\\s*(?:[,;]|$)`, 'i').exec(
      lines.join(','),
    );
    return text ? Number(text[1]) : undefined;
  };
  const code = given('code');
  const delay = given('delay');
  return {
    ...(code !== undefined && isFinalStatus(code) ? { code } : {}),
    ...(delay !== undefined && delay <= longestDelay ? { delay } : {}),
  };
}
