import { isLost, type Transport } from '../http/exchange.ts';
import { bodiless, isPartial, type PartialResponse } from './responses.ts';

/** Addresses may be relative to the base URL. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Creates a `fetch` without a port. A lost response rejects, as over a network. */
export function createFetch(transport: Transport, baseUrl: string): Fetch {
  return async (input, init) => {
    const address = typeof input === 'string' && input.startsWith('/') ? `${baseUrl}${input}` : input;
    const request = new Request(address, init);
    const { pathname, search, host } = new URL(request.url);
    const body = new Uint8Array(await request.arrayBuffer());
    const responding = transport({
      method: request.method,
      target: pathname + search,
      headers: [['host', host], ...request.headers],
      body,
    });
    const response = await abortable(responding, request.signal);
    if (isPartial(response)) return partialResponse(response, request.signal);
    if (isLost(response)) throw new TypeError('fetch failed', { cause: new Error(response.detail) });
    const { status, headers } = response;
    const content = bodiless.includes(status) ? null : Buffer.from(response.body);
    return new Response(content, { status, headers: headers.map(([...pair]) => pair) });
  };
}

function partialResponse({ sent, ending, detail }: PartialResponse, signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (sent.body.byteLength > 0) controller.enqueue(Buffer.from(sent.body));
      if (ending === 'stall') signal.addEventListener('abort', () => controller.error(signal.reason));
    },
    pull: (controller) => {
      if (ending === 'close') controller.error(new TypeError('terminated', { cause: new Error(detail) }));
    },
  });
  return new Response(body, { status: sent.status, headers: sent.headers.map(([...pair]) => pair) });
}

function abortable<T>(responding: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([responding, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', abort),
  );
}
