import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lifeRelations } from '../../conformance/life/relations.ts';
import { loadContract } from '../../src/contract/load.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import { jsonResponse } from '../json-response.ts';

const contract = await loadContract({
  openapi: join(import.meta.dirname, '../../examples/library/openapi.yaml'),
});

const exchange = (
  method: string,
  status: number,
  json: Json,
  target = '/shelves/1/books',
  sent?: Json,
): Exchange => ({
  request: {
    method,
    target,
    headers: [],
    ...(sent === undefined ? {} : { body: Buffer.from(JSON.stringify(sent)) }),
  },
  response: jsonResponse(status, json),
});

/** What is wrong if a book with a status was created, and is on no page. */
const unlisted = (status: string) =>
  lifeRelations['listed-each-value']({
    contract,
    operation: operationIn(contract, 'createBook'),
    write: exchange('POST', 201, {
      id: 7,
      title: 'any',
      author: 'any',
      status,
      added_at: '2026-01-01T00:00:00Z',
    }),
    after: [exchange('GET', 200, { items: [], total: 0 })],
  });

it('a listing whose schema has no withdrawn books leaves them out, and no others', () => {
  expect(unlisted('withdrawn')).toBeUndefined();
  expect(unlisted('lent')).toEqual([{ expected: 'the record 7 is listed once', saw: 'it is on no page' }]);
});

it('a changed record is not another one, whatever a reading before the change returned', () => {
  const book = { id: 7, title: 'assay 0123456789abcdef', author: 'any', status: 'lent' };
  const at = '/shelves/1/books/7';
  const afterChange = (before: Exchange, id: number) =>
    lifeRelations['creates-none']({
      contract,
      operation: operationIn(contract, 'replaceBook'),
      write: exchange('PUT', 200, book, at, book),
      before,
      after: [exchange('GET', 200, { items: [{ ...book, id }], total: 1 })],
    });
  const [served, lost] = [exchange('GET', 200, { ...book, title: 'any' }, at), exchange('GET', 404, {}, at)];
  expect(afterChange(served, 7)).toEqual([]);
  expect(afterChange(served, 8)).toMatchObject([{ saw: 'the record 8 with it' }]);
  expect(afterChange(lost, 7)).toBeUndefined();
});
