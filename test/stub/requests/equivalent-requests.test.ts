import { Client } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Shelter');
const listening = await makeStub().listen();
const client = new Client(listening.baseUrl);
afterAll(async () => {
  await client.close();
  await listening.close();
});

const list = async (query: string, headers: Record<string, string> = {}) => {
  // Unlike fetch, a dispatcher sends the path without normalising it.
  const { statusCode, body } = await client.request({ method: 'GET', path: `${path}?${query}`, headers });
  return { status: statusCode, text: await body.text() };
};

const create = async (target: string, text: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${listening.baseUrl}${target}`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json', ...headers },
    body: text,
  });
  return { status: response.status, text: await response.text() };
};

describe('the stub treats as equivalent', () => {
  const ridge = 'eq(name,Ridge tent)';
  it.each([
    ['brackets raw', `filter=${encodeURIComponent(ridge)}&page[limit]=2&page[offset]=0`],
    ['brackets encoded', `filter=${encodeURIComponent(ridge)}&page%5Blimit%5D=2&page%5Boffset%5D=0`],
    [
      'brackets partly encoded, in lower case',
      `filter=${encodeURIComponent(ridge)}&page%5blimit]=2&page[offset%5d=0`,
    ],
    ['another order', `page[offset]=0&page[limit]=2&filter=${encodeURIComponent(ridge)}`],
    ['a plus for a space', 'filter=eq(name,Ridge+tent)&page[limit]=2&page[offset]=0'],
    [
      'everything encoded',
      `filter=${[...ridge].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')}&page[limit]=2&page[offset]=0`,
    ],
    ['empty pairs', `&filter=${encodeURIComponent(ridge)}&&page[limit]=2&page[offset]=0&`],
    ['a plus sign before a number', `filter=${encodeURIComponent(ridge)}&page[limit]=%2B2&page[offset]=0`],
    [
      'an unknown parameter',
      `filter=${encodeURIComponent(ridge)}&page[limit]=2&page[offset]=0&utm[source]=a`,
    ],
  ])('a query with %s', async (_, query) => {
    const response = await list(query);
    expect([response.status, JSON.parse(response.text).data.length]).toEqual([200, 1]);
    expect(response.text).toContain('page%5Boffset%5D=0&page%5Blimit%5D=2');
  });

  it.each([
    ['a content type on a GET', { 'content-type': 'application/json' }],
    ['unknown headers', { 'x-store': 'eu', 'x-request-id': '1'.repeat(2000) }],
    ['any Accept header', { accept: 'text/html' }],
    ['an unsupported encoding', { 'accept-encoding': 'zstd, br' }],
    ['a condition', { 'if-none-match': '*' }],
  ])('a request with %s', async (_, headers) => {
    expect(await list('page[limit]=2', headers)).toEqual(await list('page[limit]=2'));
  });

  it.each([
    ['pretty-printed', JSON.stringify({ data: { type: 'application_key', name: 'a' } }, null, 2), {}],
    ['with unknown members', '{"data":{"type":"application_key","name":"a","colour":"red"},"meta":{}}', {}],
    ['in another order', '{"data":{"name":"a","type":"application_key"}}', {}],
    ['with escapes', '{"data":{"name":"\\u0061","type":"application\\u005fkey"}}', {}],
    [
      'with a vendor type',
      '{"data":{"type":"application_key","name":"a"}}',
      { 'content-type': 'application/vnd.api+json' },
    ],
    [
      'with a charset',
      '{"data":{"type":"application_key","name":"a"}}',
      { 'content-type': 'Application/JSON; Charset=UTF-8' },
    ],
  ])('a body %s', async (_, text, headers: Record<string, string>) => {
    const response = await create('/v2/application-keys', text, headers);
    expect([response.status, JSON.parse(response.text).data.name]).toEqual([201, 'a']);
  });
});
