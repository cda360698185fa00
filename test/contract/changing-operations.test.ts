import { expect, it } from 'vitest';
import { operationIn } from '../../src/contract/operations.ts';
import { loadFiles } from './own-contract.ts';

/** The kind of an operation on a record, by its method and the schema of its body. */
async function kindOf(method: string, schema: string): Promise<string> {
  const sends = (of: string): string => `requestBody: { content: { application/json: { schema: ${of} } } }`;
  const shown =
    '{ description: A book., content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }';
  const contract = await loadFiles({
    'openapi.yaml': `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    post: { operationId: createBook, ${sends('{ type: object }')}, responses: { '201': ${shown} } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readBook, responses: { '200': ${shown} } }
    ${method}: { operationId: changeBook, ${sends(schema)}, responses: { '204': { description: Changed. } } }
`,
  });
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
