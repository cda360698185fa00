import type { HttpResponse } from '../src/http/exchange.ts';

/** A response, by default without headers and a body. */
export const responseOf = (
  status: number,
  headers: HttpResponse['headers'] = [],
  body: string | Uint8Array = '',
): HttpResponse => ({ status, headers, body: Buffer.from(body), ms: 1 });

/** A response with a JSON body, or with none. */
export const jsonResponse = (
  status: number,
  value?: unknown,
  headers: HttpResponse['headers'] = [],
): HttpResponse =>
  value === undefined
    ? responseOf(status, headers)
    : responseOf(status, [['content-type', 'application/json'], ...headers], JSON.stringify(value));
