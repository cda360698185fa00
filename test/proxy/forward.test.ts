import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type StartProxyOptions, startProxy } from '../../conformance/proxy/start-proxy.ts';
import { certificate } from '../hostile/servers/certificate.ts';
import { dial, say, statuses } from '../hostile/servers/client.ts';
import { rawServer } from '../hostile/servers/raw.ts';

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n${more}\r\n`;
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** A proxy in front of a server that is written by hand: it is given each connection, with what came on it so far. */
async function inFrontOf(
  serve: (socket: Socket, came: string) => void,
  { path = '', ...options }: Partial<StartProxyOptions> & { readonly path?: string } = {},
) {
  const stack = new AsyncDisposableStack();
  const requests: string[] = [];
  const server = stack.use(
    await rawServer((socket, count) => {
      socket.on('data', (bytes: Buffer) => {
        requests[count - 1] = (requests[count - 1] ?? '') + bytes.toString('latin1');
        serve(socket, requests[count - 1] ?? '');
      });
    }),
  );
  const proxy = stack.use(await startProxy({ upstream: server.baseUrl + path, ...options }));
  const notes = async () => (await proxy.report()).recorded?.notes;
  return { ...proxy, server, requests, notes, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Responds to each request of a connection. */
const always =
  (response: string) =>
  (socket: Socket, came: string): void => {
    if (/\r\n\r\n/.test(came)) socket.write(response, 'latin1');
  };

describe('a request', () => {
  it('keeps its path, its query and its body byte for byte, below the path of the server', async () => {
    await using proxy = await inFrontOf(always(ok), { path: '/api/' });
    const target = "/a/../%2e/b//c?page[limit]=1&filter=eq(name,A%20'b')&&x=+#";
    await say(
      proxy.url,
      `POST ${target} HTTP/1.1\r\nHost: shop.example\r\nX-A: b\r\nContent-Length: 3\r\n\r\na\x00z`,
    );
    const [request = ''] = proxy.requests;
    expect(request.split('\r\n')[0]).toBe(`POST /api${target} HTTP/1.1`);
    expect(request).toMatch(/\r\nhost: shop\.example\r\n/i);
    expect(request).toMatch(/\r\nx-a: b\r\n/i);
    expect(request.endsWith('\r\n\r\na\x00z')).toBe(true);
  });

  it('names the server as its host if asked for', async () => {
    await using proxy = await inFrontOf(always(ok), { renameHost: true });
    await say(proxy.url, get('/'));
    expect(proxy.requests[0]).toContain(`\r\nhost: ${new URL(proxy.server.baseUrl).host}\r\n`);
  });

  it.each([
    ['for a forward proxy', get('http://elsewhere.example/a?b'), 'GET /a?b HTTP/1.1'],
    ['with trailers', get('/', 'Trailer: X-A\r\nTE: trailers\r\n'), 'GET / HTTP/1.1'],
    ['in chunks', `${get('/', 'Transfer-Encoding: chunked\r\n')}1\r\nx\r\n0\r\n\r\n`, '1\r\nx\r\n0\r\n\r\n'],
    ['that waits for 100 Continue', `${get('/', 'Expect: 100-continue\r\nContent-Length: 1\r\n')}x`, '\r\n\r\nx'],
    ['that asks for HTTP/2', get('/', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n'), 'connection: keep-alive'],
  ])('%s is passed on', async (_, request, forwarded) => {
    await using proxy = await inFrontOf(always(ok));
    expect(statuses(await say(proxy.url, request)).at(-1)).toBe(200);
    expect(proxy.requests[0]).toContain(forwarded);
    expect(proxy.requests[0]).not.toMatch(/upgrade|http2-settings/i);
  }); // biome-ignore format: one line a request

  it('follows another in its order, where a client waits for no response', async () => {
    await using proxy = await inFrontOf((socket, came) => {
      const asked = [...came.matchAll(/GET \/(\d)/g)];
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${asked.at(-1)?.[1]}`);
    });
    const heard = await say(proxy.url, get('/1') + get('/2') + get('/3'));
    expect([...heard.matchAll(/\r\n\r\n(\d)/g)].map(([, body]) => body)).toEqual(['1', '2', '3']);
    expect(proxy.server.connections()).toBe(1);
  });
});

