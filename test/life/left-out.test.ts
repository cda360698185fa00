import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lifeRelations } from '../../conformance/life/relations.ts';
import { loadContract } from '../../src/contract/load.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';

const contract = await loadContract({
  openapi: join(import.meta.dirname, '../../examples/library/openapi.yaml'),
});

const exchange = (method: string, status: number, json: Json): Exchange => ({
  request: { method, target: '/shelves/1/books', headers: [] },
  response: {
    status,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(json)),
    ms: 1,
  },
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
