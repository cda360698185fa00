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

/** A body of one-byte chunks: six bytes on the wire for each. */
const crumbs = Buffer.from('1\r\n \r\n'.repeat(20_000));

/** Attacks an address, and returns the connections that it leaves open. */
type Attack = (baseUrl: string) => Promise<Socket[]>;

const attacks: readonly [string, Attack][] = [
  [
    'bodies in chunks of one byte',
    async (baseUrl) =>
      Promise.all(
        Array.from({ length: 20 }, async () => {
          const socket = await dial(baseUrl);
          socket.resume().write(`${keyHead}Transfer-Encoding: chunked\r\n\r\n`);
          await pour(socket, crumbs, 250_000);
          return socket;
        }),
      ),
  ],
  [
    'requests without end on one connection',
    async (baseUrl) => {
      const socket = await dial(baseUrl);
      const waiting = `GET ${listing} HTTP/1.1\r\nHost: a\r\nPrefer: delay=60000\r\n\r\n`;
      await pour(socket, Buffer.from(waiting.repeat(500)), 200_000_000);
      return [socket];
    },
  ],
  [
    'requests without end on a hundred connections',
    async (baseUrl) => {
      const waiting = Buffer.from(
        `GET ${listing} HTTP/1.1\r\nHost: a\r\nPrefer: delay=60000\r\n\r\n`.repeat(500),
      );
      const sockets = await Promise.all(Array.from({ length: 100 }, () => dial(baseUrl)));
      await Promise.all(sockets.map((socket) => pour(socket, waiting, 4_000_000)));
      return sockets;
    },
  ],
  [
    'requests with long headers on two hundred connections',
    async (baseUrl) => {
      const head = `GET ${listing} HTTP/1.1\r\nHost: a\r\nPrefer: delay=60000\r\nX-Long: ${'a'.repeat(15_000)}\r\n\r\n`;
      const sockets = await Promise.all(Array.from({ length: 200 }, () => dial(baseUrl)));
      await Promise.all(sockets.map((socket) => pour(socket, Buffer.from(head.repeat(4)), 4_000_000)));
      return sockets;
    },
  ],
  [
    'thousands of bodies of which the end is missing',
    async (baseUrl) => {
      const body = Buffer.alloc(1_000_000, ' ');
      const sockets: Socket[] = [];
      for (let group = 0; group < 10; group += 1) {
        const some = await Promise.all(Array.from({ length: 100 }, () => dial(baseUrl)));
        for (const socket of some) {
          socket.resume().write(`${keyHead}Content-Length: 1000001\r\n\r\n`);
          socket.write(body);
        }
        await Promise.all(
          some.map((socket) => (socket.writableNeedDrain ? pour(socket, Buffer.alloc(0), 1) : 0)),
        );
        sockets.push(...some);
      }
      return sockets;
    },
  ],
  [
    'replies that nobody reads',
    async (baseUrl) => {
      const asked = Array.from(
        { length: 300 },
        (_, offset) =>
          `GET ${listing.replace('=1', '=100')}&page[offset]=${offset} HTTP/1.1\r\nHost: a\r\n\r\n`,
      );
      const sockets = await Promise.all(Array.from({ length: 200 }, () => dial(baseUrl)));
      for (const socket of sockets) socket.pause();
      await Promise.all(sockets.map((socket) => pour(socket, Buffer.from(asked.join('')), 200_000)));
      return sockets;
    },
  ],
];

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
