import { describe, expect, it } from 'vitest';
import { amend } from '../../../src/contract/build-contract.ts';
import { ask, contract, goodHeaders, makeStub } from '../shop-stub.ts';

const path = '/v2/application-keys';
const key = { data: { type: 'application_key', name: 'Importer' } };
const pointersIn = (text: string) =>
  JSON.parse(text).errors.map(({ source }: { source: { pointer: string } }) => source.pointer);

describe('creating a key', () => {
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
  ])('checks the content type %s', async (type, expected) => {
    const headers = [
      ['Authorization', 'Bearer any'],
      ['Content-Type', type],
    ] as const;
    expect((await ask('POST', path, { body: key, headers })).status).toBe(expected);
  });

  it('accepts what is not enforced, and returns it as text', async () => {
    const lenient = amend(contract, { constraint: 'application-key/name/type' });
    const stub = makeStub({ contract: lenient });
    const { status, text } = await ask('POST', path, { body: { data: { ...key.data, name: 7 } }, stub });
    expect(status).toBe(201);
    expect(JSON.parse(text).data.name).toBe('7');
  });
});
