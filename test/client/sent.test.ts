import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ClientReport } from '../../conformance/client/client-report.ts';
import { type ExpectedRejection, expectationAdvice } from '../../conformance/client/sent.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { loadContract } from '../../src/contract/load.ts';
import { listing, productsOf, type Send, trySending } from './try-in-process.ts';

// Clients of a few requests, tried in process, mostly under one option that none of them notices.

const keys = '/v2/application-keys';
const headers = { authorization: 'Bearer any' };

const key = (fields: object = {}) => ({
  method: 'POST',
  headers,
  json: { data: { type: 'application_key', name: 'a', ...fields } },
});

/** The verdict, and what is said of requests, a line each. */
const linesOf = ({ verdict, why, sent }: ClientReport): string[] => [
  `${verdict}: ${why}`,
  ...sent.map(({ kind, clause, choice, operation = 'no operation', text, test, variation, request, count }) =>
    [
      `${count} ${kind}: request ${request.number}, ${request.method} → ${request.response}`,
      operation,
      ...[clause ?? text, choice, test, variation].flatMap((part) => part ?? []),
    ].join(', '),
  ),
];

describe('what a client sent', () => {
  test.each<readonly [string, (send: Send) => Promise<unknown>, readonly string[]]>([
    ['a filter that cannot be read, twice', async (send) => [await send(`${listing}?filter=name`), await send(`${listing}?filter=x`)], [
      'violates: 2 requests rejected: node-products/filter-unparsable',
      '2 rejected: request 2, GET → 400, node-products, node-products/filter-unparsable']],
    ['a body without its fields', (send) => send('/subscriptions/subscriptions', { method: 'POST', json: { data: { currency: 'USD' } } }), [
      'violates: 1 request rejected: subscription/request-account-id-required, subscription/request-offering-id-required, subscription/request-plan-id-required',
      '1 rejected: request 2, POST → 422, subscription, subscription/request-account-id-required',
      '1 rejected: request 2, POST → 422, subscription, subscription/request-offering-id-required',
      '1 rejected: request 2, POST → 422, subscription, subscription/request-plan-id-required']],
    ['a body without a type', (send) => send(keys, { method: 'POST', headers, body: '{}' }), [
      'violates: 1 request rejected: application-key/request-content-type',
      '1 rejected: request 2, POST → 415, application-key, application-key/request-content-type, content-type-required=always']],
    ['two requests that are no operation', async (send) => [await send(keys, { method: 'PUT' }), await send('/v2/application-keyz')], [
      'violates: 2 requests rejected: PUT /v2/application-keys, GET /v2/application-keyz',
      '1 rejected: request 2, PUT → 405, no operation, this path allows only POST',
      '1 rejected: request 3, GET → 404, no operation, nothing is served at this path; the nearest is /v2/application-keys']],
    ['an invalid percent sign', (send) => send(`${keys}?a=%zz`, key()), [
      'violates: 1 request rejected: POST /v2/application-keys',
      '1 rejected: request 2, POST → 400, application-key, the query contains an invalid percent sign']],
    ['a request for a node that the stub does not have', (send) => send(productsOf('00000000-0000-4000-8000-000000000000')), [
      'passes: 1 of 1 variation passed, 1 valid request, 1 warning',
      '1 unknown: request 2, GET → 404, node-products, node-products/node-unknown, unknown-node=rejected']],
    ['requests for two nodes that the stub does not have', async (send) => [await send(productsOf('00000000-0000-4000-8000-000000000000')), await send(productsOf('00000000-0000-4000-8000-000000000001'))], [
      'passes: 1 of 1 variation passed, 1 valid request, 1 warning',
      '2 unknown: request 2, GET → 404, node-products, node-products/node-unknown, unknown-node=rejected']],
    ['a field that only some servers accept, whatever --only selects', async (send) => [await send(keys, key({ extra: 1 })), await send(keys, key({ extra: 2 }))], [
      'depends: on 1 choice: unknown-fields',
      '2 tolerated: request 2, POST → 201, application-key, application-key/unknown-fields, unknown-fields=rejected']],
    ['a request for a fault', (send) => send(listing, { headers: { prefer: 'code=422' } }), [
      'passes: 1 of 1 variation passed, 2 valid requests']],
    ['what it expects to be rejected', (send) => send(`${listing}?page%5Blimit%5D=-1`, { headers: { 'assay-expect': 'Rejection ' } }), [
      'passes: 1 of 1 variation passed, 1 valid request, 1 rejected as expected']],
    ['what is accepted, although its test expects a rejection', (send) => send(listing, { headers: { 'assay-expect': 'rejection', 'assay-test': 'a limit' } }), [
      'passes: 1 of 1 variation passed, 2 valid requests, 1 warning',
      '1 accepted: request 2, GET → 200, no operation, accepted, although the client expects a rejection, a limit']],
  ])('%s', async (_, client, lines) => {
    const report = await trySending(async (send) => {
      await send(listing);
      await client(send);
    });
    expect(linesOf(report)).toEqual(lines);
  }); // biome-ignore format: a client a row

  test('that is sent only under another option is told with that option', async () => {
    const client = async (send: Send) => {
      const { data } = (await (await send(listing)).json()) as { data: unknown[] };
      if (data.length === 10) await send(`${listing}?page%5Boffset%5D=next`);
    };
    const report = await trySending(client, { only: ['default-page-size=10', 'extra-headers'] });
    expect(linesOf(report)).toEqual([
      'violates: 1 request rejected in variations: node-products/page-offset-integer',
      '1 rejected: request 2, GET → 400, node-products, node-products/page-offset-integer, default-page-size=10',
    ]);
    const beneath = await trySending(client, { only: ['path-prefix'] });
    expect([beneath.verdict, beneath.sent]).toEqual(['passes', []]);
  });

  test('for what it deleted itself is no finding, and for what it never had a warning', async () => {
    const openapi = join(import.meta.dirname, '../../examples/library/openapi.yaml');
    const client = async (send: Send) => {
      const given = { headers: { 'x-api-key': 'any' } };
      const shelf = await send('/shelves', { method: 'POST', ...given, json: { name: 'New', floor: 1 } });
      const books = `/shelves/${((await shelf.json()) as { id: number }).id}/books`;
      const made = await send(books, {
        method: 'POST',
        ...given,
        json: { title: 'Tides', author: 'A', status: 'lent' },
      });
      const book = `${books}/${((await made.json()) as { id: number }).id}`;
      await send(book, { ...given, method: 'DELETE' });
      await send(book, given);
      await send(`${books}/1`, { ...given, method: 'DELETE' });
      await send(`${books}/1`, given);
    };
    const library = await loadSampleData(await loadContract({ openapi }));
    expect(linesOf(await trySending(client, {}, library))).toEqual([
      'passes: 1 of 1 variation passed, 4 valid requests, 2 warnings',
      '1 unknown: request 5, DELETE → 404, removeBook, nothing has this id',
      '1 unknown: request 6, GET → 404, readBook, nothing has this id',
    ]);
  });
});

