import { expect, it } from 'vitest';
import { everyOperation } from '../../src/contract/operations.ts';
import { loadDocument } from './own-contract.ts';

const book = `content: { application/json: { schema: { type: object, required: [title], properties: { id: { type: integer, readOnly: true }, title: { type: string } } } } }`;

const document = (slash: string): string => `openapi: 3.1.1
info: { title: Books, version: 1.0.0 }
paths:
  /books${slash}:
    post:
      operationId: createBook
      requestBody: { required: true, ${book} }
      responses: { '201': { description: The book., ${book} } }
  /books/{id}${slash}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readBook
      responses: { '200': { description: The book., ${book} } }
    put:
      operationId: replaceBook
      requestBody: { required: true, ${book} }
      responses: { '200': { description: The book., ${book} } }
    delete:
      operationId: deleteBook
      responses: { '204': { description: Deleted. } }
`;

it.each(['', '/'])('paths of records that end in "%s" say what operations do', async (slash) => {
  const contract = await loadDocument(document(slash));
  expect(everyOperation(contract).map(({ id, kind }) => [id, kind])).toEqual([
    ['createBook', 'create'],
    ['readBook', 'read'],
    ['replaceBook', 'replace'],
    ['deleteBook', 'delete'],
  ]);
});

it.each(['/../books', '/a/./books', '/%2E%2e/books', '/a%2f..', '/%252e%252e/books', '/a/..;b', '/a\\..'])(
  'the path %s leads elsewhere, and is rejected with its line',
  async (path) => {
    const text = document('').replaceAll('/books', path);
    const line = text.split('\n').findIndex((one) => one.includes(path)) + 1;
    await expect(loadDocument(text)).rejects.toThrow(
      `openapi.yaml:${line}: ${path} has "." or ".." as a step, which leads elsewhere; remove it.`,
    );
  },
);
