import { describe, expect, test } from 'vitest';
import { differenceOf, partingOf } from '../../conformance/client/difference.ts';
import type { Exchange, Header } from '../../src/http/exchange.ts';
import { contract } from '../shipped.ts';

const json: Header = ['content-type', 'application/json'];
const secret = 'canary-secret-1234';

const exchange = (body: unknown, { method = 'GET', status = 200, headers = [json] } = {}): Exchange => ({
  request: { method, target: '/products', headers: [['authorization', `Bearer ${secret}`]] },
  response: {
    status,
    headers,
    ms: 0,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  },
});

describe('the difference of two responses', () => {
  test.each<[string, Exchange, Exchange, string | undefined]>([
    [
      'a value',
      exchange({ data: [{ id: 'a' }] }),
      exchange({ data: [{ id: 'A' }] }),
      '`data[0].id`: "A" instead of "a"',
    ],
    [
      'a long value, cut around what differs',
      exchange({ data: `${'a'.repeat(200)}x${'b'.repeat(200)}` }),
      exchange({ data: `${'a'.repeat(200)}y${'b'.repeat(200)}` }),
      `\`data\`: …${'a'.repeat(20)}y${'b'.repeat(39)}… instead of …${'a'.repeat(20)}x${'b'.repeat(39)}…`,
    ],
    [
      'a long value that is cut short',
      exchange({ data: 'a'.repeat(200) }),
      exchange({ data: `${'a'.repeat(199)}` }),
      `\`data\`: …${'a'.repeat(59)}" instead of …${'a'.repeat(58)}a"`,
    ],
    [
      'a field that is absent',
      exchange({ meta: { total: 1 } }),
      exchange({ meta: {} }),
      '`meta.total`: absent instead of 1',
    ],
    [
      'a field more',
      exchange({ meta: {} }),
      exchange({ meta: {}, more: true }),
      '`more`: true instead of absent',
    ],
    [
      'the length of a list',
      exchange({ data: [1, 2, 3] }),
      exchange({ data: [1] }),
      '`data`: 1 entry instead of 3',
    ],
    [
      'a header',
      exchange({}),
      exchange({}, { headers: [['content-type', 'text/html']] }),
      'header `content-type`: "text/html" instead of "application/json"',
    ],
    ['a body that is not JSON', exchange({}), exchange('<p>'), 'a body that is not JSON'],
    [
      'nothing but the host',
      exchange({ next: 'http://127.0.0.1:1/a' }),
      exchange({ next: 'http://127.0.0.1:2/a' }),
      undefined,
    ],
    [
      'nothing but when something was created',
      exchange([{ created_at: '2026-11-29T10:09:35.805Z' }]),
      exchange([{ created_at: '2026-11-29T10:09:38.778Z' }]),
      undefined,
    ],
    [
      'another form of a timestamp',
      exchange({ created_at: '2026-11-29T10:09:35.805Z' }),
      exchange({ created_at: '2026-11-29T10:09:35Z' }),
      '`created_at`: "2026-11-29T10:09:35Z" instead of "2026-11-29T10:09:35.805Z"',
    ],
    ['the status', exchange({}), exchange([], { status: 400 }), undefined],
    [
      'nothing but an id that is made each time',
      exchange({ id: 7 }, { method: 'POST' }),
      exchange({ id: 8 }, { method: 'POST' }),
      undefined,
    ],
  ])('names %s', (_, before, now, expected) => {
    expect(differenceOf(contract, before, now)).toBe(expected);
  });

  test('keeps secrets to itself', () => {
    const said = differenceOf(contract, exchange({ note: '' }), exchange({ note: `it is ${secret}` }));
    expect(said).toMatch(/^`note`: /);
    expect(said).not.toContain(secret);
  });
});

/** A run of a client that creates what has a text, reads it and deletes it. */
const runWith = (text: string, status: number): { exchanges: readonly Exchange[]; prefix: string } => {
  const posted = exchange({ name: text }, { method: 'POST', status: 201 });
  const request = { ...posted.request, body: Buffer.from(JSON.stringify({ name: text })) };
  const headers = [json, ['etag', `"${text.length}"`] as const];
  const listed = exchange({ data: [{ name: 'Sea' }, { name: text }] }, { headers });
  return {
    exchanges: [{ ...posted, request }, listed, exchange('', { method: 'DELETE', status })],
    prefix: '',
  };
};

test('what a client draws by lot in each run is no difference of responses', () => {
  const parting = (text: string, status: number) =>
    partingOf(contract, runWith('Sea 0.28', 204), runWith(text, status));
  expect(parting('Sea 0.7', 204)).toBeUndefined();
  expect(parting('Sea 0.7', 200)).toMatchObject({ number: 3, method: 'DELETE', baseline: '204' });
});
