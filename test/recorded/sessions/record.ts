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
  await session(async (call) => {
    const reply = await transport(call);
    clock += 400;
    const startedDateTime = new Date(clock).toISOString();
    const { method, target, headers, body } = call;
    entries.push({
      startedDateTime,
      time: reply.ms,
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
      response: isLost(reply)
        ? { status: 0, statusText: '', httpVersion: '', cookies: [], headers: [], content: { size: 0, mimeType: 'x-unknown' }, redirectURL: '', headersSize: -1, bodySize: -1 }
        : {
            status: reply.status,
            statusText: STATUS_CODES[reply.status] ?? '',
            httpVersion: 'http/1.1',
            cookies: [],
            headers: named(reply.headers),
            content: {
              size: reply.body.byteLength,
              mimeType: 'application/json',
              text: Buffer.from(reply.body).toString('base64'),
              encoding: 'base64',
            },
            redirectURL: '',
            headersSize: -1,
            bodySize: reply.body.byteLength,
          },
      cache: {},
      timings: { send: 0, wait: reply.ms, receive: 0 },
    }); // biome-ignore format: short enough
    return reply;
  }, shop);
  const log = { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, pages: [], entries };
  return JSON.stringify({ log });
}

const named = (headers: readonly Header[]) => headers.map(([name, value]) => ({ name, value }));
