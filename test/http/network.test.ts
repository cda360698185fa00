import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { bodyText, type HttpRequest, isLost } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { longestBody } from '../../src/json/body.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Responds to a raw request on its socket. */
type Respond = (socket: Socket, request: string) => void;

/** Sends a request to a raw socket; returns the requests received there, and the response. */
async function speak(request: Partial<HttpRequest>, respond: Respond, { prefix = '', timeout = 2000 } = {}) {
  const received: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (head < 0 || text.length < head + 4 + length) return;
      received.push(text);
      respond(socket, text);
      text = '';
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  const { transport, close } = network(url, { connections: 2, timeout });
  closing.push(close, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const response = await transport({ method: 'GET', target: '/p', headers: [], ...request });
  return { received, response, first: received[0] ?? '' };
}

/** A server that answers every request and counts them. */
async function echo() {
  let count = 0;
  const server = createHttpServer((_, response) => {
    count += 1;
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived: () => count };
}

const answer =
  (head: string, body = ''): Respond =>
  (socket) =>
    socket.write(`HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);

const ok = answer('200 OK', '{}');

/** The kind of network error, or the status. */
const outcome = async (respond: Respond, timeout?: number, request: Partial<HttpRequest> = {}) => {
  const { response } = await speak(request, respond, timeout === undefined ? {} : { timeout });
  return isLost(response) ? response.lost : response.status;
};

describe('the network sends what it is given', () => {
  it.each([
    '/p?page[limit]=2&a={b}|^`<>"',
    '/p?a=%&b=%zz&c=%5&page%5Blimit%5d=2',
    '/a/../b/./c//d',
    '/p?',
    '/p?a+b=c+d&&=&a=1;b=2',
  ])('%s, byte for byte', async (target) => {
    expect((await speak({ target }, ok)).first.split('\r\n')[0]).toBe(`GET ${target} HTTP/1.1`);
  });

  it.each(['/api', '/api/', '/a%2Fb/v1/'])('below the prefix %s, appended to it', async (prefix) => {
    const { first } = await speak({ target: '/p/../q' }, ok, { prefix });
    expect(first).toMatch(`GET ${prefix.replace(/\/$/, '')}/p/../q HTTP/1.1`);
  });

  it('headers in their order and letter case, repeated ones included', async () => {
    const { first } = await speak(
      {
        headers: [
          ['X-One', '1'],
          ['x-two', ''],
          ['X-ONE', 'b, c'],
        ],
      },
      ok,
    );
    const lines = first.split('\r\n').filter((line) => /^x-/i.test(line));
    expect(lines).toEqual(['X-One: 1', 'x-two: ', 'X-ONE: b, c']);
    expect(first).not.toMatch(/accept/i);
  });

  it('the name and the version of assay, unless the call names another', async () => {
    const { first } = await speak({}, ok);
    expect(first).toMatch(/^user-agent: assay\/\d+\.\d+\.\d+\r$/m);
    const { first: other } = await speak({ headers: [['User-Agent', 'shop/1']] }, ok);
    expect(other.match(/^user-agent: .*$/gim)).toEqual(['User-Agent: shop/1\r'.trim()]);
  });

  it.each(['a\nb', '\0', '€'])('except calls with an invalid header: %j', async (value) => {
    const { url, arrived } = await echo();
    const { transport, close } = network(url, { connections: 1, timeout: 2000 });
    closing.push(close);
    const request = { method: 'GET', target: '/p', headers: [['x-a', value] as const] };
    for (const _ of [1, 2]) {
      const detail = 'the header x-a contains a character that is not allowed';
      expect(await transport(request)).toMatchObject({ lost: 'unsent', detail });
    }
    expect(await transport({ ...request, headers: [] })).toMatchObject({ status: 200 });
    expect(arrived()).toBe(1);
  });

  it.each(['GET', 'POST'])('once, even where the connection breaks: %s', async (method) => {
    const { received } = await speak({ method }, (socket) => socket.resetAndDestroy());
    expect(received).toHaveLength(1);
  });

  it('a body unchanged', async () => {
    const body = Uint8Array.of(0x00, 0xff, 0x0d, 0x0a, 0x7b);
    const { first } = await speak({ method: 'POST', body }, ok);
    expect(first.slice(first.indexOf('\r\n\r\n') + 4)).toBe(Buffer.from(body).toString('latin1'));
    expect(first).toMatch(/content-length: 5\r\n/i);
  });
});

it('a body is decompressed although each of its codings has its own line', async () => {
  const packed = gzipSync(brotliCompressSync('{}')).toString('latin1');
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
  const { response } = await speak({}, (socket) => void socket.write(head + packed, 'latin1'));
  expect(isLost(response) ? response.detail : bodyText(response.body)).toBe('{}');
});

