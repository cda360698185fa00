import { Pool } from 'undici';
import type { HttpRequest } from '../../src/http/exchange.ts';

/** Sends requests in order, so many at once, reads each response to its end, and tells how long it all took. */
export async function replay(
  baseUrl: string,
  requests: readonly HttpRequest[],
  connections: number,
): Promise<number> {
  const pool = new Pool(new URL(baseUrl).origin, { connections });
  const left = [...requests];
  const begin = performance.now();
  const lane = async (): Promise<void> => {
    for (let request = left.shift(); request !== undefined; request = left.shift()) {
      const { method, target, headers, body = null } = request;
      const response = await pool.request({
        method: method as 'GET',
        path: target,
        headers: headers.flat(),
        body,
      });
      await response.body.bytes();
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const ms = performance.now() - begin;
  await pool.close();
  return ms;
}
