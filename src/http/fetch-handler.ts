import type { Header, HttpRequest, HttpResponse, Lost, Transport } from './exchange.ts';

/** A web handler: `fetch` of a Hono, Elysia or h3 app, a route of Next or Remix, what Deno and Bun serve. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Options for calling a handler. */
export type FetchHandlerOptions = {
  /** The base URL of requests; targets are appended to it. */
  readonly baseUrl?: string;
  /** How long one exchange may take, in milliseconds. */
  readonly timeout?: number;
};

/** Calls a handler in this process. If it throws, the response is a 500. What a `Request` cannot express is not sent. */
export function fromFetch(
  handler: FetchHandler,
  { baseUrl = 'http://localhost', timeout = 10_000 }: FetchHandlerOptions = {},
): Transport {
  const base = baseUrl.replace(/\/+$/, '');
  return async (request) => {
    const begin = performance.now();
    const ms = (): number => performance.now() - begin;
    const signal = AbortSignal.timeout(timeout);
    let fetchRequest: Request;
    try {
      fetchRequest = webRequest(base + request.target, request, signal);
    } catch (error) {
      return { lost: 'unsent', detail: `a Request cannot express it (${errorMessage(error)})`, ms: ms() };
    }
    const expired = Promise.withResolvers<Lost>();
    signal.addEventListener('abort', () =>
      expired.resolve({ lost: 'timeout', detail: `no complete response within ${timeout} ms`, ms: ms() }),
    );
    return Promise.race([respond(handler, fetchRequest, ms), expired.promise]);
  };
}

function webRequest(url: string, { method, headers, body }: HttpRequest, signal: AbortSignal): Request {
  const hasBody = body !== undefined && body.byteLength > 0;
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    signal,
    ...(hasBody ? { body: Buffer.from(body) } : {}),
  });
}

async function respond(handler: FetchHandler, request: Request, ms: () => number): Promise<HttpResponse> {
  try {
    const response = await handler(request);
    const body = new Uint8Array(await response.arrayBuffer());
    const headers = [...response.headers].map(([name, value]): Header => [name, value]);
    return { status: response.status, headers, body, ms: ms() };
  } catch (error) {
    const body = Buffer.from(`the handler threw: ${errorMessage(error)}`);
    return { status: 500, headers: [['content-type', 'text/plain']], body, ms: ms() };
  }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
