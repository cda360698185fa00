import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { at } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import type { Listening } from '../../src/stub/listen.ts';
import { dial, listen, say, statuses } from './servers/client.ts';
import { awkward } from './servers/shapes.ts';
import { catalog, contract } from './trial.ts';

let stub: Listening;
let impatient: Listening;
beforeAll(async () => {
  stub = await createStub({ contract, parts: stubPartsOf(catalog) }).listen();
  impatient = await createStub({ contract, parts: stubPartsOf(catalog) }).listen({ requestTimeout: 600 });
});
afterAll(() => Promise.all([stub.close(), impatient.close()]));

const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
const [hierarchy] = catalog.hierarchies;
const listing = `/pcm/hierarchies/${hierarchy?.id}/nodes/${hierarchy?.nodes[0]?.id}/products`;

/** Creates a key, or tries to. */
async function create(body: string | Uint8Array, base = stub.baseUrl) {
  const response = await request(`${base}/v2/application-keys`, { method: 'POST', headers, body });
  return { status: response.statusCode, text: await response.body.text() };
}

const named = (name: string): string => JSON.stringify({ data: { type: 'application_key', name } });

/** Whatever was done to it, the stub serves the next good request. */
async function expectWell(): Promise<void> {
  expect((await create(named('well'))).status).toBe(201);
  const { statusCode, body } = await request(`${stub.baseUrl}${listing}?page[limit]=1`);
  expect([statusCode, JSON.parse(await body.text()).data.length]).toEqual([200, 1]);
}

describe('an awkward request', () => {
  it.each(awkward)('with %s is no reason to crash', async (_, bytes) => {
    const heard = await say(stub.baseUrl, Buffer.from(bytes, 'latin1'));
    for (const status of statuses(heard)) expect(status).toBeLessThan(500);
    expect(heard).not.toContain('<script>hosted');
    await expectWell();
  });
});

describe('a client that takes its time', () => {
  it.each([
    ['before it says anything', ''],
    ['in its headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-'],
    ['in its body', 'POST /v2/application-keys HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{'],
  ])('%s is hung up on', async (_, bytes) => {
    const began = performance.now();
    const heard = await say(impatient.baseUrl, bytes, 10_000);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(statuses(heard).filter((status) => status !== 408)).toEqual([]);
  });

  it('over each byte of a header is hung up on as well', async () => {
    const socket = await dial(impatient.baseUrl);
    const drip = setInterval(() => socket.writable && socket.write('x'), 50);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    const heard = await listen(socket, 10_000);
    clearInterval(drip);
    expect(statuses(heard)).toEqual([408]);
  });

  it('and has brought thousands of others who say nothing keeps nobody out', async () => {
    const idle = await Promise.all(Array.from({ length: 3_000 }, () => dial(stub.baseUrl)));
    await expectWell();
    for (const socket of idle) socket.destroy();
  });
});

describe('a body', () => {
  const limit = 1_048_576;
  const filled = (length: number) => `${named('a')}${' '.repeat(length - named('a').length)}`;

  it.each<[string, string | Uint8Array, number]>([
    ['at the limit', filled(limit), 201],
    ['a byte over the limit', filled(limit + 1), 413],
    ['far over the limit', filled(20 * limit), 413],
    ['a hundred thousand arrays deep', '['.repeat(100_000) + ']'.repeat(100_000), 400],
    ['deep in a member nobody knows', `{"data":{"type":"application_key","name":"a","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`, 400],
    ['of one huge key', `{"${'k'.repeat(500_000)}":1}`, 422],
    ['of a hundred thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1]))), 422],
    ['of more than 250,000 values', `[${'1,'.repeat(250_000)}1]`, 400],
    ['of prototype keys alone', '{"__proto__":{"data":{"type":"application_key","name":"a"}}}', 422],
    ['that is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['of a NUL', '\0', 400],
    ['with a number beyond all doubles', '{"data":{"type":"application_key","name":"a","reserved_rate_limit":1e999}}', 422],
    ['with a lone surrogate', '{"data":{"type":"application_key","name":"\\ud800"}}', 201],
    ['with a name of a million characters', JSON.stringify({ data: { type: 'application_key', name: 'n'.repeat(1_000_000) } }), 201],
  ])('%s is answered', async (_, body, status) => {
    const { status: answered, text } = await create(body);
    expect(answered).toBe(status);
    expect(() => JSON.parse(text)).not.toThrow();
    await expectWell();
  }); // biome-ignore format: one line a case

  it('with prototype members changes no object but itself', async () => {
    const name =
      '{"data":{"type":"application_key","name":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    const { status, text } = await create(name);
    expect(status).toBeLessThan(500);
    expect(text).not.toContain('polluted');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

it('two hundred who create at once get keys of their own, and all of them are in the journal', async () => {
  const busy = createStub({ contract, parts: stubPartsOf(catalog) });
  await using listening = await busy.listen();
  const names = Array.from({ length: 200 }, (_, index) => `key ${index}`);
  const responses = await Promise.all(names.map((name) => create(named(name), listening.baseUrl)));
  const keys = responses.map(({ text }) => JSON.parse(text).data);
  for (const field of ['id', 'client_id', 'client_secret', 'name']) {
    expect(new Set(keys.map((created) => created[field])).size).toBe(200);
  }
  const journal = busy.journal.read({ operation: 'application-key', status: 201 });
  expect(journal.map(({ json }) => at(json, 'data', 'name')).sort()).toEqual(names.sort());
});