describe('the network returns what it receives', () => {
  it('status, headers (repeated ones included) and body', async () => {
    const { response } = await speak(
      {},
      answer('418 I am\r\nX-A: 1\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d', 'tea'),
    );
    if (isLost(response)) throw new Error(response.detail);
    expect([response.status, Buffer.from(response.body).toString()]).toEqual([418, 'tea']);
    const pairs = response.headers.map(([name, value]) => `${name.toLowerCase()}=${value}`);
    expect(pairs).toEqual(['x-a=1', 'set-cookie=a=b', 'set-cookie=c=d', 'content-length=3']);
    expect(response.ms).toBeGreaterThan(0);
  });

  it('a redirect, without following it', async () => {
    const { response, received } = await speak({}, answer('302 Found\r\nLocation: /elsewhere'));
    expect([isLost(response) || response.status, received.length]).toEqual([302, 1]);
  });

  it('a body in pieces', async () => {
    const { response } = await speak({}, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n');
      setTimeout(() => socket.write('1\r\n}\r\n0\r\n\r\n'), 20);
    });
    expect(isLost(response) || Buffer.from(response.body).toString()).toBe('{}');
  });
});

describe('the network says why there was no reply', () => {
  it('a time-out', async () => {
    const { response } = await speak({}, () => {}, { timeout: 80 });
    expect(response).toMatchObject({
      lost: 'timeout',
      detail: 'no complete response within 80 ms',
      remedy: { option: '--timeout', value: '240' },
    });
    expect(response.ms).toBeGreaterThan(50);
  });

  it('a reply that trickles in too slowly', async () => {
    const drip: Respond = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('x')), 10);
      socket.on('close', () => clearInterval(timer));
    };
    expect(await outcome(drip, 120)).toBe('timeout');
  });

  it.each<[string, Respond]>([
    ['before the reply', (socket) => socket.resetAndDestroy()],
    ['in the middle of the head', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy())],
    ['in the middle of the body', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{', () => socket.resetAndDestroy())],
    ['by an early end', (socket) => socket.end()],
    ['in a body without a length', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n{', () => socket.resetAndDestroy())],
    ['in chunks that are the last response', (socket) => socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n', () => socket.resetAndDestroy())],
    ['in the last body', (socket) => socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{', () => socket.resetAndDestroy())],
    ['by an end within the last body', (socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{')],
    ['by an end within chunks', (socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n')],
  ])('a connection that breaks %s', async (_, respond) => {
    expect(await outcome(respond)).toBe('connection');
    expect(await outcome(respond, undefined, { method: 'POST' })).toBe('connection');
  }); // biome-ignore format: one line a case

  it('and takes a body without a length that ends with the connection for a whole one', async () => {
    const { response } = await speak({}, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{}'));
    expect(isLost(response) || Buffer.from(response.body).toString()).toBe('{}');
  });

  it('a closed port', async () => {
    const { transport, close } = network('http://127.0.0.1:1', { connections: 1, timeout: 2000 });
    closing.push(close);
    const response = await transport({ method: 'GET', target: '/', headers: [] });
    expect(response).toMatchObject({ lost: 'rejected', detail: 'the server rejects connections' });
  });

  it('a limit of our own: no more open files', async () => {
    // A process of its own uses up what it may open, all but nothing.
    const script = `
      import { openSync } from 'node:fs';
      import { network } from ${JSON.stringify(new URL('../../src/http/network.ts', import.meta.url).href)};
      const { transport, close } = network('http://127.0.0.1:9', { connections: 2, timeout: 2000, direct: true });
      try { for (;;) openSync('/dev/null'); } catch {}
      console.log(JSON.stringify(await transport({ method: 'GET', target: '/', headers: [] })));
      await close();`;
    const command = `ulimit -n 200; exec "$0" --input-type=module -e "$1"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script]);
    expect(JSON.parse(stdout)).toMatchObject({
      lost: 'connection',
      detail:
        'assay could not open a connection, since it may open no more files (EMFILE), a limit of this machine',
      remedy: {
        kind: 'option',
        option: '--concurrency',
        value: '1, or a higher limit of open files (ulimit -n)',
      },
    });
  });

  it('something that is not HTTP', async () => {
    expect(await outcome((socket) => socket.write('SSH-2.0-OpenSSH\r\n\r\n'))).toBe('protocol');
  });

  it('a reply that is too long, without reading it to the end', async () => {
    const flood: Respond = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${longestBody * 4}\r\n\r\n`);
      const block = Buffer.alloc(1024 * 1024);
      const pour = (): void => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', pour);
      pour();
    };
    expect(await outcome(flood, 20_000)).toBe('oversize');
  });

  it('a reply that is longer than the request permits', async () => {
    const five: Respond = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345');
    expect(await outcome(five, 20_000, { mostBytes: 4 })).toBe('oversize');
    expect(await outcome(five, 20_000, { mostBytes: 5 })).toBe(200);
  });
});

describe('a fresh connection', () => {
  it('is answered where every connection that was kept has died', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      let dead = false;
      socket.on('data', () => {
        if (dead) return;
        dead = true;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { transport, close } = network(url, { connections: 2, timeout: 300 });
    closing.push(close, () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const request: HttpRequest = { method: 'GET', target: '/p', headers: [] };
    expect(await Promise.all([transport(request), transport(request)])).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
    expect(await transport(request)).toMatchObject({ lost: 'timeout' });
    expect(await transport({ ...request, freshConnection: true })).toMatchObject({ status: 200 });
  });
});
