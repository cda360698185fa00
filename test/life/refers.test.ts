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

/** A server that takes a book only of a writer that it has, and keeps a writer as long as books are left. */
function serve() {
  const rows = { books: new Map<number, Row>(), writers: new Map<number, Row>() };
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
    const kind = name === 'books' || name === 'writers' ? name : undefined;
    if (!kind) return json(404, {});
    const sent = parse(body) as Row | undefined;
    const isValid =
      kind === 'writers'
        ? isText(sent?.name)
        : isText(sent?.title) && rows.writers.has(Number(sent?.writer)) && typeof sent?.writer === 'number';
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
    if (kind === 'writers' && [...rows.books.values()].some(({ writer }) => writer === id))
      return json(409, {});
    rows[kind].delete(id);
    return json(204);
  };
  return { transport, rows };
}

it('creates what a request refers to before, and deletes it after', async () => {
  const contract = await contractWith('x-refers: createWriter');
  const { transport, rows } = serve();
  const target = resolveTarget(
    contract,
    { token: 'any', writes: 'allow', settles: '0s' },
    'http://localhost',
  );
  const { results, created } = await run({
    contract,
    ruleSet: await loadRuleSet(contract),
    target,
    transport,
    nonce: 'a55a4000',
    patience: 0,
  });
  const verdicts = new Map(results.map(({ rule, verdict }) => [rule, verdict]));
  for (const rule of [
    'createBook/accepted',
    'replaceBook/shown',
    'replaceBook/repeatable',
    'deleteBook/gone',
  ])
    expect([rule, verdicts.get(rule)]).toEqual([rule, 'pass']);
  expect(
    results.filter(({ verdict }) => verdict === 'fail').map((one) => `${one.rule} ${wordsOfResult(one).why}`),
  ).toEqual([]);
  expect([...rows.books.keys(), ...rows.writers.keys()]).toEqual([]);
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