describe('a response', () => {
  it('keeps its status, the names of its headers and its body', async () => {
    const head = 'HTTP/1.1 418 Short And Stout\r\nX-ODD: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n';
    await using proxy = await inFrontOf(
      always(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n\x00\xff\r\n0\r\n\r\n`),
    );
    const heard = await say(proxy.url, get('/'));
    expect(heard.startsWith(head)).toBe(true);
    expect(heard.endsWith('\r\n\r\n2\r\n\x00\xff\r\n0\r\n\r\n')).toBe(true);
  });

  it('to an old client comes without chunks, and ends its connection', async () => {
    await using proxy = await inFrontOf(
      always(
        'HTTP/1.1 200 OK\r\nTrailer: X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: y\r\n\r\n',
      ),
    );
    const heard = await say(proxy.url, 'GET / HTTP/1.0\r\n\r\n', 60_000);
    expect(heard).toMatch(/connection: close\r\n/i);
    expect(heard).not.toMatch(/chunked|trailer/i);
    expect(heard.endsWith('\r\n\r\nok')).toBe(true);
  });

  it.each([
    ['a body of a known length', 'Content-Length: 5\r\n\r\nab'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n'],
  ])('that breaks off %s is broken off for the client too', async (_, rest) => {
    await using proxy = await inFrontOf((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    await expect(fetch(`${proxy.url}/v2/application-keys`).then((broken) => broken.text())).rejects.toThrow();
    expect(await proxy.notes()).toEqual(['1 broken off']);
  });

  it.each([
    ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['control characters', 'HTTP/1.1 200 a\x01b\x7f\r\nContent-Length: 0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok'],
    ['another protocol', 'SSH-2.0-x\r\n'],
    ['two final responses', ok + ok],
    ['an upgrade that nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nx'],
    ['early hints', `HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${ok}`],
    ['a trailer without chunks', 'HTTP/1.1 200 OK\r\nTrailer: X\r\nContent-Length: 2\r\n\r\nok'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${`X: ${'a'.repeat(1000)}\r\n`.repeat(30)}`],
  ])('with %s ends no proxy', async (_, bytes) => {
    await using proxy = await inFrontOf((socket, came) =>
      socket.end(came.includes('/odd') ? bytes : ok, 'latin1'),
    );
    await say(proxy.url, get('/odd'));
    expect(statuses(await say(proxy.url, get('/')))).toEqual([200]);
  }); // biome-ignore format: one line a response
});

describe('a server', () => {
  const post = { method: 'POST', body: Buffer.alloc(8 * 1024 * 1024, 'x') };

  it('that is down is answered for in a sentence, also while the client is still sending', async () => {
    await using proxy = await inFrontOf(() => {});
    await proxy.server[Symbol.asyncDispose]();
    for (const init of [post, {}]) {
      const response = await fetch(proxy.url, init);
      const sentence = `assay proxy: ${proxy.server.baseUrl} sent no response: the server rejects connections.\n`;
      expect([response.status, await response.text()]).toEqual([502, sentence]);
    }
  });

  it('that hangs up before its response hangs up for the client too', async () => {
    await using proxy = await inFrontOf((socket) => socket.end());
    expect(await say(proxy.url, get('/v2/application-keys'), 60_000)).toBe('');
    expect(await proxy.notes()).toEqual(['1 broken off']);
  });

  it('is reached over TLS, if its certificate is accepted', async () => {
    const [key, cert] = await Promise.all(['key', 'good'].map((name) => readFile(certificate(name))));
    const names: unknown[] = [];
    await using server = await rawServer(
      (socket) => {
        names.push((socket as { servername?: unknown }).servername);
        socket.once('data', () => socket.write(ok));
      },
      { key, cert },
    );
    await using strict = await startProxy({ upstream: server.baseUrl });
    expect(await say(strict.url, get('/'))).toMatch(
      / 502 [\s\S]*the certificate is not signed by a trusted authority/,
    );
    await using proxy = await startProxy({ upstream: server.baseUrl, insecure: true });
    expect(statuses(await say(proxy.url, get('/')))).toEqual([200]);
    expect(names).toEqual(['localhost']);
  });
});

describe('a client', () => {
  it('that goes away ends its request at the server', async () => {
    const ended = Promise.withResolvers<void>();
    await using proxy = await inFrontOf((socket) => {
      for (const event of ['end', 'close']) socket.once(event, () => ended.resolve());
    });
    const client = await dial(proxy.url);
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc');
    while (proxy.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    client.destroy();
    await ended.promise;
  });

  it('that reads slowly slows the server down, and gets everything, which is then too long to be checked', async () => {
    const [chunk, count] = [Buffer.alloc(65_536, 'x'), 400];
    let written = 0;
    await using proxy = await inFrontOf(async (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${chunk.length * count}\r\n\r\n`);
      for (; written < count; written += 1) if (!socket.write(chunk)) await once(socket, 'drain');
    });
    const socket = (await dial(proxy.url)).pause();
    socket.write(get('/v2/application-keys'));
    for (let last = -1; written !== last || written === 0; ) {
      last = written;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(written).toBeLessThan(count);
    let length = 0;
    for await (const part of socket) {
      length += (part as Buffer).length;
      if (length > chunk.length * count) break;
    }
    expect(await proxy.notes()).toEqual(['1 with a body of more than 8 MiB']);
  });
});
