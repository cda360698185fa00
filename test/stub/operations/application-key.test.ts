import { describe, expect, it } from 'vitest';
import { amend } from '../../../src/contract/build.ts';
import { ask, contract, goodHeaders, makeStub } from '../shop-stub.ts';

const path = '/v2/application-keys';
const key = { data: { type: 'application_key', name: 'Importer' } };
const pointersIn = (text: string) =>
  JSON.parse(text).errors.map(({ source }: { source: { pointer: string } }) => source.pointer);

describe('creating a key', () => {
  it('returns everything the contract requires', async () => {
    const { status, headers, text } = await ask('POST', path, { body: key });
    const { data } = JSON.parse(text);
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json');
    expect(data).toMatchObject({ type: 'application_key', name: 'Importer' });
    expect(data.client_id).toMatch(/^[0-9a-f]{32}$/);
    expect(data.client_secret).toMatch(/^[0-9a-f]{64}$/);
  });

  it('links to the key at the address the client used, with the prefix, ignoring forwarded headers', async () => {
    const stub = makeStub({ prefix: '/api' });
    const headers = [...goodHeaders, ['Host', 'shop.example:8080'], ['X-Forwarded-Proto', 'https']] as const;
    const { text } = await ask('POST', `/api${path}`, { body: key, headers, stub });
    const { data } = JSON.parse(text);
    expect(data.links.self).toBe(`http://shop.example:8080/api/v2/application-keys/${data.id}`);
  });

  it('reports all problems at once', async () => {
    const { status, text } = await ask('POST', path, {
      body: { data: { name: 7, reserved_rate_limit: 'x' } },
    });
    expect(status).toBe(422);
    expect(pointersIn(text)).toEqual(
      expect.arrayContaining(['/data/type', '/data/name', '/data/reserved_rate_limit']),
    );
  });

  it.each([
    ['no header', []],
    ['another scheme', [['Authorization', 'Basic any']]],
    ['no token', [['Authorization', 'Bearer ']]],
  ] as const)('requires a bearer token: %s', async (_, headers) => {
    const response = await ask('POST', path, { body: key, headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([
    ['text/plain', 415],
    ['application/json; charset=latin1', 415],
    ['application/json;charset="UTF-8"', 201],
    ['application/vnd.api+json', 201],
  ])('checks the content type %s', async (type, expected) => {
    const headers = [
      ['Authorization', 'Bearer any'],
      ['Content-Type', type],
    ] as const;
    expect((await ask('POST', path, { body: key, headers })).status).toBe(expected);
  });

  it.each([
    ['an empty body', ''],
    ['invalid JSON', '{'],
    ['JSON that nests too deeply', '['.repeat(100) + ']'.repeat(100)],
    ['JSON that nests as deeply as possible', '['.repeat(500_000) + ']'.repeat(500_000)],
  ])('rejects %s', async (_, body) => {
    expect((await ask('POST', path, { body })).status).toBe(400);
  });

  it('is not affected by members with the names of inherited ones', async () => {
    const body = '{"data":{"type":"application_key","name":"n","__proto__":{"name":1},"constructor":null}}';
    expect((await ask('POST', path, { body })).status).toBe(201);
    expect((await ask('POST', path, { body: '{"__proto__":{"data":{}}}' })).status).toBe(422);
  });

  it('rejects a body above 1 MiB', async () => {
    expect((await ask('POST', path, { body: ' '.repeat(1_048_577) })).status).toBe(413);
  });

  it('accepts what is not enforced, and returns it as text', async () => {
    const lenient = amend(contract, { constraint: 'application-key/name/type' });
    const stub = makeStub({ contract: lenient });
    const { status, text } = await ask('POST', path, { body: { data: { ...key.data, name: 7 } }, stub });
    expect(status).toBe(201);
    expect(JSON.parse(text).data.name).toBe('7');
  });
});
