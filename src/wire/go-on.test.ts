import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isLost } from './exchange.ts';
import { network } from './network.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What becomes of two calls on one connection, each of which is answered in that manner. */
async function ask(manner: (socket: Socket) => unknown, timeout = 2000): Promise<(number | string)[]> {
  const server = createServer((socket) => {
    closing.unshift(() => socket.destroy());
    socket.on('error', () => {}).on('data', () => void manner(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { transport, close } = network(url, { connections: 1, timeout, direct: true });
  closing.unshift(close, () => server.close());
  const outcomes: (number | string)[] = [];
  for (const target of ['/a', '/b']) {
    const reply = await transport({ method: 'POST', target, headers: [], body: Buffer.from('{}') });
    outcomes.push(isLost(reply) ? reply.lost : `${reply.status} ${Buffer.from(reply.body)}`);
    await pause(20);
  }
  return outcomes;
}

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

describe('100 Continue, unasked,', () => {
  it.each<[string, (socket: Socket) => unknown]>([
    ['before the reply', (socket) => socket.write(goOn + reply)],
    ['well before the reply', (socket) => socket.write(goOn, () => setTimeout(() => socket.write(reply), 30))],
    ['three times, and among other news', (socket) => socket.write(`${goOn}HTTP/1.1 102 P\r\n\r\n${goOn}${goOn}${reply}`)],
    ['with headers of its own', (socket) => socket.write(`HTTP/1.1 100 \r\nx-a: b\r\n\r\n${reply}`)],
    ['byte by byte', async (socket) => { for (const byte of goOn + reply) { socket.write(byte); await pause(0); } }],
    ['and a reply over which the end of the connection falls', (socket) => socket.end(goOn + reply)],
  ])('%s is passed over', async (_, manner) => {
    expect(await ask(manner)).toEqual(['200 {}', '200 {}']);
  }); // biome-ignore format: one line a case

  it('in a body is a part of it', async () => {
    const long = `HTTP/1.1 200 OK\r\nContent-Length: ${goOn.length}\r\n\r\n`;
    const manner = (socket: Socket) => socket.write(long, () => setTimeout(() => socket.write(goOn), 20));
    expect(await ask(manner)).toEqual([`200 ${goOn}`, `200 ${goOn}`]);
  });

  it('after the reply is out of turn', async () => {
    expect(await ask((socket) => socket.write(reply + goOn))).toEqual([expect.anything(), 'protocol']);
  });

  it('and nothing else is a time-out', async () => {
    expect(await ask((socket) => socket.write(goOn), 200)).toEqual(['timeout', 'timeout']);
  });

  it('without end is a time-out', async () => {
    const manner = async (socket: Socket) => {
      for (; !socket.destroyed; await pause(1)) socket.write(goOn.repeat(100));
    };
    expect(await ask(manner, 200)).toEqual(['timeout', 'timeout']);
  });

  it('cut off is a lost connection', async () => {
    expect(await ask((socket) => socket.end(goOn.slice(0, 9)))).toEqual(['connection', 'connection']);
  });
});
