import { STATUS_CODES } from 'node:http';
import { type Header, isLost, type Transport } from '../../../src/http/exchange.ts';
import type { Shop } from './client.ts';
import type { Session } from './sessions.ts';

/** Records a session as the developer tools of a browser do. */
export async function record(
  session: Session,
  transport: Transport,
  shop: Shop,
  baseUrl: string,
): Promise<string> {
  const entries: unknown[] = [];
  let clock = Date.parse('2026-11-21T09:00:00.000Z');
  await session(async (request) => {
    const response = await transport(request);
    clock += 400;
    const startedDateTime = new Date(clock).toISOString();
    const { method, target, headers, body } = request;
    entries.push({
      startedDateTime,
      time: response.ms,
      request: {
        method,
        url: baseUrl + target,
        httpVersion: 'http/1.1',
        cookies: [],
        headers: named(headers),
        queryString: [...new URLSearchParams(target.split('?')[1] ?? '')].map(([name, value]) => ({ name, value })),
        headersSize: -1,
        bodySize: body?.byteLength ?? 0,
        ...(body === undefined
          ? {}
          : { postData: { mimeType: 'application/json', text: Buffer.from(body).toString() } }),
      },
      response: isLost(response)
        ? { status: 0, statusText: '', httpVersion: '', cookies: [], headers: [], content: { size: 0, mimeType: 'x-unknown' }, redirectURL: '', headersSize: -1, bodySize: -1 }
        : {
            status: response.status,
            statusText: STATUS_CODES[response.status] ?? '',
            httpVersion: 'http/1.1',
            cookies: [],
            headers: named(response.headers),
            content: {
              size: response.body.byteLength,
              mimeType: 'application/json',
              text: Buffer.from(response.body).toString('base64'),
              encoding: 'base64',
            },
            redirectURL: '',
            headersSize: -1,
            bodySize: response.body.byteLength,
          },
      cache: {},
      timings: { send: 0, wait: response.ms, receive: 0 },
    }); // biome-ignore format: short enough
    return response;
  }, shop);
  const log = { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, pages: [], entries };
  return JSON.stringify({ log });
}

const named = (headers: readonly Header[]) => headers.map(([name, value]) => ({ name, value }));
