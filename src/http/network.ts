import manifest from '../../package.json' with { type: 'json' };
import { atOnce } from '../at-once.ts';
import { longestBody } from '../json/body.ts';
import { decompress } from './decompress.ts';
import { createDispatcher, type Dispatcher, type Environment } from './dispatcher.ts';
import { type Call, type Header, header, type Lost, type Reply, type Transport } from './exchange.ts';
import { describeNetworkError, isUnsolicited } from './network-error.ts';
import { nodeHttp } from './node-http.ts';
import { receive } from './receive.ts';

/** Options for talking to a target. */
type NetworkOptions = {
  /** How many connections may be open at once. */
  readonly connections: number;
  /** How long one exchange may take, in milliseconds. */
  readonly timeout: number;
  /** Whether to accept certificates that cannot be verified; false by default. */
  readonly insecure?: boolean;
  /** The environment that names proxies; that of the process by default. */
  readonly env?: Environment;
};

/** How assay names itself, since firewalls block requests that name nobody (READINGS 28). */
const userAgent: Header = ['user-agent', `assay/${manifest.version}`];

/** A transport over connections that have to be closed. */
type Network = { readonly transport: Transport; readonly close: () => Promise<void> };

/** A few kilobytes may unpack to the longest response: not several of them at once. */
const oneByOne = atOnce(1);

/**
 * A transport over HTTP to a base URL, which may have a path: targets are appended to it.
 * Redirects are not followed, and every network error becomes a {@link Lost}. Each call is sent once: whoever repeats
 * it knows of it.
 */
export function network(
  baseUrl: string,
  { connections, timeout, insecure = false, env = process.env }: NetworkOptions,
): Network {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const connect = { timeout, rejectUnauthorized: !insecure };
  let unsolicited: Lost | undefined;
  const dispatcherOf = (pipelining: number): Dispatcher =>
    createDispatcher(
      origin,
      { connections, headersTimeout: timeout, bodyTimeout: timeout, connect, pipelining },
      env,
    ).on('disconnect', (_origin, _targets, error) => {
      // After bytes that belong to no request, no later response can be trusted.
      if (isUnsolicited(error)) unsolicited ??= { ...describeNetworkError(error, timeout), ms: 0 };
    });
  const kept = dispatcherOf(1);
  // Undici keeps no connection where nothing may be pipelined.
  const fresh = dispatcherOf(0);
  const attempt = async (call: Call): Promise<Reply | Lost> => {
    const begin = performance.now();
    const ms = (): number => performance.now() - begin;
    try {
      const dispatcher = call.freshConnection ? fresh : kept;
      return await exchange({ dispatcher, origin, prefix, timeout }, call, ms);
    } catch (error) {
      return { ...describeNetworkError(error, timeout), ms: ms() };
    }
  };
  const transport: Transport = async (call) => {
    if (unsolicited) return unsolicited;
    const invalid = invalidHeader(call.headers);
    if (invalid !== undefined)
      return {
        lost: 'unsent',
        detail: `the header ${invalid} contains a character that is not allowed`,
        ms: 0,
      };
    return attempt(call);
  };
  const close = async (): Promise<void> => {
    await Promise.all([kept.destroy(), fresh.destroy()]);
  };
  return { transport, close };
}

/** The name of the first invalid header. Such a call must not reach undici, which would fail the next call as well. */
function invalidHeader(headers: readonly Header[]): string | undefined {
  const [name] = headers.find(([name, value]) => !isHeader(name, value)) ?? [];
  return name;
}

function isHeader(name: string, value: string): boolean {
  try {
    nodeHttp.validateHeaderName(name);
    nodeHttp.validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

type Connection = {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly prefix: string;
  readonly timeout: number;
};

async function exchange(
  { dispatcher, origin, prefix, timeout }: Connection,
  { method, target, headers, body }: Call,
  ms: () => number,
): Promise<Reply | Lost> {
  const request = {
    origin,
    method: method as 'GET',
    path: prefix + target,
    headers: (header(headers, 'user-agent') === undefined ? [...headers, userAgent] : headers).flat(),
    body: body ?? null,
  };
  const reply = await receive(dispatcher, request, { longest: longestBody, timeout });
  const pairs = Object.entries(reply.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): Header => [name, one]),
  );
  const content = await oneByOne(() => decompress(reply.body, pairs, longestBody));
  if ('lost' in content) return { ...content, ms: ms() };
  return { status: reply.status, headers: pairs, body: content, ms: ms() };
}
