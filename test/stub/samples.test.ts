import { expect, it } from 'vitest';
import { operationIn } from '../../src/contract/operations.ts';
import { allows } from '../../src/contract/schema-values.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { createFetch } from '../../src/stub/fetch.ts';
import { listingTarget, samplesOf, sampleValues, valueFor } from '../../src/stub/samples.ts';
import { loadPaths } from '../contract/own-contract.ts';

const page = (of: string): string =>
  `{ '200': { description: A page., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${of}' } } } } } }`;

const contract = await loadPaths(`
  /shelves:
    get: { operationId: listShelves, x-list: { items: $response.body, identifier: /id }, responses: ${page('Shelf')} }
  /shelves/{shelf}/books:
    get:
      operationId: listBooks
      parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
      x-list: { items: $response.body, identifier: /id }
      responses: ${page('Book')}
components:
  schemas:
    Shelf: { type: object, required: [id], properties: { id: { type: string } } }
    Book:
      type: object
      required: [id, title, code]
      properties: { id: { type: string }, title: { type: string, example: Tents }, code: { type: string, pattern: '^[A-Z]{3}$', example: ABC } }
`);
const { collections } = samplesOf(contract);
const recordsOf = (operation: string) =>
  collections.find((one) => one.operation === operation)?.records ?? [];

it('what is listed below a record is listed below one that another operation lists', () => {
  const shelves = recordsOf('listShelves').map(({ id }) => id);
  const books = collections.filter(({ operation }) => operation === 'listBooks');
  expect(books.length).toBeGreaterThan(1);
  for (const { values } of books) expect(shelves).toContain(values[0]);
});

it('texts vary the example, unless only the example surely has the pattern', () => {
  const books = recordsOf('listBooks');
  expect(books.length).toBeGreaterThan(2);
  expect(new Set(books.map(({ title }) => title)).size).toBeGreaterThan(2);
  expect(new Set(books.map(({ code }) => code))).toEqual(new Set(['ABC']));
});

const numbers = Array.from({ length: 30 }, (_, number) => number);

it.each<[schema: JsonObject, different: number]>([
  [{ type: 'integer', exclusiveMinimum: 3, maximum: 9 }, 5],
  [{ type: 'number', minimum: 1, maximum: 3 }, 4],
  [{ type: ['string', 'null'] }, 20],
  [{ type: 'null' }, 1],
  [{ type: 'array', minItems: 1, maxItems: 2, items: { type: 'boolean' } }, 4],
  [{ type: 'string', format: 'date-time' }, 15],
  [{ type: 'string', examples: ['blue', 'green'] }, 20],
  [{ type: 'integer', examples: [7] }, 20],
  [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 20],
])('values for %j are allowed, and at least %i of 30 differ', (schema, different) => {
  const values = numbers.map((number) => valueFor('name', schema, number));
  expect(values.filter((value) => !allows(schema, value))).toEqual([]);
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThanOrEqual(different);
});

it('some fields that may be null are, some instants are equal, and some are a second apart', () => {
  const shown = numbers.map((number) => valueFor('name', { type: ['string', 'null'] }, number));
  expect(shown.filter((value) => value === null).length).toBeGreaterThan(2);
  const instants = numbers.map((number) =>
    Date.parse(String(valueFor('at', { type: 'string', format: 'date-time' }, number))),
  );
  const apart = new Set(instants.slice(1).map((instant, index) => instant - (instants[index] ?? 0)));
  expect([...apart]).toEqual(expect.arrayContaining([0, 1000]));
});