describe('requests that a file lists as rejected on purpose', () => {
  const clause = 'node-products/filter-unparsable';
  const reason = 'our own test';
  test.each<[Omit<ExpectedRejection, 'reason'>, boolean]>([
    [{ method: 'get', path: '/pcm/hierarchies/*/nodes/*/products' }, true],
    [{ method: 'GET', path: listing, clause }, true],
    [{ method: 'POST', path: listing }, false],
    [{ method: 'GET', path: `${listing}/x` }, false],
    [{ method: 'GET', path: listing, clause: 'node-products/page-limit-zero' }, false],
  ])('%j', async (entry, isMatched) => {
    const report = await trySending((send) => send(`${listing}?filter=name`).then(() => send(listing)), {
      expected: [{ ...entry, reason }],
    });
    const { requests, rejected, rejectedAsExpected } = report.baseline;
    expect([requests, rejected, rejectedAsExpected]).toEqual(isMatched ? [2, 0, 1] : [2, 1, 0]);
    const named = entry.clause === undefined ? '' : ` for ${entry.clause}`;
    const unmatched = `The file of --expect lists ${entry.method} ${entry.path}, but no such request was rejected${named}.`;
    expect(report.observed).toEqual(isMatched ? [] : [expectationAdvice, unmatched]);
  });
});

describe('what is observed of a client', () => {
  const [first, filtered] = [`${listing}?page%5Blimit%5D=3`, `${listing}?filter=eq(name,a)`];
  const noSecond = 'The client never asked for a second page, although 1 of its listings had one.';
  const noFilter = 'The client never sent a filter.';
  test.each([
    [[first], [noSecond, noFilter]],
    [[first, filtered], [noSecond]],
    [[first, `${first}&page%5Boffset%5D=3`], [noFilter]],
    [[listing], [noFilter]],
  ])('%j', async (targets, observed) => {
    const report = await trySending(async (send) => {
      for (const target of targets) await send(target);
    });
    expect(report.observed).toEqual(observed);
  });
});
