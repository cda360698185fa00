import { Pool } from 'undici';
import type { Call } from '../../src/http/exchange.ts';

/** Sends calls in order, so many at once, reads each response to its end, and tells how long it all took. */
export async function replay(baseUrl: string, calls: readonly Call[], connections: number): Promise<number> {
  const pool = new Pool(new URL(baseUrl).origin, { connections });
  const left = [...calls];
  const begin = performance.now();
  const lane = async (): Promise<void> => {
    for (let call = left.shift(); call !== undefined; call = left.shift()) {
      const { method, target, headers, body = null } = call;
      const reply = await pool.request({
        method: method as 'GET',
        path: target,
        headers: headers.flat(),
        body,
      });
      await reply.body.bytes();
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const ms = performance.now() - begin;
  await pool.close();
  return ms;
}
