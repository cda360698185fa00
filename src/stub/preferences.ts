import { type Header, type HttpRequest, header, isLost, type Middleware } from '../http/exchange.ts';
import { defined } from '../json/json.ts';
import type { Choices } from './choices.ts';
import {
  emptyResponse,
  forceStatus,
  isFinalStatus,
  reasonHeaderNames,
  withResponseHeader,
} from './responses.ts';
import type { Delays } from './state.ts';

const exposed = [
  ...Object.values(reasonHeaderNames),
  'assay-fault',
  'preference-applied',
  'allow',
  'retry-after',
  'www-authenticate',
].join(', ');

/**
 * Allows pages of any origin, since a stub has nothing to protect. The origin is named, since a browser accepts no `*`
 * for a request with credentials.
 */
export const allowOrigins: Middleware = (next) => async (request) => {
  const origin = header(request.headers, 'origin');
  if (origin === undefined) return next(request);
  const allowed: readonly Header[] = [
    ['access-control-allow-origin', origin],
    ['access-control-allow-credentials', 'true'],
  ];
  const method = header(request.headers, 'access-control-request-method');
  if (request.method === 'OPTIONS' && method !== undefined) {
    return emptyResponse(204, [
      ...allowed,
      ['access-control-allow-methods', method],
      ['access-control-allow-headers', header(request.headers, 'access-control-request-headers') ?? '*'],
      ['access-control-max-age', '600'],
      ['vary', 'origin, access-control-request-method, access-control-request-headers'],
    ]);
  }
  const response = await next(request);
  if (isLost(response)) return response;
  const added: readonly Header[] = [
    ...allowed,
    ['access-control-expose-headers', exposed],
    ['vary', 'origin'],
  ];
  return { ...response, headers: [...response.headers, ...added] };
};

/** In milliseconds. */
const longestDelay = 60_000;

/** Honours `Prefer: code=503` and `Prefer: delay=200`, and ignores others, as RFC 7240 requires. */
export const applyPreferences =
  (choices: Choices, { wait }: Delays): Middleware =>
  (next) =>
  async (request) => {
    if (header(request.headers, 'prefer') === undefined) return next(request);
    const preferences = readPreferences(request);
    const { code, delay } = preferences;
    if (delay !== undefined) await wait(delay);
    const response = await (code === undefined ? next : forceStatus(code, choices)(next))(request);
    if (isLost(response)) return response;
    const applied = Object.entries(preferences).map(([name, value]) => `${name}=${value}`);
    return applied.length > 0
      ? withResponseHeader(response, 'preference-applied', applied.join(', '))
      : response;
  };

function readPreferences({ headers }: HttpRequest): { readonly code?: number; readonly delay?: number } {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'prefer').map(([, value]) => value);
  const given = (name: string): number | undefined => {
    const text = new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*"?(\\d{1,9})"?\\s*(?:[,;]|$)`, 'i').exec(
      lines.join(','),
    );
    return text ? Number(text[1]) : undefined;
  };
  const code = given('code');
  const delay = given('delay');
  return defined({
    code: code !== undefined && isFinalStatus(code) ? code : undefined,
    delay: delay !== undefined && delay <= longestDelay ? delay : undefined,
  });
}
