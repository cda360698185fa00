import { once } from 'node:events';
import type { Socket } from 'node:net';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { sampled } from '../seed.ts';
import { addressOf, type Started, start } from './processes/start.ts';
import { dial } from './servers/client.ts';
import { catalog } from './trial.ts';

/** No command takes more memory than this, whatever is done to it, in MiB. */
const mostMemory = 700;
/** Time enough for a slow machine; nothing here is measured by it. */
const patience = 240_000;

const [hierarchy] = catalog.hierarchies;
const listing = `/pcm/hierarchies/${hierarchy?.id}/nodes/${hierarchy?.nodes[0]?.id}/products?page[limit]=1`;
const keys = '/v2/application-keys';
const key = JSON.stringify({ data: { type: 'application_key', name: 'well' } });
const keyHead = `POST ${keys} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer any\r\nContent-Type: application/json\r\n`;

/** Sends bytes over and over until so many are sent, or nobody takes any more of them for a second. */
async function pour(socket: Socket, bytes: Buffer, most: number): Promise<void> {
  let sent = 0;
  while (sent < most && !socket.destroyed) {
    sent += bytes.byteLength;
    if (socket.write(bytes)) continue;
    const stalled = AbortSignal.timeout(1000);
    const goes = once(socket, 'drain', { signal: stalled });
    const gone = once(socket, 'close', { signal: stalled });
    const isOver = await Promise.any([goes.then(() => false), gone.then(() => true)]).catch(() => true);
    if (isOver) break;
  }
}

/** Whatever was done to a server, it serves the next good request. */
async function expectWell(baseUrl: string): Promise<void> {
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json', 'x-well': 'yes' };
  const { statusCode, body } = await request(`${baseUrl}${keys}`, { method: 'POST', headers, body: key });
  await body.dump();
  expect(statusCode).toBe(201);
}

async function expectModest(server: Started): Promise<void> {
  const { code, peak } = await server.end('SIGTERM');
  expect(code).not.toBe(-1);
  expect(peak).toBeGreaterThan(30);
  expect(peak).toBeLessThan(mostMemory);
}

/** Attacks an address, and returns the connections that it leaves open. */
type Attack = (baseUrl: string) => Promise<Socket[]>;

/** Begins so many connections with a text, and pours the same bytes into each, up to so many. */
const flood =
  (connections: number, begin: string, bytes: string, most: number): Attack =>
  async (baseUrl) => {
    const sockets = await Promise.all(Array.from({ length: connections }, () => dial(baseUrl)));
    for (const socket of sockets) {
      socket.pause();
      if (begin !== '') socket.resume().write(begin);
    }
    const piece = Buffer.from(bytes);
    await Promise.all(sockets.map((socket) => pour(socket, piece, most)));
    return sockets;
  };

/** A request that the stub takes a minute to answer. */
const waiting = (header = ''): string =>
  `GET ${listing} HTTP/1.1\r\nHost: a\r\nPrefer: delay=60000\r\n${header}\r\n`;

const pages = Array.from(
  { length: 300 },
  (_, offset) => `GET ${listing.replace('=1', '=100')}&page[offset]=${offset} HTTP/1.1\r\nHost: a\r\n\r\n`,
).join('');

const attacks: readonly [string, Attack][] = [
  ['bodies in chunks of one byte', flood(20, `${keyHead}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'.repeat(20_000), 250_000)],
  ['requests without end on one connection', flood(1, '', waiting().repeat(500), 200_000_000)],
  ['requests without end on a hundred connections', flood(100, '', waiting().repeat(500), 4_000_000)],
  ['requests with long headers on two hundred connections', flood(200, '', waiting(`X-Long: ${'a'.repeat(15_000)}\r\n`).repeat(4), 4_000_000)],
  ['a thousand bodies of which the end is missing', flood(1000, `${keyHead}Content-Length: 1000001\r\n\r\n`, ' '.repeat(1_000_000), 1_000_000)],
  ['responses that the client does not read', flood(200, '', pages, 200_000)],
]; // biome-ignore format: one line an attack

describe('a stub takes no more memory than it may, and serves the next good request, after', () => {
  it.each(sampled(attacks, 2))(
    '%s',
    async (_, attack) => {
      await using stub = await start('stub', '--port', '0', '--quiet');
      const baseUrl = await addressOf(stub);
      const sockets = await attack(baseUrl);
      await expectWell(baseUrl);
      await expectModest(stub);
      for (const socket of sockets) socket.destroy();
    },
    patience,
  );
});
