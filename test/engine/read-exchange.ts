import type { ReadExchange } from '../../conformance/core/evidence.ts';
import type { RunRequest } from '../../conformance/core/exchange.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';

/** A request and its response as a run reads them, with no JSON that a rule would judge. */
export const readExchange = (
  request: RunRequest,
  response: HttpResponse,
  more: Partial<ReadExchange> = {},
): ReadExchange => ({
  id: 1,
  request,
  response,
  operation: 'node-products',
  accepted: response.status < 300,
  requestContent: { defects: [] },
  body: { json: {} },
  ...more,
});
