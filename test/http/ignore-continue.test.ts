import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isLost } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The outcomes of two requests on one connection, each answered by `respond`. */
async function ask(respond: (socket: Socket) => unknown, timeout = 2000): Promise<(number | string)[]> {
  const server = createServer((socket) => {
    closing.unshift(() => socket.destroy());
    socket.on('error', () => {}).on('data', () => void respond(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { transport, close } = network(url, { connections: 1, timeout });
  closing.unshift(close, () => server.close());
  const outcomes: (number | string)[] = [];
  for (const target of ['/a', '/b']) {
    const response = await transport({ method: 'POST', target, headers: [], body: Buffer.from('{}') });
    outcomes.push(isLost(response) ? response.lost : `${response.status} ${Buffer.from(response.body)}`);
    await pause(20);
  }
  return outcomes;
}

const continued = 'HTTP/1.1 100 Continue\r\n\r\n';
const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

describe('an unsolicited 100 Continue', () => {
  it.each<[string, (socket: Socket) => unknown]>([
    ['before the reply', (socket) => socket.write(continued + response)],
    ['well before the reply', (socket) => socket.write(continued, () => setTimeout(() => socket.write(response), 30))],
    ['three times, among other informational responses', (socket) => socket.write(`${continued}HTTP/1.1 102 P\r\n\r\n${continued}${continued}${response}`)],
    ['with headers of its own', (socket) => socket.write(`HTTP/1.1 100 \r\nx-a: b\r\n\r\n${response}`)],
    ['byte by byte', async (socket) => { for (const byte of continued + response) { socket.write(byte); await pause(0); } }],
    ['together with a reply and the end of the connection', (socket) => socket.end(continued + response)],
  ])('%s is ignored', async (_, respond) => {
    expect(await ask(respond)).toEqual(['200 {}', '200 {}']);
  }); // biome-ignore format: one line a case

  it('inside a body is part of the body', async () => {
    const long = `HTTP/1.1 200 OK\r\nContent-Length: ${continued.length}\r\n\r\n`;
    const respond = (socket: Socket) =>
      socket.write(long, () => setTimeout(() => socket.write(continued), 20));
    expect(await ask(respond)).toEqual([`200 ${continued}`, `200 ${continued}`]);
  });

  it('after the reply is a protocol error', async () => {
    expect(await ask((socket) => socket.write(response + continued))).toEqual([
      expect.anything(),
      'protocol',
    ]);
  });

  it('without a response is a time-out', async () => {
    expect(await ask((socket) => socket.write(continued), 200)).toEqual(['timeout', 'timeout']);
  });

  it('repeated forever is a time-out', async () => {
    const respond = async (socket: Socket) => {
      for (; !socket.destroyed; await pause(1)) socket.write(continued.repeat(100));
    };
    expect(await ask(respond, 200)).toEqual(['timeout', 'timeout']);
  });

  it('cut off is a lost connection', async () => {
    expect(await ask((socket) => socket.end(continued.slice(0, 9)))).toEqual(['connection', 'connection']);
  });
});
