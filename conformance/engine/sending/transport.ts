import type { HttpRequest, HttpResponse, Lost, OptionRemedy } from '../../../src/http/exchange.ts';

/** A transport for requests of which more is known. */
export type TransportOf<Request extends HttpRequest> = (request: Request) => Promise<HttpResponse | Lost>;

/** What is returned for a request that is not sent. */
export const unsent = (detail: string, remedy?: OptionRemedy): Lost => ({
  lost: 'unsent',
  detail,
  ...(remedy === undefined ? {} : { remedy }),
  ms: 0,
});
