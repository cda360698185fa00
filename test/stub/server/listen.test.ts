import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type HttpRequest, isLost, type Mutant } from '../../../src/http/exchange.ts';
import { goodHeaders, makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kits');
const key = JSON.stringify({ data: { type: 'application_key', name: 'Importer' } });

/** Sends raw bytes and returns what the server sends until it closes the connection. */
async function sendRaw(baseUrl: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.end(bytes);
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  await once(socket, 'close');
  return chunks.join('');
}

describe('a listening stub', () => {
  it('replies as it does in process', async () => {
    const inProcess = makeStub({ prefix: '/api' });
    await using listening = await makeStub({ prefix: '/api' }).listen();
    const requests: HttpRequest[] = [
      { method: 'POST', target: '/api/v2/application-keys', headers: goodHeaders, body: Buffer.from(key) },
      { method: 'POST', target: '/api/v2/application-keys', headers: goodHeaders, body: Buffer.from('{') },
      { method: 'GET', target: `/api${path}?page[limit]=3`, headers: [] },
      { method: 'DELETE', target: `/api${path}`, headers: [] },
    ];
    for (const { method, target, headers, body } of requests) {
      const { origin, host } = new URL(listening.baseUrl);
      const expected = await inProcess.transport({
        method,
        target,
        headers: [...headers, ['Host', host]],
        ...(body ? { body } : {}),
      });
      if (isLost(expected)) throw new Error(expected.detail);
      const received = await fetch(`${origin}${target}`, {
        method,
        headers: headers.map(([...pair]) => pair),
        ...(body ? { body: Buffer.from(body) } : {}),
      });
      expect(received.status).toBe(expected.status);
      expect(Buffer.from(await received.arrayBuffer()).toString()).toBe(
        Buffer.from(expected.body).toString(),
      );
      for (const [name, value] of expected.headers) expect(received.headers.get(name)).toBe(value);
    }
  });

  it.each([
    ['something that is not HTTP', 'hello\r\n\r\n', 400],
    ['an invalid length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
    ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['an invalid percent sign', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    [
      'an unusual method',
      'PROPFIND /v2/application-keys HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      405,
    ],
    [
      'an invalid content type',
      'POST /v2/application-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nContent-Type: ;\r\n' +
        'Connection: close\r\nContent-Length: 2\r\n\r\n{}',
      415,
    ],
  ])('rejects %s with a proper reply', async (_, bytes, status) => {
    await using listening = await makeStub().listen();
    const [head = '', body = ''] = (await sendRaw(listening.baseUrl, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body).errors[0].status).toBe(String(status));
  });

  it('reads a body above the limit to the end, and rejects it', async () => {
    await using listening = await makeStub().listen();
    const body = ' '.repeat(3_000_000);
    const response = await fetch(`${listening.baseUrl}/v2/application-keys`, { method: 'POST', body });
    expect(response.status).toBe(413);
  });

  it('applies mutants in process and over a socket', async () => {
    const teapot: Mutant = (next) => async (request) => ({ ...(await next(request)), status: 418 });
    const lost: Mutant = () => async () => ({ lost: 'connection', detail: 'gone', ms: 0 });
    const stub = makeStub({ mutants: [teapot] });
    await using listening = await stub.listen();
    expect(await stub.transport({ method: 'GET', target: path, headers: [] })).toMatchObject({ status: 418 });
    expect((await fetch(`${listening.baseUrl}${path}`)).status).toBe(418);
    await using silent = await makeStub({ mutants: [lost] }).listen();
    await expect(fetch(`${silent.baseUrl}${path}`)).rejects.toThrow();
  });

  it('finishes pending requests when it closes, without waiting for unused connections', async () => {
    const started = Promise.withResolvers<void>();
    const slow: Mutant = (next) => async (request) => {
      started.resolve();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return next(request);
    };
    const listening = await makeStub({ mutants: [slow] }).listen();
    const unused = connect(Number(new URL(listening.baseUrl).port), '127.0.0.1');
    await once(unused, 'connect');
    const response = fetch(`${listening.baseUrl}${path}`);
    await started.promise;
    await listening.close();
    expect((await response).status).toBe(200);
  });

  it('replies with 500 after an internal error, and keeps running', async () => {
    const broken: Mutant = (next) => (request) => {
      if (request.method === 'DELETE') return Promise.reject(new Error('out of order'));
      return next(request);
    };
    await using listening = await makeStub({ mutants: [broken] }).listen();
    const failed = await fetch(`${listening.baseUrl}${path}`, { method: 'DELETE' });
    expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining('out of order')]);
    expect((await fetch(`${listening.baseUrl}${path}`)).status).toBe(200);
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:'],
    ['127.0.0.1', 'http://127.0.0.1:'],
  ])('has a base URL that works when it listens on %s', async (host, start) => {
    await using listening = await makeStub().listen({ host });
    expect(listening.baseUrl.startsWith(start)).toBe(true);
    expect((await fetch(`${listening.baseUrl}${path}`)).status).toBe(200);
  });

  it('is not reached at another address, unless it is told to listen there', async () => {
    await using own = await makeStub().listen();
    await using open = await makeStub().listen({ host: '0.0.0.0' });
    const elsewhere = ({ baseUrl }: { readonly baseUrl: string }): string =>
      baseUrl.replace('127.0.0.1', '127.0.0.2') + path;
    expect((await fetch(elsewhere(open))).status).toBe(200);
    await expect(fetch(elsewhere(own))).rejects.toThrow('fetch failed');
  });

  it('can be closed several times', async () => {
    const listening = await makeStub().listen();
    await Promise.all([listening.close(), listening.close()]);
    await listening.close();
    await expect(fetch(listening.baseUrl)).rejects.toThrow();
  });

  it('reports a port that is in use', async () => {
    await using listening = await makeStub().listen();
    const port = Number(new URL(listening.baseUrl).port);
    await expect(makeStub().listen({ port })).rejects.toThrow('choose another port');
  });
});
