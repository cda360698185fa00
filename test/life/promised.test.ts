import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { runAgainst } from '../check-of.ts';
import { loadFiles } from '../contract/own-contract.ts';
import { serveBooks } from './books-server.ts';

/** The contract of books, in which an update returns a schema of its own: only the creation states what it returns. */
const books = await readFile(new URL('books.yaml', import.meta.url), 'utf8');
const own = `content: { application/json: { schema: { type: object, properties: { pages: { type: integer, minimum: 1, maximum: 10000 } } } } }`;
const contract = await loadFiles({
  'openapi.yaml': books.replace(
    /(operationId: updateBook.*?responses: { '200': ){.*?} }/s,
    `$1{ description: The book., ${own} } }`,
  ),
});

it('an update that keeps a field as it was, and says so, is not stored', async () => {
  const { transport: honest } = serveBooks();
  const withoutPages: Transport = (request) => {
    const text = Buffer.from(request.body ?? []).toString();
    const body = Buffer.from(text.replace(/,"pages":\d+|"pages":\d+,/, ''));
    return honest(request.method === 'PATCH' ? { ...request, body } : request);
  };
  const verdicts = [honest, withoutPages].map(async (transport) => {
    const { results } = await runAgainst(contract, transport);
    return results.flatMap(({ rule, verdict }) =>
      /^updateBook\/(shown|pages-returned)$/.test(rule) ? [`${rule}: ${verdict}`] : [],
    );
  });
  expect(contract.clauses.get('updateBook/pages-returned')?.level).toBe('should');
  expect(await Promise.all(verdicts)).toEqual([
    ['updateBook/pages-returned: pass', 'updateBook/shown: pass'],
    ['updateBook/pages-returned: fail', 'updateBook/shown: fail'],
  ]);
});
