import type { HttpResponse } from '../src/http/exchange.ts';

/** A response with a JSON body, or with none. */
export const jsonResponse = (
  status: number,
  value?: unknown,
  headers: HttpResponse['headers'] = [],
): HttpResponse => ({
  status,
  headers: value === undefined ? headers : [['content-type', 'application/json'], ...headers],
  body: Buffer.from(value === undefined ? '' : JSON.stringify(value)),
  ms: 1,
});
