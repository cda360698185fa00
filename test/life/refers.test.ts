import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { run } from '../../conformance/engine/run.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import type { HttpResponse, Transport } from '../../src/http/exchange.ts';
import { loadFiles } from '../contract/own-contract.ts';

const openapi = (refers: string): string => `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: createBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '201': { $ref: '#/components/responses/Book' } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getBook, responses: { '200': { $ref: '#/components/responses/Book' } } }
    put:
      operationId: replaceBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '200': { $ref: '#/components/responses/Book' } }
    delete: { operationId: deleteBook, responses: { '204': { description: gone } } }
  /reviews:
    post:
      operationId: createReview
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Review' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Review' } } } } }
  /reviews/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getReview
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Review' } } } } }
    delete: { operationId: deleteReview, responses: { '204': { description: gone } } }
  /writers:
    post:
      operationId: createWriter
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Writer' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Writer' } } } } }
  /writers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getWriter
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Writer' } } } } }
    delete: { operationId: deleteWriter, responses: { '204': { description: gone } } }
components:
  responses:
    Book: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
  schemas:
    Book:
      type: object
      required: [id, title, writer]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, minLength: 1, maxLength: 200 }
        writer: { type: integer, ${refers} }
    Review:
      type: object
      required: [id, text, book]
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string, minLength: 1, maxLength: 200 }
        book: { type: integer, x-refers: createBook }
    Writer:
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 200 } }
`;

const contractWith = (refers: string) => loadFiles({ 'openapi.yaml': openapi(refers) });

type Row = { readonly id: number; readonly [name: string]: unknown };

const json = (status: number, value?: unknown): HttpResponse => ({
  status,
  headers: value === undefined ? [] : [['content-type', 'application/json']],
  body: Buffer.from(value === undefined ? '' : JSON.stringify(value)),
  ms: 1,
});

/** The text of each record, and what it refers to. */
const kinds = {
  writers: { text: 'name' },
  books: { text: 'title', refers: { by: 'writer', to: 'writers' } },
  reviews: { text: 'text', refers: { by: 'book', to: 'books' } },
} as const;

/** A server that takes a book only of a writer, and a review only of a book that it has, and keeps what others refer to. */
function serve() {
  const rows = {
    writers: new Map<number, Row>(),
    books: new Map<number, Row>(),
    reviews: new Map<number, Row>(),
  };
  let made = 0;
  const parse = (body: Uint8Array | undefined): unknown => {
    try {
      return JSON.parse(Buffer.from(body ?? []).toString());
    } catch {
      return undefined;
    }
  };
  const isText = (value: unknown): boolean =>
    typeof value === 'string' && value.length >= 1 && value.length <= 200;
  const transport: Transport = async ({ method, target, body }) => {
    const [, name = '', given] = (target.split('?')[0] ?? '').split('/');
    const kind = (['writers', 'books', 'reviews'] as const).find((one) => one === name);
    if (!kind) return json(404, {});
    const { text, refers } = { refers: undefined, ...kinds[kind] };
    const sent = parse(body) as Row | undefined;
    const referred = refers && sent?.[refers.by];
    const isValid =
      isText(sent?.[text]) && (!refers || (typeof referred === 'number' && rows[refers.to].has(referred)));
    const id = Number(given);
    if (given === undefined) {
      if (method !== 'POST' || !isValid || Array.isArray(sent))
        return json(method === 'POST' ? 422 : 405, {});
      made += 1;
      rows[kind].set(made, { ...sent, id: made });
      return json(201, rows[kind].get(made));
    }
    if (!rows[kind].has(id)) return json(404, {});
    if (method === 'PUT') {
      if (!isValid || Array.isArray(sent)) return json(422, {});
      rows[kind].set(id, { ...sent, id });
    }
    if (method !== 'DELETE') return json(200, rows[kind].get(id));
    const isReferredTo =
      (kind === 'writers' && [...rows.books.values()].some(({ writer }) => writer === id)) ||
      (kind === 'books' && [...rows.reviews.values()].some(({ book }) => book === id));
    if (isReferredTo) return json(409, {});
    // Until it is gone, what it refers to is kept.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    rows[kind].delete(id);
    return json(204);
  };
  return { transport, rows };
}

const contract = await contractWith('x-refers: createWriter');

const check = async (transport: Transport, signal?: AbortSignal) =>
  run({
    contract,
    ruleSet: await loadRuleSet(contract),
    target: resolveTarget(contract, { token: 'any', writes: 'allow', settles: '0s' }, 'http://localhost'),
    transport,
    nonce: 'a55a4000',
    patience: 0,
    ...(signal ? { signal } : {}),
  });

it('deletes what refers to others in three steps, if it is interrupted', async () => {
  const { transport, rows } = serve();
  const interrupt = new AbortController();
  const { created } = await check(async (request) => {
    const response = await transport(request);
    if (rows.reviews.size > 0) interrupt.abort();
    return response;
  }, interrupt.signal);
  expect(interrupt.signal.aborted).toBe(true);
  expect(Object.values(rows).map(({ size }) => size)).toEqual([0, 0, 0]);
  expect(created).toEqual([]);
});

it('creates what a request refers to before, and deletes it after', async () => {
  const { transport, rows } = serve();
  const { results, created } = await check(transport);
  const verdicts = new Map(results.map(({ rule, verdict }) => [rule, verdict]));
  for (const rule of [
    'createBook/accepted',
    'replaceBook/shown',
    'replaceBook/repeatable',
    'deleteBook/gone',
    'deleteReview/gone',
  ])
    expect([rule, verdicts.get(rule)]).toEqual([rule, 'pass']);
  expect(
    results.filter(({ verdict }) => verdict === 'fail').map((one) => `${one.rule} ${wordsOfResult(one).why}`),
  ).toEqual([]);
  expect(Object.values(rows).map(({ size }) => size)).toEqual([0, 0, 0]);
  expect(created).toEqual([]);
});

it.each([
  ['x-refers: getBook', 'x-refers of writer is "getBook", which is no operation that creates; name one.'],
  [
    'x-refers: createBook',
    'x-refers of writer leads back to createBook, so that none could be created first; remove one of them.',
  ],
])('says what is wrong with %s', async (refers, message) => {
  await expect(contractWith(refers)).rejects.toThrow(message);
});
