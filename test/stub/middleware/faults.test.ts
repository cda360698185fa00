import { describe, expect, it } from 'vitest';
import { idsOf } from '../../../src/contract/operations.ts';
import { isLost, type Mutant } from '../../../src/http/exchange.ts';
import { type FaultRequest, readFaultRequest } from '../../../src/stub/faults.ts';
import { isPartial } from '../../../src/stub/responses.ts';
import { ask, contract, makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kits');

const keys = '/v2/application-keys';

const teapot: Mutant = (next) => async (request) => ({ ...(await next(request)), status: 418 });

const namedMutants = async () => new Map([['some/rule: a teapot', teapot]]);

/** The response to a request under a fault. */
async function replyUnder(request: FaultRequest, target = path) {
  const stub = makeStub({ namedMutants });
  await stub.faults.add(request);
  return stub.transport({ method: 'GET', target, headers: [] });
}

describe('a fault', () => {
  it('replies with a status, and marks the reply', async () => {
    const response = await replyUnder({ kind: 'status', code: 503 });
    expect(response).toMatchObject({ status: 503 });
    expect(!isLost(response) && response.headers).toContainEqual(['assay-fault', '1 status']);
    expect(await replyUnder({ kind: 'status', code: 204 })).toMatchObject({
      status: 204,
      body: new Uint8Array(),
    });
  });

  it.each([
    ['text', 'busy', 'text/plain; charset=utf-8', 'busy'],
    ['JSON', { code: 'E1' }, 'application/json', '{"code":"E1"}'],
    ['null', null, 'application/json', 'null'],
  ])('replies with a body of one’s own: %s', async (_, body, type, sent) => {
    const response = await replyUnder({ kind: 'status', code: 409, body });
    if (isLost(response)) throw new Error(response.detail);
    expect([response.status, Buffer.from(response.body).toString()]).toEqual([409, sent]);
    expect(response.headers).toContainEqual(['content-type', type]);
  });

  it('waits for a request of its operation', async () => {
    const stub = makeStub();
    await stub.faults.add({
      kind: 'status',
      code: 503,
      operation: 'node-products',
      fromRequest: 2,
      times: 1,
    });
    const statuses: number[] = [];
    for (const target of [path, keys, path, path]) statuses.push((await ask('GET', target, { stub })).status);
    expect(statuses).toEqual([200, 405, 503, 200]);
  });

  it.each([
    ['', 200],
    ['?page%5Blimit%5D=2', 200],
    ['?page%5Blimit%5D=2&page%5Boffset%5D=1', 503],
    ['?page%5Boffset%5D=2&page%5Blimit%5D=2', 503],
    ['?page%5Boffset%5D=x', 400],
  ])('waits for the second page: %s', async (query, status) => {
    const stub = makeStub();
    await stub.faults.add({ kind: 'status', code: 503, fromPage: 2 });
    expect((await ask('GET', path + query, { stub })).status).toBe(status);
  });

  it('waits for a page that a cursor leads to', async () => {
    const stub = makeStub({ choices: { 'link-form': 'cursor' } });
    await stub.faults.add({ kind: 'status', code: 503, fromPage: 2 });
    const first = await ask('GET', `${path}?page%5Blimit%5D=1`, { stub });
    const { pathname, search } = new URL(JSON.parse(first.text).data[0].links.next);
    expect((await ask('GET', pathname + search, { stub })).status).toBe(503);
  });

  it('asks the client to retry later', async () => {
    const response = await replyUnder({ kind: 'too-many-requests', retryAfter: 7 });
    expect(response).toMatchObject({ status: 429, headers: expect.arrayContaining([['retry-after', '7']]) });
  });

  it('delays the reply by a fixed or random time', async () => {
    const started = performance.now();
    await replyUnder({ kind: 'latency', ms: 30 });
    await replyUnder({ kind: 'latency', from: 30, to: 40 });
    expect(performance.now() - started).toBeGreaterThan(55);
  });

  it('loses the connection, before the reply or in the middle of it', async () => {
    expect(await replyUnder({ kind: 'connection-reset' })).toMatchObject({ lost: 'connection' });
    const response = await replyUnder({ kind: 'truncated-body', after: 10 });
    expect(response).toMatchObject({ lost: 'connection', ending: 'close' });
    expect(isPartial(response) && response.sent.body.byteLength).toBe(10);
    expect(await replyUnder({ kind: 'stalled-body' })).toMatchObject({ lost: 'timeout', ending: 'stall' });
  });

  it('sends invalid JSON with a correct Content-Length', async () => {
    const response = await replyUnder({ kind: 'malformed-json' });
    if (isLost(response)) throw new Error(response.detail);
    const text = Buffer.from(response.body).toString();
    expect(() => JSON.parse(text)).toThrow();
    expect(response.headers).toContainEqual(['content-length', String(response.body.byteLength)]);
  });

  it.each(['some/rule: a teapot', 'some/rule', 'a teapot'])(
    'violates the contract by the mutant name %s',
    async (name) => {
      expect(await replyUnder({ kind: 'mutant', name })).toMatchObject({ status: 418 });
    },
  );

  it('strikes one operation, a limited number of times, in the order of adding', async () => {
    const stub = makeStub();
    await stub.faults.add({ kind: 'status', code: 503, operation: 'application-key', times: 1 });
    await stub.faults.add({ kind: 'status', code: 502, operation: 'application-key', times: 1 });
    const statuses = [];
    for (const target of [path, keys, path, keys, keys]) {
      statuses.push((await ask(target === keys ? 'POST' : 'GET', target, { stub, headers: [] })).status);
    }
    expect(statuses).toEqual([200, 503, 200, 502, 401]);
    expect(stub.faults.list().map((fault) => fault.struck)).toEqual([1, 1]);
    expect(stub.faults.remove('1')).toBe(true);
    expect(stub.faults.remove('1')).toBe(false);
  });

  it('strikes with a probability, repeatably for a seed', async () => {
    const run = async (seed: string) => {
      const stub = makeStub({ seed });
      await stub.faults.add({ kind: 'status', code: 503, probability: 0.3 });
      const statuses = await Promise.all(Array.from({ length: 100 }, () => ask('GET', path, { stub })));
      return statuses.map(({ status }) => status);
    };
    const first = await run('a');
    expect(await run('a')).toEqual(first);
    expect(await run('b')).not.toEqual(first);
    expect(first.filter((status) => status === 503).length).toBeGreaterThan(15);
    expect(first.filter((status) => status === 503).length).toBeLessThan(45);
  });

  it('keeps the state of a mutant between requests', async () => {
    const everySecond: Mutant = (next) => {
      let count = 0;
      return async (request) => {
        count += 1;
        return count % 2 === 0 ? { ...(await next(request)), status: 418 } : next(request);
      };
    };
    const stub = makeStub({ namedMutants: async () => new Map([['every second', everySecond]]) });
    await stub.faults.add({ kind: 'mutant', name: 'every second' });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await ask('GET', path, { stub })).status);
    expect(statuses).toEqual([200, 418, 200, 418]);
  });
});

