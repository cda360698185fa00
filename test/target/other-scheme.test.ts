import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { runAssay } from '../cli/assay-in-process.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Listens, and answers the first bytes of each connection; undefined breaks it off. Returns the authority. */
async function listen(answer: (isTls: boolean) => string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', ([first]) => {
      const text = answer(first === 0x16);
      if (text === undefined) socket.destroy();
      else socket.end(text);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const notFound = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n';
const atTls =
  'HTTP/1.1 400 Bad Request\r\ncontent-length: 49\r\n\r\nClient sent an HTTP request to an HTTPS server. \n';

describe('https:// to a port of plain HTTP', () => {
  it.each([
    ['breaks TLS off', undefined],
    ['answers TLS in plain HTTP', notFound],
  ])('names the right address where the server %s', async (_, toTls) => {
    const place = await listen((isTls) => (isTls ? toTls : notFound));
    for (const words of [
      ['check', '--wait', '5'],
      ['check'],
      ['init', '--output', '/tmp/assay-never.yaml'],
    ]) {
      const { code, error } = await runAssay([...words.slice(0, 1), `https://${place}`, ...words.slice(1)]);
      const sentence = `https://${place} speaks plain HTTP on this port; use http://${place}.\n`;
      expect([code, error]).toEqual([2, sentence]);
    }
  });

  it.each([
    ['answers neither', () => undefined],
    ['wants TLS all the same', (isTls: boolean) => (isTls ? undefined : atTls)],
  ])('is not claimed of a server that %s', async (_, answer) => {
    const place = await listen(answer);
    const { code, error } = await runAssay(['check', `https://${place}`]);
    expect([code, error]).toEqual([2, expect.not.stringContaining('plain HTTP')]);
  });
});
