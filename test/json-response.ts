import type { HttpResponse } from '../src/http/exchange.ts';

/** A response with a JSON body. */
export const jsonResponse = (
  status: number,
  value: unknown,
  headers: HttpResponse['headers'] = [],
): HttpResponse => ({
  status,
  headers: [['content-type', 'application/json'], ...headers],
  body: Buffer.from(JSON.stringify(value)),
  ms: 1,
});