describe('a request to add a fault', () => {
  it.each([
    [null, 'needs a "kind"'],
    [{ kind: 'flood' }, '"flood" is not a kind of fault; known are latency, status'],
    [{ kind: 'status' }, "must have required property 'code'"],
    [{ kind: 'status', code: 99 }, '/code must be >= 200'],
    [{ kind: 'status', code: 503, time: 1 }, 'has no "time"; did you mean "times"?'],
    [{ kind: 'latency' }, 'either "ms", or "from" and a "to"'],
    [{ kind: 'latency', from: 9, to: 1 }, 'not below it'],
    [{ kind: 'connection-reset', times: Number.POSITIVE_INFINITY }, '/times must be integer'],
    [{ kind: 'connection-reset', probability: 0 }, '/probability must be > 0'],
    [
      { kind: 'connection-reset', operation: 'keys' },
      `"keys" is not an operation; known are ${idsOf(contract).join(', ')}.`,
    ],
  ])('is rejected: %j', (request, message) => {
    expect(() => readFaultRequest(contract, request)).toThrow(message);
  });

  it('is rejected if no mutant has the name', async () => {
    await expect(replyUnder({ kind: 'mutant', name: 'a kettle' })).rejects.toThrow(
      'no single mutant is named "a kettle"',
    );
  });
});
