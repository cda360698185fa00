import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type Carrier, dispatcherTo } from './dispatcher.ts';
import type { Call, Header, Lost, Reply, Transport } from './exchange.ts';
import { isOutOfTurn, lossOf } from './loss.ts';
import { unpack } from './unpack.ts';

/** How a target is spoken to. */
export type NetworkOptions = {
  /** How many connections are open at once. */
  readonly connections: number;
  /** How long one exchange may take, in milliseconds. */
  readonly timeout: number;
  /** Whether a certificate is taken that nobody vouches for; by default it is not. */
  readonly insecure?: boolean;
  /** Whether the proxies that the environment names are passed by; by default they are not. */
  readonly direct?: boolean;
};

/** A transport with something to close. */
export type Network = { readonly transport: Transport; readonly close: () => Promise<void> };

/** The most that is read of one reply, in bytes. */
export const replyLimit = 32 * 1024 * 1024;

/** Calls that may be sent twice: nothing is changed by them. */
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Speaks HTTP to a base URL, which may have a path: targets are joined to it by concatenation.
 * Redirects are not followed; whatever goes wrong on the way is a {@link Lost}. A safe call whose connection was
 * lost is sent once more: a server may close a connection at any time.
 */
export function network(
  baseUrl: string,
  { connections, timeout, insecure = false, direct = false }: NetworkOptions,
): Network {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const connect = { timeout, rejectUnauthorized: !insecure };
  const carrier = dispatcherTo(
    origin,
    { connections, headersTimeout: timeout, bodyTimeout: timeout, connect },
    direct,
  );
  let stray: Lost | undefined;
  carrier.on('disconnect', (_origin, _targets, error) => {
    // Bytes that belong to no request: no reply that comes after them can be trusted.
    if (isOutOfTurn(error)) stray ??= { ...lossOf(error, timeout), ms: 0 };
  });
  const attempt = async (call: Call): Promise<Reply | Lost> => {
    const begin = performance.now();
    const ms = (): number => performance.now() - begin;
    try {
      return await exchange({ carrier, origin, prefix }, call, ms, AbortSignal.timeout(timeout));
    } catch (error) {
      return { ...lossOf(error, timeout), ms: ms() };
    }
  };
  const transport: Transport = async (call) => {
    if (stray) return stray;
    const detail = unsayable(call.headers);
    if (detail !== undefined) return { lost: 'unsent', detail, ms: 0 };
    const reply = await attempt(call);
    const again = 'lost' in reply && reply.lost === 'connection' && safeMethods.includes(call.method);
    return again ? attempt(call) : reply;
  };
  return { transport, close: () => carrier.destroy() };
}

/** What no header can say never reaches the client below: it would refuse that call, and hang over the next. */
function unsayable(headers: readonly Header[]): string | undefined {
  const [name] = headers.find(([name, value]) => !isHeader(name, value)) ?? [];
  return name === undefined ? undefined : `the header ${name} holds what no header can say`;
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

type Road = { readonly carrier: Carrier; readonly origin: string; readonly prefix: string };

async function exchange(
  { carrier, origin, prefix }: Road,
  { method, target, headers, body }: Call,
  ms: () => number,
  signal: AbortSignal,
): Promise<Reply | Lost> {
  const reply = await carrier.request({
    origin,
    method: method as 'GET',
    path: prefix + target,
    headers: headers.flat(),
    body: body ?? null,
    signal,
  });
  const pairs = Object.entries(reply.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): Header => [name, one]),
  );
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > replyLimit)
      return { lost: 'oversize', detail: `the reply is longer than ${replyLimit} bytes`, ms: ms() };
    chunks.push(chunk);
  }
  const unpacked = await unpack(Buffer.concat(chunks), pairs, replyLimit);
  if ('lost' in unpacked) return { ...unpacked, ms: ms() };
  return { status: reply.statusCode, headers: pairs, body: unpacked, ms: ms() };
}
