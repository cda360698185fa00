import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { certificate } from '../hostile/servers/certificate.ts';
import { rawServer } from '../hostile/servers/raw.ts';
import { dial, proxyTo, through } from './wire.ts';

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** A port at which nobody listens. */
async function nobody(): Promise<number> {
  const { port, ...server } = await rawServer(() => {});
  await server[Symbol.asyncDispose]();
  return port;
}

describe('an upstream', () => {
  it('that is down is answered for, with a sentence', async () => {
    const port = await nobody();
    await using proxy = await proxyTo(`http://127.0.0.1:${port}`);
    using client = dial(proxy.port);
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc`);
    const said = await client.until('closed');
    expect(said).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(said).toContain(
      `\r\n\r\nassay proxy: http://127.0.0.1:${port} sent no response: the server rejects connections.\n`,
    );
    await vi.waitFor(() => expect(proxy.tap.counts).toMatchObject({ passed: 0, brokenOff: 1 }));
    using other = dial(proxy.port);
    other.write('GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await other.until('closed')).toContain('sent no response: the server rejects connections.\n');
  });

  it('that is down is answered for though the client is still sending', async () => {
    await using proxy = await proxyTo(`http://127.0.0.1:${await nobody()}`);
    const body = Buffer.alloc(8 * 1024 * 1024, 'x');
    const reply = await fetch(proxy.url, { method: 'POST', body });
    expect([reply.status, await reply.text()]).toEqual([502, expect.stringContaining('sent no response')]);
    expect((await fetch(proxy.url)).status).toBe(502);
  });

  it('that says something else than HTTP is answered for', async () => {
    await using server = await rawServer((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
    await using proxy = await proxyTo(server.baseUrl);
    using client = dial(proxy.port);
    client.write(get('/'));
    const said = await client.until('closed');
    expect(said).toMatch(/^HTTP\/1\.1 502 /);
    expect(said).toContain('sent something that is not HTTP');
  });

  it('that hangs up before its reply is answered for', async () => {
    await using sender = await through();
    sender.client.write(get('/'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.socket.destroy();
    expect(await sender.client.until('closed')).toContain(
      'sent no response: the connection was reset before the response was complete.\n',
    );
  });

  it.each([
    ['a body of a known length', 'Content-Length: 5\r\n\r\nab', 'ab'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n', 'ab\r\n'],
  ])('that breaks off %s is broken off for the client too', async (_, rest, last) => {
    await using sender = await through();
    sender.client.write(get('/'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.write(`HTTP/1.1 200 OK\r\n${rest}`);
    await sender.client.until(last);
    behind.socket.end();
    expect(await sender.client.until('closed')).toBe(`HTTP/1.1 200 OK\r\n${rest}`);
    await vi.waitFor(() => expect(sender.proxy.tap.counts).toMatchObject({ passed: 0, brokenOff: 1 }));
  });

  it('that closes a kept connection has it closed for the client', async () => {
    await using sender = await through();
    sender.client.write(get('/'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.write(reply);
    await sender.client.until('ok');
    behind.socket.end();
    expect(await sender.client.until('closed')).toBe(reply);
  });

  it('that closes a kept connection when it is used again has it closed for the client, which may try again', async () => {
    await using sender = await through();
    sender.client.write(get('/1'));
    const behind = await sender.upstream.accepted();
    await behind.until('/1');
    behind.write(reply);
    await sender.client.until('ok');
    sender.client.write(get('/2'));
    await behind.until('/2');
    behind.socket.resetAndDestroy();
    expect(await sender.client.until('closed')).toBe(reply);
  });

  it('is reached over TLS, if its certificate is accepted', async () => {
    const read = (name: string): Promise<Buffer> => readFile(certificate(name));
    const names: unknown[] = [];
    await using server = await rawServer(
      (socket) => {
        names.push((socket as { servername?: unknown }).servername);
        socket.once('data', () => socket.write(reply));
      },
      { key: await read('key'), cert: await read('good') },
    );
    await using strict = await proxyTo(server.baseUrl);
    using rejected = dial(strict.port);
    rejected.write(get('/'));
    expect(await rejected.until('closed')).toMatch(/the certificate is not signed by a trusted authority/);
    await using proxy = await proxyTo(server.baseUrl, { insecure: true });
    using client = dial(proxy.port);
    client.write(get('/'));
    expect(await client.until('ok')).toBe(reply);
    expect(names).toEqual(['localhost']);
  });
});

describe('a client', () => {
  it('that goes away ends the request at the upstream', async () => {
    await using sender = await through();
    sender.client.write(get('/'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    sender.client.socket.destroy();
    await behind.until('closed');
    await vi.waitFor(() => expect(sender.proxy.tap.counts).toMatchObject({ passed: 0, brokenOff: 1 }));
  });

  it('that goes away in the midst of a body ends the request at the upstream', async () => {
    await using sender = await through();
    sender.client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc');
    const behind = await sender.upstream.accepted();
    await behind.until('abc');
    sender.client.socket.destroy();
    await behind.until('closed');
  });

  it('that reads slowly slows the upstream down, and gets everything', async () => {
    const [chunk, count] = [Buffer.alloc(65_536, 'x'), 400];
    let written = 0;
    await using server = await rawServer((socket) =>
      socket.once('data', async () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${chunk.length * count}\r\n\r\n`);
        for (; written < count; written += 1) if (!socket.write(chunk)) await once(socket, 'drain');
      }),
    );
    await using proxy = await proxyTo(server.baseUrl);
    const socket = connect(proxy.port, '127.0.0.1').pause();
    socket.write(get('/'));
    let before = -1;
    while (written !== before || written === 0) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(written).toBeLessThan(count);
    let length = 0;
    for await (const part of socket) {
      length += (part as Buffer).length;
      if (length > chunk.length * count) break;
    }
    expect(length).toBeGreaterThan(chunk.length * count);
    await vi.waitFor(() => expect(proxy.tap.counts).toMatchObject({ passed: 1, tooLong: 1 }));
  });

  it('that does not speak HTTP is told so, and the upstream hears nothing of it', async () => {
    await using sender = await through();
    sender.client.write('GET /\xe4 HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await sender.client.until('closed')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*\nassay proxy: the request is not valid HTTP \(.*\), and was not forwarded\.\n$/,
    );
    expect(sender.upstream.connections()).toBe(0);
  });

  it('that wants a tunnel to elsewhere is told that there is none', async () => {
    await using sender = await through();
    sender.client.write('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n');
    expect(await sender.client.until('closed')).toMatch(/^HTTP\/1\.1 501 [\s\S]*CONNECT is not supported/);
    expect(sender.upstream.connections()).toBe(0);
  });
});

describe('an upgrade', () => {
  const upgrade =
    'GET /chat HTTP/1.1\r\nhost: a\r\nConnection: keep-alive, Upgrade\r\nupgrade: websocket\r\n\r\n';

  it('makes a tunnel, in which every byte passes in both directions', async () => {
    await using sender = await through();
    sender.client.write(`${upgrade}\x81\x00`);
    const behind = await sender.upstream.accepted();
    expect(await behind.until('\x81\x00')).toBe(`${upgrade}\x81\x00`);
    behind.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n\x82\xff');
    expect(await sender.client.until('\xff')).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n\x82\xff',
    );
    sender.client.write('\x88\x01');
    await behind.until('\x88\x01');
    sender.client.socket.end();
    await behind.until('closed');
    await vi.waitFor(() => expect(sender.proxy.tap.counts.tunnels).toBe(1));
  });

  it('that the upstream does not want is answered by it', async () => {
    await using sender = await through();
    sender.client.write(upgrade);
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.write(reply);
    expect(await sender.client.until('ok')).toBe(reply);
    behind.socket.end();
    await sender.client.until('closed');
  });

  it('to HTTP/2 is taken no notice of, so that what follows is seen', async () => {
    await using sender = await through();
    sender.client.write(
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
    );
    const behind = await sender.upstream.accepted();
    expect(await behind.until('\r\n\r\n')).toBe(
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n',
    );
    behind.write(reply);
    expect(await sender.client.until('ok')).toBe(reply);
    sender.client.write(get('/b'));
    await behind.until('/b');
    await vi.waitFor(() => expect(sender.proxy.tap.counts).toMatchObject({ passed: 1, tunnels: 0 }));
  });
});

describe('the copy of what passes', () => {
  it('holds both bodies, as they went over the wire', async () => {
    await using sender = await through();
    sender.client.write('POST /a?[b] HTTP/1.1\r\nHost: a\r\nX-a: 1\r\nContent-Length: 3\r\n\r\na\x00\xff');
    const behind = await sender.upstream.accepted();
    await behind.until('\xff');
    behind.write(
      'HTTP/1.1 201 Created\r\nx-B: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n2\r\nyz\r\n0\r\n\r\n',
    );
    await sender.client.until('0\r\n\r\n');
    await vi.waitFor(() => expect(sender.proxy.passed).toHaveLength(1));
    expect(sender.proxy.passed).toMatchObject([
      {
        call: {
          method: 'POST',
          target: '/a?[b]',
          headers: [
            ['Host', 'a'],
            ['X-a', '1'],
            ['Content-Length', '3'],
          ],
          body: new Uint8Array([97, 0, 255]),
        },
        reply: {
          status: 201,
          headers: [
            ['x-B', '1'],
            ['Transfer-Encoding', 'chunked'],
          ],
          body: new Uint8Array(Buffer.from('xyz')),
        },
      },
    ]);
  });
});
