import { describe, expect, it, vi } from 'vitest';
import { through } from './wire.ts';

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`;

/** What Node adds to each request, and is of one connection only. */
const kept = 'Connection: keep-alive';

describe('a request', () => {
  it.each([
    ['raw brackets', '/pcm/products?filter=eq(name,A)&page[limit]=2&page%5boffset%5D=%7e'],
    ['percent signs that encode nothing', '/a%zz/%/b%2'],
    ['two slashes, dots and an empty query', '//a/../b/./?'],
    ['characters that an URL should not hold', '/a|b^c`{d}"<e>\\?x=\'#y'],
    ['an address in full', 'http://elsewhere.example/a?b=[c]'],
    ['an asterisk', '*'],
  ])('is asked for byte by byte: %s', async (_, target) => {
    await using sender = await through();
    sender.client.write(lines(`GET ${target} HTTP/1.1`, 'Host: a'));
    const behind = await sender.upstream.accepted();
    expect(await behind.until('\r\n\r\n')).toBe(lines(`GET ${target} HTTP/1.1`, 'Host: a', kept));
  });

  it('keeps the case, the order and the duplicates of its headers', async () => {
    await using sender = await through();
    const head = [
      'GET / HTTP/1.1',
      'hOsT: a:1',
      'X-One: 1',
      'cookie: a=1',
      'x-one: 2',
      'Cookie: b=2',
      'X-ONE: \xe4 ; "x"',
      'Authorization: Bearer abc',
      'authorization: Bearer def',
      'connection: keep-alive',
    ];
    sender.client.write(lines(...head));
    const behind = await sender.upstream.accepted();
    expect(await behind.until('\r\n\r\n')).toBe(lines(...head));
  });

  it('has the prefix of the upstream put before its target, and the name of the upstream as its host if asked for', async () => {
    await using sender = await through({ path: '/api/' });
    sender.client.write(lines('GET /a?[b] HTTP/1.1', 'Host: a'));
    const behind = await sender.upstream.accepted();
    expect(await behind.until('\r\n\r\n')).toBe(lines('GET /api/a?[b] HTTP/1.1', 'Host: a', kept));
    await using renaming = await through({ renamesHost: true });
    renaming.client.write(lines('GET / HTTP/1.1', 'A: 1', 'HOST: a', 'B: 2'));
    const other = await renaming.upstream.accepted();
    const host = `HOST: 127.0.0.1:${renaming.upstream.port}`;
    // An upstream of another name, at the same place.
    expect(await other.until('\r\n\r\n')).toBe(lines('GET / HTTP/1.1', 'A: 1', host, 'B: 2', kept));
  });

  it('loses the headers that are of one connection only, and no others', async () => {
    await using sender = await through();
    sender.client.write(
      lines(
        'GET / HTTP/1.1',
        'Host: a',
        'Connection: X-Hop, TE , Host',
        'TE: trailers',
        'x-hop: 1',
        'Proxy-Connection: keep-alive',
        'X-Last: 2',
      ),
    );
    const behind = await sender.upstream.accepted();
    expect(await behind.until('\r\n\r\n')).toBe(
      lines('GET / HTTP/1.1', 'Host: a', 'Connection: TE', 'TE: trailers', 'X-Last: 2'),
    );
  });

  it('without a body is given none, whatever its method', async () => {
    await using sender = await through();
    const head = ['POST /a HTTP/1.1', 'Host: a', 'X-One: 1'];
    sender.client.write(lines(...head));
    const behind = await sender.upstream.accepted();
    expect(await behind.until('\r\n\r\n')).toBe(lines(...head, kept));
    behind.write('HTTP/1.1 204 No Content\r\n\r\n');
    await sender.client.until('\r\n\r\n');
    sender.client.write(lines('GET /b HTTP/1.1', 'Host: a'));
    await behind.until('GET /b');
  });

  it('with a body of a known length keeps both', async () => {
    await using sender = await through();
    const request = `${lines('PUT /a HTTP/1.1', 'Host: a', 'content-LENGTH: 4', kept)}a\x00\xffz`;
    sender.client.write(request);
    const behind = await sender.upstream.accepted();
    expect(await behind.until('z')).toBe(request);
  });

  it('in chunks is passed on chunk by chunk, trailers included, while it is being sent', async () => {
    await using sender = await through();
    const head = lines('POST / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', 'Trailer: X-Sum', kept);
    sender.client.write(head);
    const behind = await sender.upstream.accepted();
    await behind.until(head);
    sender.client.write('3\r\nabc\r\n');
    await behind.until('3\r\nabc\r\n');
    sender.client.write('2\r\nde\r\n0\r\nX-Sum: 5\r\nx-sum: \xe4\r\n\r\n');
    const sent = await behind.until('\xe4\r\n\r\n');
    expect(sent).toBe(`${head}3\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\nx-sum: \xe4\r\n\r\n`);
  });

  it('that waits for 100 Continue waits for that of the upstream', async () => {
    await using sender = await through();
    const head = lines('POST / HTTP/1.1', 'Host: a', 'Expect: 100-continue', 'Content-Length: 2', kept);
    sender.client.write(head);
    const behind = await sender.upstream.accepted();
    expect(await behind.until('\r\n\r\n')).toBe(head);
    expect(sender.client.text()).toBe('');
    behind.write('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await sender.client.until('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    sender.client.write('ab');
    await behind.until('\r\n\r\nab');
    const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nz';
    behind.write(reply);
    expect(await sender.client.until('z')).toBe(`HTTP/1.1 100 Continue\r\n\r\n${reply}`);
  });

  it('that is rejected before its body was asked for is told so', async () => {
    await using sender = await through();
    sender.client.write(lines('POST / HTTP/1.1', 'Host: a', 'Expect: 100-continue', 'Content-Length: 2'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    const reply = 'HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n';
    behind.write(reply);
    expect(await sender.client.until('\r\n\r\n')).toBe(reply);
  });
});

describe('a reply', () => {
  it.each([
    [
      'odd names, duplicates and an odd reason',
      'HTTP/1.1 299 Fine, \xe4h\r\nx-A: 1\r\nSET-cookie: a\r\nX-a: 2\r\nset-Cookie: b\r\nContent-Length: 2\r\n\r\nab',
    ],
    ['no reason, no date', 'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n'],
    ['a date of its own', 'HTTP/1.1 200 OK\r\nDate: yesterday\r\nContent-Length: 0\r\n\r\n'],
    [
      'compressed bytes',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n\x1f\x8b\x08\x00\xff',
    ],
    [
      'chunks with trailers',
      'HTTP/1.1 200 OK\r\nTrailer: x-sum\r\ntransfer-ENCODING: chunked\r\n\r\n3\r\nabc\r\n0\r\nx-Sum: 3\r\nX-sum: 4\r\n\r\n',
    ],
    ['204', 'HTTP/1.1 204 No Content\r\nX: 1\r\n\r\n'],
    [
      '304 with the length it would have',
      'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 12\r\n\r\n',
    ],
    [
      'a kept connection',
      'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=7\r\nContent-Length: 0\r\n\r\n',
    ],
  ])('comes back byte by byte: %s', async (_, reply) => {
    await using sender = await through();
    sender.client.write(lines('GET /a HTTP/1.1', 'Host: a'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.write(reply);
    await sender.client.until(reply.slice(-4));
    sender.client.write(lines('GET /b HTTP/1.1', 'Host: a'));
    await behind.until('GET /b');
    expect(sender.client.text()).toBe(reply);
  });

  it('to HEAD keeps the length of what is not sent', async () => {
    await using sender = await through();
    const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nTrailer: a\r\n\r\n';
    sender.client.write(lines('HEAD /a HTTP/1.1', 'Host: a'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.write(reply);
    sender.client.write(lines('GET /b HTTP/1.1', 'Host: a'));
    await behind.until('GET /b');
    expect(sender.client.text()).toBe(reply.replace('Trailer: a\r\n', ''));
  });

  it('that ends with its connection ends so', async () => {
    await using sender = await through();
    sender.client.write(lines('GET /a HTTP/1.1', 'Host: a'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.write('HTTP/1.0 200 OK\r\nX: 1\r\n\r\nab');
    await sender.client.until('ab');
    behind.socket.end('cd');
    expect(await sender.client.until('closed')).toBe(
      'HTTP/1.1 200 OK\r\nX: 1\r\nConnection: close\r\n\r\nabcd',
    );
    await vi.waitFor(() => expect(sender.proxy.passed).toHaveLength(1));
  });

  it('is preceded by what the upstream says before it', async () => {
    await using sender = await through();
    sender.client.write(lines('GET /a HTTP/1.1', 'Host: a'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    const early =
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nlink: </b>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n';
    behind.write(early);
    await sender.client.until('102 Processing\r\n\r\n');
    const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nz';
    behind.write(reply);
    expect(await sender.client.until('z')).toBe(early + reply);
  });

  it('comes while it is being made, its head before its body', async () => {
    await using sender = await through();
    sender.client.write(lines('GET /events HTTP/1.1', 'Host: a'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    behind.write(head);
    expect(await sender.client.until('\r\n\r\n')).toBe(head);
    behind.write('5\r\nfirst\r\n');
    expect(await sender.client.until('first\r\n')).toBe(`${head}5\r\nfirst\r\n`);
  });

  it('to an old client comes without chunks', async () => {
    await using sender = await through();
    sender.client.write(lines('GET /a HTTP/1.0', 'Host: a'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.write(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n',
    );
    expect(await sender.client.until('closed')).toBe('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nab');
  });

  it('to an old client ends its connection, which it waits for', async () => {
    await using sender = await through();
    sender.client.write(lines('GET /a HTTP/1.0', 'Host: a'));
    const behind = await sender.upstream.accepted();
    await behind.until('\r\n\r\n');
    behind.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab');
    expect(await sender.client.until('closed')).toBe(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab',
    );
  });
});

describe('requests that are sent without waiting for replies', () => {
  it('are passed on one by one, in their order', async () => {
    await using sender = await through();
    sender.client.write(
      lines('POST /1 HTTP/1.1', 'Host: a', 'Content-Length: 1') +
        'a' +
        lines('GET /2 HTTP/1.1', 'Host: a') +
        lines('DELETE /3 HTTP/1.1', 'Host: a'),
    );
    const behind = await sender.upstream.accepted();
    for (const count of [1, 2, 3]) {
      const seen = await behind.until(`/${count} HTTP/1.1`);
      expect(seen).not.toContain(`/${count + 1} `);
      behind.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${count}`);
    }
    expect((await sender.client.until('\r\n\r\n3')).match(/\n\d/g)).toEqual(['\n1', '\n2', '\n3']);
    expect(sender.upstream.connections()).toBe(1);
  });
});
