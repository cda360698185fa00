import { expect, it } from 'vitest';
import { samplesOf } from '../../src/stub/samples.ts';
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
