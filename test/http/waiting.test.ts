import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { createWaiting } from '../../src/http/server.ts';

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
