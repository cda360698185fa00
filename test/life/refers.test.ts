import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { remedyFor } from '../../conformance/core/remedies.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { runAgainst } from '../check-of.ts';
import { lifeOf, loadDocument, loadPaths } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const openapi = (refers: string): string => `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:${lifeOf('/books', 'Book', true)}${lifeOf('/reviews', 'Review', true)}${lifeOf('/writers', 'Writer', true)}
components:
  schemas:
    Book:
      type: object
      required: [id, title, writer]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, minLength: 12, maxLength: 200 }
        writer: { type: integer, ${refers} }
    Review:
      type: object
      required: [id, text, book]
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string, minLength: 12, maxLength: 200 }
        book: { type: integer, x-refers: createBook }
    Writer:
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 12, maxLength: 200 } }
`;

const contractWith = (refers: string) => loadDocument(openapi(refers));

type Row = { readonly id: number; readonly [name: string]: unknown };

const names = ['writers', 'books', 'reviews'] as const;
type Kind = (typeof names)[number];

/** The text of each record, and what it refers to. */
const kinds: Readonly<Record<Kind, { text: string; refers?: { by: string; to: Kind } }>> = {
  writers: { text: 'name' },
  books: { text: 'title', refers: { by: 'writer', to: 'writers' } },
  reviews: { text: 'text', refers: { by: 'book', to: 'books' } },
};

/** A server that takes a book only of a writer, and a review only of a book that it has, and keeps what others refer to. */
function serve({ takesOnce = false } = {}) {
  const rows = {
    writers: new Map<number, Row>(),
    books: new Map<number, Row>(),
    reviews: new Map<number, Row>(),
  };
  const refused: string[] = [];
  let made = 0;
  const parse = (body: Uint8Array | undefined): unknown => {
    try {
      return JSON.parse(Buffer.from(body ?? []).toString());
    } catch {
      return undefined;
    }
  };
  const isText = (value: unknown): boolean =>
    typeof value === 'string' && value.length >= 12 && value.length <= 200;
  const isReferredTo = (kind: Kind, id: number): boolean =>
    names.some((name) => {
      const { refers } = kinds[name];
      return refers?.to === kind && [...rows[name].values()].some((row) => row[refers.by] === id);
    });
  const transport: Transport = async ({ method, target, body }) => {
    const [, name = '', given] = (target.split('?')[0] ?? '').split('/');
    const kind = names.find((one) => one === name);
    if (!kind) return jsonResponse(404, {});
    const { text, refers } = kinds[kind];
    const sent = parse(body) as Row | undefined;
    const referred = refers && sent?.[refers.by];
    const isValid =
      isText(sent?.[text]) && (!refers || (typeof referred === 'number' && rows[refers.to].has(referred)));
    const id = Number(given);
    if (given === undefined) {
      if (method !== 'POST' || !isValid || Array.isArray(sent))
        return jsonResponse(method === 'POST' ? 422 : 405, {});
      const isTaken = [...rows[kind].values()].some((row) => refers && row[refers.by] === referred);
      if (takesOnce && isTaken) return jsonResponse(409, {});
      made += 1;
      rows[kind].set(made, { ...sent, id: made });
      return jsonResponse(201, rows[kind].get(made));
    }
    if (!rows[kind].has(id)) return jsonResponse(404, {});
    if (method === 'PUT') {
      if (!isValid || Array.isArray(sent)) return jsonResponse(422, {});
      rows[kind].set(id, { ...sent, id });
    }
    if (method !== 'DELETE') return jsonResponse(200, rows[kind].get(id));
    if (isReferredTo(kind, id)) {
      refused.push(target);
      return jsonResponse(409, {});
    }
    // Until it is gone, what it refers to is kept.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    rows[kind].delete(id);
    return jsonResponse(204);
  };
  return { transport, rows, refused };
}

/** What a contract states, and what the name and the type of the field suggest. */
const contract = await contractWith('x-refers: createWriter');
const unstated = await contractWith('minimum: 1');

const check = (transport: Transport, signal?: AbortSignal, of = contract) =>
  runAgainst(of, transport, undefined, signal ? { signal } : {});

it('deletes what refers to others first, if it is interrupted', async () => {
  const { transport, rows, refused } = serve();
  const interrupt = new AbortController();
  const { created } = await check(async (request) => {
    const response = await transport(request);
    if (rows.reviews.size > 0) interrupt.abort();
    return response;
  }, interrupt.signal);
  expect(interrupt.signal.aborted).toBe(true);
  expect(refused).toEqual([]);
  expect(Object.values(rows).map(({ size }) => size)).toEqual([0, 0, 0]);
  expect(created).toEqual([]);
});

it.each([
  ['as the contract states', contract],
  ['as names suggest', unstated],
])('creates what a request refers to before, %s, and deletes it after', async (_, of) => {
  const { transport, rows } = serve();
  const { results, created } = await check(transport, undefined, of);
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

it('refers to another record in each request, if a server takes each only once', async () => {
  const { results } = await check(serve({ takesOnce: true }).transport);
  const bounds = results.filter(({ rule }) => /^createBook\/request-title-\w*length/i.test(rule));
  expect(bounds.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
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

const referring = (fields: string, path = '/books') =>
  loadPaths(`${lifeOf(path, 'Book', true)}${lifeOf('/store-keys', 'Key', true)}${lifeOf('/writers', 'Writer', true)}
components:
  schemas:
    Book: { type: object, required: [id, writerId, shopId, year], properties: { id: { type: integer, readOnly: true }, ${fields} } }
    Key: { type: object, properties: { id: { type: string, format: uuid }, label: { type: string } } }
    Writer: { type: object, properties: { id: { type: integer, readOnly: true }, bookId: { type: integer } } }
`);

it.each([
  ['writerId: { type: integer }', ['writerId createWriter']],
  ['second_writer_id: { type: [integer, "null"] }', ['second_writer_id createWriter']],
  ['storeKeyID: { type: string }', ['storeKeyID createKey']],
  ['store_key: { type: string, format: uuid }', ['store_key createKey']],
  ['writerId: { type: string }', []],
  ['writerId: { type: integer, enum: [1, 2] }', []],
  ['store_key: { type: string }', []],
  ['underwriter_id: { type: integer }', []],
  ['bookId: { type: integer }', []],
])('takes for the id of another record what has its name and type: %s', async (field, references) => {
  const { operations } = await referring(field);
  for (const id of ['createBook', 'replaceBook'])
    expect(operations[id]?.references.map((one) => `${one.field} ${one.creation}`)).toEqual(references);
});

it.each([
  ['in its fields', 'writerId: { type: integer }', '/books'],
  ['in its path', 'title: { type: string }', '/writers/{writer}/books'],
])('suggests no record that needs another which needs it %s', async (_, field, path) => {
  const { operations } = await referring(field, path);
  expect([operations.createWriter?.references, operations.replaceWriter?.references.length]).toEqual([[], 1]);
});

it('asks first for ids of what no operation creates, though they may be any text', async () => {
  const own = await referring(
    'year: { type: integer }, shopId: { type: string }, writerId: { type: integer }',
  );
  const target = resolveTarget(own, {}, 'http://localhost');
  expect(remedyFor(own, 'createBook', 422, target)).toBe('known: { createBook: { shopId: …, year: … } }');
});
