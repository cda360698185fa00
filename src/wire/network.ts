import { errors, Pool } from 'undici';
import type { Call, Header, Lost, Reply, Transport } from './exchange.ts';

/** How a target is spoken to. */
export type NetworkOptions = {
  /** How many connections are open at once. */
  readonly connections: number;
  /** How long one exchange may take, in milliseconds. */
  readonly timeout: number;
};

/** A transport with something to close. */
export type Network = { readonly transport: Transport; readonly close: () => Promise<void> };

/** The most that is read of one reply, in bytes. */
export const replyLimit = 32 * 1024 * 1024;

/**
 * Speaks HTTP to a base URL, which may have a path: targets are joined to it by concatenation.
 * Redirects are not followed; whatever goes wrong on the way is a {@link Lost}.
 */
export function network(baseUrl: string, { connections, timeout }: NetworkOptions): Network {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, { connections, headersTimeout: timeout, bodyTimeout: timeout });
  const transport: Transport = async (call) => {
    const begin = performance.now();
    try {
      return await exchange(pool, prefix, call, begin, AbortSignal.timeout(timeout));
    } catch (error) {
      return { ...lost(error, timeout), ms: performance.now() - begin };
    }
  };
  return { transport, close: () => pool.destroy() };
}

async function exchange(
  pool: Pool,
  prefix: string,
  { method, target, headers, body }: Call,
  begin: number,
  signal: AbortSignal,
): Promise<Reply | Lost> {
  const reply = await pool.request({
    method: method as 'GET',
    path: prefix + target,
    headers: headers.flat(),
    body: body ?? null,
    signal,
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > replyLimit) {
      return {
        lost: 'oversize',
        detail: `the reply is longer than ${replyLimit} bytes`,
        ms: performance.now() - begin,
      };
    }
    chunks.push(chunk);
  }
  const pairs = Object.entries(reply.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): Header => [name, one]),
  );
  return {
    status: reply.statusCode,
    headers: pairs,
    body: Buffer.concat(chunks),
    ms: performance.now() - begin,
  };
}

function lost(error: unknown, timeout: number): Pick<Lost, 'lost' | 'detail'> {
  const { name, code, message } = error as Error & { code?: string };
  const slow = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  if (slow || name === 'TimeoutError')
    return { lost: 'timeout', detail: `no whole reply within ${timeout} ms` };
  if (code === 'ECONNREFUSED') return { lost: 'refused', detail: 'the connection was refused' };
  if (code?.startsWith('HPE_')) return { lost: 'protocol', detail: `the reply is not HTTP (${message})` };
  return { lost: 'connection', detail: `the connection failed (${code ?? message})` };
}