it('what contracts show of parameters and ids is served', async () => {
  const shown = await loadPaths(`
  /lots/{lot}:
    get: { operationId: readLot, parameters: [{ name: lot, in: path, required: true, example: L-7, schema: { type: string } }], responses: { '200': { description: A lot., content: { application/json: { schema: { $ref: '#/components/schemas/Lot' } } } } } }
  /stocks:
    get: { operationId: listStocks, parameters: [{ name: site, in: query, required: true, example: north, schema: { type: string } }], x-list: { items: $response.body, identifier: /id }, responses: ${page('Lot')} }
  /codes/{code}/lots:
    get: { operationId: listCoded, parameters: [{ name: code, in: path, required: true, schema: { type: string, pattern: '^[A-Z]{3}$' } }], x-list: { items: $response.body, identifier: /id }, responses: ${page('Lot')} }
components:
  schemas:
    Lot: { type: object, required: [id], properties: { id: { type: string }, note: { type: string } } }
`);
  const { unlisted, collections: all } = samplesOf(shown);
  expect(unlisted.map(({ path, records }) => [path, records[0]?.id])).toEqual([['/lots', 'L-7']]);
  expect(sampleValues(shown, '/lots/{lot}')).toEqual(['L-7']);
  const valuesOf = (id: string) =>
    all.filter(({ operation }) => operation === id).map(({ values }) => values);
  expect(listingTarget(operationIn(shown, 'listStocks'), valuesOf('listStocks')[0] ?? [])).toBe(
    '/stocks?site=north',
  );
  expect(listingTarget(operationIn(shown, 'readLot'), ['a b'])).toBe('/lots/a%20b');
  expect(valuesOf('listCoded').length).toBeGreaterThan(1);
  for (const [code = ''] of valuesOf('listCoded')) expect(code).toMatch(/^[A-Z]{3}$/);
  expect(sampleValues(shown, '/codes/{code}/lots')).toEqual(valuesOf('listCoded')[0]);
  const notes = all.flatMap(({ records }) => records.map((record) => 'note' in record));
  expect(new Set(notes)).toEqual(new Set([true, false]));
});

it.each([[''], ["pattern: '^[a-z]+$', "]])(
  'path parameters have the values of their enum: %j',
  async (also) => {
    const kinds = ['host', 'user', 'group', 'layer', 'policy'];
    const listed = await loadPaths(`
  /resources/{kind}:
    get: { operationId: listKind, parameters: [{ name: kind, in: path, required: true, schema: { type: string, ${also}enum: [${kinds}] } }], x-list: { items: $response.body, identifier: /id }, responses: ${page('Resource')} }
components:
  schemas:
    Resource: { type: object, required: [id], properties: { id: { type: string } } }
`);
    expect(samplesOf(listed).collections.map(({ values }) => values)).toEqual(
      kinds.slice(0, 4).map((kind) => [kind]),
    );
  },
);

it('the records of an example have the values by which their collection is named', async () => {
  const timed = await loadPaths(`
  /projects/{project}/entries:
    get:
      operationId: listEntries
      parameters: [{ name: project, in: path, required: true, schema: { type: string } }]
      x-list: { items: $response.body, identifier: /id }
      responses:
        '200':
          description: A page.
          content:
            application/json:
              schema: { type: array, items: { type: object, required: [id], properties: { id: { type: string }, project: { type: string }, note: { type: string } } } }
              example: [{ id: shown, project: elsewhere, note: Tents }]
`);
  const [first, ...others] = samplesOf(timed).collections;
  const [project] = first?.values ?? [];
  expect(first?.records[0]).toEqual({ id: 'shown', project, note: 'Tents' });
  expect(others.flatMap(({ records }) => records.filter(({ id }) => id === 'shown'))).toEqual([]);
});

it('texts with a pattern are found by the values that they are listed with', async () => {
  const coded = await loadPaths(`
  /attempts:
    get:
      operationId: listAttempts
      x-list: { items: $response.body, identifier: /id, filter: { template: '{attribute}={value}', queryables: { code: /code }, operators: [eq] } }
      parameters: [{ name: code, in: query, schema: { type: string } }]
      responses: ${page('Attempt')}
components:
  schemas:
    Attempt: { type: object, required: [id], properties: { id: { type: string }, code: { type: string, pattern: '^VE[0-9a-f]{4}$' } } }
`);
  const fetch = createFetch(createStub({ contract: coded, seed: 'own' }).transport, 'http://localhost');
  const listed = async (query = ''): Promise<readonly JsonObject[]> =>
    (await fetch(`/attempts${query}`)).json() as Promise<readonly JsonObject[]>;
  const all = await listed();
  const codes = new Set(all.map(({ code }) => String(code)));
  expect(codes.size).toBeGreaterThan(4);
  for (const one of codes) {
    expect(one).toMatch(/^VE[0-9a-f]{4}$/);
    expect(await listed(`?code=${one}`)).toEqual(all.filter(({ code }) => code === one));
  }
});
