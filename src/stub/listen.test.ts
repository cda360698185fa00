import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Call, isLost, type Mutant } from '../wire/exchange.ts';
import { goodHeaders, makeStub, nodeNamed } from './testing.ts';

const { path } = nodeNamed('Kits');
const key = JSON.stringify({ data: { type: 'application_key', name: 'Importer' } });

/** Sends bytes as they are and gives back whatever comes until the server hangs up. */
async function sendRaw(baseUrl: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.end(bytes);
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  await once(socket, 'close');
  return chunks.join('');
}

describe('a stub that listens', () => {
  it('answers as it does in process', async () => {
    const inProcess = makeStub({ prefix: '/api' });
    await using listening = await makeStub({ prefix: '/api' }).listen();
    const calls: Call[] = [
      { method: 'POST', target: '/api/v2/application-keys', headers: goodHeaders, body: Buffer.from(key) },
      { method: 'POST', target: '/api/v2/application-keys', headers: goodHeaders, body: Buffer.from('{') },
      { method: 'GET', target: `/api${path}?page[limit]=3`, headers: [] },
      { method: 'DELETE', target: `/api${path}`, headers: [] },
    ];
    for (const { method, target, headers, body } of calls) {
      const { origin, host } = new URL(listening.baseUrl);
      const known = await inProcess.transport({
        method,
        target,
        headers: [...headers, ['Host', host]],
        ...(body ? { body } : {}),
      });
      if (isLost(known)) throw new Error(known.detail);
      const heard = await fetch(`${origin}${target}`, {
        method,
        headers: headers.map(([...pair]) => pair),
        ...(body ? { body: Buffer.from(body) } : {}),
      });
      expect(heard.status).toBe(known.status);
      expect(Buffer.from(await heard.arrayBuffer()).toString()).toBe(Buffer.from(known.body).toString());
      for (const [name, value] of known.headers) expect(heard.headers.get(name)).toBe(value);
    }
  });

  it.each([
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['a broken percent sign', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    [
      'an unusual method',
      'PROPFIND /v2/application-keys HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      405,
    ],
    [
      'a content type that is none',
      'POST /v2/application-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nContent-Type: ;\r\n' +
        'Connection: close\r\nContent-Length: 2\r\n\r\n{}',
      415,
    ],
  ])('refuses %s in its own words', async (_, bytes, status) => {
    await using listening = await makeStub().listen();
    const [head = '', body = ''] = (await sendRaw(listening.baseUrl, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body).errors[0].status).toBe(String(status));
  });

  it('lets the client finish a body above the limit, and refuses it', async () => {
    await using listening = await makeStub().listen();
    const body = ' '.repeat(3_000_000);
    const reply = await fetch(`${listening.baseUrl}/v2/application-keys`, { method: 'POST', body });
    expect(reply.status).toBe(413);
  });

  it('puts mutants in front, in process and over a socket alike', async () => {
    const teapot: Mutant = (next) => async (call) => ({ ...(await next(call)), status: 418 });
    const lost: Mutant = () => async () => ({ lost: 'connection', detail: 'gone', ms: 0 });
    const stub = makeStub({ mutants: [teapot] });
    await using listening = await stub.listen();
    expect(await stub.transport({ method: 'GET', target: path, headers: [] })).toMatchObject({ status: 418 });
    expect((await fetch(`${listening.baseUrl}${path}`)).status).toBe(418);
    await using silent = await makeStub({ mutants: [lost] }).listen();
    await expect(fetch(`${silent.baseUrl}${path}`)).rejects.toThrow();
  });

  it('finishes what is in flight when it closes, and waits for nobody else', async () => {
    const started = Promise.withResolvers<void>();
    const slow: Mutant = (next) => async (call) => {
      started.resolve();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return next(call);
    };
    const listening = await makeStub({ mutants: [slow] }).listen();
    const unused = connect(Number(new URL(listening.baseUrl).port), '127.0.0.1');
    await once(unused, 'connect');
    const reply = fetch(`${listening.baseUrl}${path}`);
    await started.promise;
    await listening.close();
    expect((await reply).status).toBe(200);
  });

  it('answers 500 where it fails itself, and goes on', async () => {
    const broken: Mutant = (next) => (call) => {
      if (call.method === 'DELETE') return Promise.reject(new Error('out of order'));
      return next(call);
    };
    await using listening = await makeStub({ mutants: [broken] }).listen();
    const failed = await fetch(`${listening.baseUrl}${path}`, { method: 'DELETE' });
    expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining('out of order')]);
    expect((await fetch(`${listening.baseUrl}${path}`)).status).toBe(200);
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:'],
    ['127.0.0.1', 'http://127.0.0.1:'],
  ])('is reached at an address that works when it listens on %s', async (host, beginning) => {
    await using listening = await makeStub().listen({ host });
    expect(listening.baseUrl.startsWith(beginning)).toBe(true);
    expect((await fetch(`${listening.baseUrl}${path}`)).status).toBe(200);
  });

  it('closes as often as it is asked to', async () => {
    const listening = await makeStub().listen();
    await Promise.all([listening.close(), listening.close()]);
    await listening.close();
    await expect(fetch(listening.baseUrl)).rejects.toThrow();
  });

  it('says so where the port is taken', async () => {
    await using listening = await makeStub().listen();
    const port = Number(new URL(listening.baseUrl).port);
    await expect(makeStub().listen({ port })).rejects.toThrow('choose another port');
  });
});
