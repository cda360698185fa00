import { expect, it } from 'vitest';
import { operationIn } from '../../src/contract/operations.ts';
import { loadPaths } from './own-contract.ts';

/** The kind of an operation on a record, by its method and the schema of its body. */
async function kindOf(method: string, schema: string): Promise<string> {
  const sends = (of: string): string => `requestBody: { content: { application/json: { schema: ${of} } } }`;
  const shown =
    '{ description: A book., content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }';
  const contract = await loadPaths(`
  /books:
    post: { operationId: createBook, ${sends('{ type: object }')}, responses: { '201': ${shown} } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readBook, responses: { '200': ${shown} } }
    ${method}: { operationId: changeBook, ${sends(schema)}, responses: { '204': { description: Changed. } } }
`);
  return operationIn(contract, 'changeBook').kind;
}

it.each([
  ['patch', '{ type: object, properties: { title: { type: string } } }', 'update'],
  ['put', '{ type: object, properties: { title: { type: string } } }', 'replace'],
  ['patch', '{ type: array }', 'other'],
  ['put', '{ type: array }', 'other'],
])('%s of %s at the path of a record is of the kind %s', async (method, schema, kind) => {
  expect(await kindOf(method, schema)).toBe(kind);
});

/** The kind of a POST at a path, by what it states, and what else is at paths. */
async function kindOfPost(path: string, stated: string, others: string): Promise<string> {
  const contract = await loadPaths(`
  ${path}:
    ${path.includes('{') ? parameter : 'description: No record is named here.'}
    post: { operationId: post, requestBody: { content: { application/json: { schema: { type: object } } } }, ${stated} }
    ${others}
`);
  return operationIn(contract, 'post').kind;
}

const parameter = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
const returning = (schema: string, status = 200, headers = '{}'): string =>
  `responses: { '${status}': { description: Done., headers: ${headers}, content: { application/json: { schema: ${schema} } } } }`;
const token = '{ type: object, properties: { token: { type: string } } }';
const book = '{ type: object, properties: { id: { type: string } } }';
const books = `{ type: array, items: ${book} }`;
const listing = `get: { ${returning(books)} }`;
const reading = `get: { ${parameter}, ${returning(token)} }`;

it.each([
  ['/login', returning(token), '', 'other'],
  ['/login', `x-kind: create, ${returning(token)}`, '', 'create'],
  ['/search', returning(books), listing, 'other'],
  ['/batch', returning(`{ type: object, properties: { items: ${books} } }`), '', 'other'],
  ['/settings', returning(token), `get: { ${returning(token)} }`, 'other'],
  ['/books/{id}/payment', returning(book), '', 'other'],
  ['/books/{id}/likes', returning(token), `delete: { responses: { '204': { description: Gone. } } }`, 'other'],
  ['/jobs', returning(token, 201), '', 'create'],
  ['/jobs', returning(token, 202, '{ Location: { schema: { type: string } } }'), '', 'create'],
  ['/books', returning(book), '', 'create'],
  ['/books', returning(token), listing, 'create'],
  ['/books', returning(token), `\n  /books/{id}: { ${reading} }`, 'create'],
  ['/books/{id}/notes', returning(token), listing, 'create'],
  ['/books/{id}/notes', returning(token, 201), '', 'create'],
])('a POST at %s that states %s, beside %j, is of the kind %s', async (path, stated, others, kind) => {
  expect(await kindOfPost(path, stated, others)).toBe(kind);
}); // biome-ignore format: one line a case
