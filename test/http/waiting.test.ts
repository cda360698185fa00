import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWaiting } from '../../src/http/waiting.ts';

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

it('a client that sends hundreds of requests without waiting lets others have their turn between them', async () => {
  const order: string[] = [];
  const server = createServer();
  const { inTurn, breakOff } = createWaiting(server, { atOnce: 4 });
  server.on('request', (request, response) =>
    inTurn(request, response, () => {
      order.push(request.url ?? '');
      response.end('x');
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [greedy, other] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all([once(greedy, 'connect'), once(other, 'connect')]);
  greedy.pause();
  server.once('request', () => other.write(get('/other')));
  greedy.write(get('/greedy').repeat(500));
  await once(other, 'data');
  breakOff();
  server.close();
  expect(order.indexOf('/other')).toBeLessThan(100);
});

it('requests that take their connections out of line count as long as these last: the oldest are ended', async () => {
  const server = createServer();
  const { keep, breakOff } = createWaiting(server, { atOnce: 1 });
  server.on('upgrade', (request, socket: Socket) => keep(socket.resume(), request, 50_000_000));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const upgrade = (): Socket => {
    const client = connect(port, '127.0.0.1').resume();
    client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    return client;
  };
  const [first, second] = [upgrade(), upgrade()];
  await setTimeout(100);
  const closed = once(first, 'close');
  const third = upgrade();
  await closed;
  expect([second.destroyed, third.destroyed]).toEqual([false, false]);
  breakOff();
  server.close();
});
