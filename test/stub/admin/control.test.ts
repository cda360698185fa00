import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { stubPartsOf } from '../../../spec/stub/parts.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { ask, catalog, contract, makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kits');
const rounded = 'node-products/page-limit: small pages contain ten products';
const controlled = () => makeStub({ control: true });

describe('control', () => {
  it('is off by default', async () => {
    const response = await ask('POST', '/__assay/reset', { headers: [] });
    expect([response.status, response.text]).toEqual([404, expect.stringContaining('--control')]);
  });

  it.each([
    ['a foreign host name', [['Host', 'evil.example']]],
    [
      'a page of another origin',
      [
        ['Host', 'localhost:1'],
        ['Origin', 'http://evil.example'],
      ],
    ],
    [
      'a proxy',
      [
        ['Host', 'localhost:1'],
        ['X-Forwarded-For', '192.0.2.1'],
      ],
    ],
    [
      'a proxy that says less',
      [
        ['Host', 'localhost:1'],
        ['CF-Connecting-IP', '192.0.2.1'],
      ],
    ],
    [
      'two host names',
      [
        ['Host', 'localhost:1'],
        ['Host', 'evil.example'],
      ],
    ],
    [
      'a page of another site that names no origin',
      [
        ['Host', 'localhost:1'],
        ['Sec-Fetch-Site', 'cross-site'],
      ],
    ],
  ] as const)('is rejected to %s', async (_, headers) => {
    expect((await ask('GET', '/__assay/requests', { headers, stub: controlled() })).status).toBe(403);
  });

  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')?.address;

  it.skipIf(elsewhere === undefined)('is rejected to another machine, but health is not', async () => {
    await using listening = await controlled().listen({ host: '0.0.0.0' });
    const { port } = new URL(listening.baseUrl);
    const status = async (host: string, target: string) =>
      (await fetch(`http://${host}:${port}${target}`)).status;
    expect(await status('127.0.0.1', '/__assay/requests')).toBe(200);
    expect(await status(elsewhere ?? '', '/__assay/requests')).toBe(403);
    expect(await status(elsewhere ?? '', '/__assay/health')).toBe(200);
  });

  const token = 'a-token-of-its-own';
  const withToken = () => makeStub({ control: true, controlToken: token });
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

  it.skipIf(elsewhere === undefined)(
    'is open to another machine with the token, and only with it',
    async () => {
      await using listening = await withToken().listen({ host: '0.0.0.0' });
      const address = `http://${elsewhere}:${new URL(listening.baseUrl).port}/__assay/requests`;
      expect((await fetch(address)).status).toBe(401);
      expect((await fetch(address, { headers: bearer(`${token}!`) })).status).toBe(401);
      expect((await fetch(address, { headers: bearer(token) })).status).toBe(200);
      expect((await fetch(`${listening.baseUrl}/__assay/requests`)).status).toBe(200);
    },
  );

  it('is open to a proxy with the token, and never tells it', async () => {
    const through = [['Host', 'shop.example'] as const];
    const stub = withToken();
    const rejected = await ask('GET', '/__assay', { headers: through, stub });
    expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(rejected.text).toContain('ASSAY_CONTROL_TOKEN');
    expect(rejected.text).not.toContain(token);
    const headers = [...through, ['Authorization', `Bearer ${token}`] as const];
    expect((await ask('GET', '/__assay', { headers, stub })).status).toBe(200);
    expect((await ask('GET', '/__assay', { headers, stub: makeStub({ controlToken: token }) })).status).toBe(
      404,
    );
  });

  it('has a guide, and accepts every example in it', async () => {
    const stub = makeStub({ control: true, namedMutants: async () => new Map([[rounded, (next) => next]]) });
    const { text } = await ask('GET', '/__assay', { stub });
    for (const body of JSON.parse(text)['/__assay/faults'].examples) {
      expect((await ask('POST', '/__assay/faults', { body, stub })).status, JSON.stringify(body)).toBe(201);
    }
  });

  it('adds, lists and removes faults', async () => {
    const stub = controlled();
    const added = await ask('POST', '/__assay/faults', {
      body: { kind: 'status', code: 503, times: 1 },
      stub,
    });
    expect([added.status, JSON.parse(added.text).id]).toEqual([201, '1']);
    expect((await ask('GET', path, { stub })).status).toBe(503);
    const listed = await ask('GET', '/__assay/faults', { stub });
    expect(JSON.parse(listed.text)).toMatchObject({ faults: [{ id: '1', struck: 1 }] });
    expect((await ask('DELETE', '/__assay/faults?id=1', { stub })).status).toBe(204);
    expect((await ask('DELETE', '/__assay/faults?id=1', { stub })).status).toBe(404);
    expect((await ask('DELETE', '/__assay/faults', { stub })).status).toBe(204);
  });

  it.each([
    ['POST', '/__assay/faults', '{', 400],
    ['POST', '/__assay/faults', '{"kind":"flood"}', 400],
    ['POST', '/__assay/reset?what=time', '', 400],
    ['GET', '/__assay/requests?colour=red', undefined, 400],
    ['GET', '/__assay/requests?status=many', undefined, 400],
    ['GET', '/__assay/requests?operation=keys', undefined, 400],
    ['GET', '/__assay/requests?token=s3cret', undefined, 400],
    ['GET', '/__assay/nothing', undefined, 404],
    ['PUT', '/__assay/faults', undefined, 405],
  ])('rejects %s %s %s', async (method, target, body, status) => {
    const response = await ask(method, target, {
      ...(body === undefined ? {} : { body }),
      stub: controlled(),
    });
    expect([response.status, JSON.parse(response.text).errors.length]).toEqual([status, 1]);
  });

  it('selects requests from the journal', async () => {
    const stub = controlled();
    await ask('GET', path, { stub });
    await ask('GET', '/nothing', { stub });
    const response = await ask(
      'GET',
      '/__assay/requests?operation=node-products&method=get&status=200&after=0',
      { stub },
    );
    expect(JSON.parse(response.text)).toMatchObject({ count: 1, requests: [{ number: 1, target: path }] });
    expect((await ask('DELETE', '/__assay/requests', { stub })).status).toBe(204);
    expect(stub.journal.read()).toEqual([]);
  });

  it('resets everything, or a part', async () => {
    const stub = makeStub({ control: true, choices: { 'duplicate-name': 'rejected' } });
    const create = () =>
      ask('POST', '/v2/application-keys', { body: { data: { type: 'application_key', name: 'a' } }, stub });
    const first = await create();
    expect((await create()).status).toBe(409);
    await stub.faults.add({ kind: 'latency', ms: 0 });
    await ask('POST', '/__assay/reset?what=data', { stub });
    expect((await create()).text).toBe(first.text);
    expect([stub.faults.list().length, stub.journal.read().length]).toEqual([1, 3]);
    await ask('POST', '/__assay/reset?what=journal', { stub });
    expect([stub.faults.list().length, stub.journal.read().length]).toEqual([1, 0]);
    await ask('POST', '/__assay/reset', { stub });
    expect(stub.faults.list()).toEqual([]);
    expect((await create()).text).toBe(first.text);
  });

  it.each([undefined, 'test'])('sets the clock, and a reset sets it back, with the seed %s', async (seed) => {
    const stub = createStub({
      contract,
      parts: stubPartsOf(catalog),
      control: true,
      ...(seed === undefined ? {} : { seed }),
    });
    const body = { data: { type: 'application_key', name: 'Importer' } };
    const created = async (): Promise<string> =>
      JSON.parse((await ask('POST', '/v2/application-keys', { body, stub })).text).data.meta.timestamps
        .created_at;
    const set = (now: string) =>
      ask('POST', '/__assay/clock', { body: { now }, headers: [['Host', 'localhost:1']], stub });
    expect((await set('2031-05-06T07:08:09Z')).status).toBe(204);
    expect(await created()).toMatch(/^2031-05-06T07:0/);
    stub.reset();
    expect(await created()).not.toMatch(/^2031-/);
    expect((await set('tomorrow')).status).toBe(400);
  });
});
