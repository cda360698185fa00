import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadContract } from '../../src/contract/load.ts';

const openapi = fileURLToPath(new URL('books.yaml', import.meta.url));

/** A contract of books, with everything that can be done to one. */
export const contract = await loadContract({ openapi });

/** Its text. */
export const books = await readFile(openapi, 'utf8');

/** The same with titles that have no room for what tells whose a book is: only its listing does, by tokens. */
export const shortTitles = books
  .replaceAll('maxLength: 200', 'maxLength: 4')
  .replace(
    'name: offset, in: query, schema: { type: integer, minimum: 0 }',
    'name: at, in: query, schema: { type: string }',
  )
  .replace('total: { type: integer }', "next: { type: [string, 'null'] }")
  .replace('required: [items, total]', 'required: [items]')
  .replace(
    'operationId: listBooks',
    'operationId: listBooks\n      x-list: { items: /items, identifier: /id, pageSize: limit, inputToken: at, outputToken: /next }',
  );
