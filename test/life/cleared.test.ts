// A replacement that clears all fields, since none is required: then nothing that was sent shows whose the record is.

import { expect, it } from 'vitest';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { loadDocument } from '../contract/own-contract.ts';

const json = 'content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }';
const contract = await loadDocument(`openapi: 3.0.3
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: createBook
      requestBody: { required: true, ${json} }
      responses: { '201': { description: The book., ${json} } }
  /books/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
    get: { operationId: readBook, responses: { '200': { description: The book., ${json} } } }
    put:
      operationId: replaceBook
      requestBody: { required: true, ${json} }
      responses: { '200': { description: The book., ${json} } }
    delete: { operationId: deleteBook, responses: { '204': { description: Deleted. } } }
components:
  schemas:
    Book:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, nullable: true, maxLength: 60 }
        published: { type: integer, minimum: 0, maximum: 3000 }
`);

it('leaves no request unsent, if its response shows the record as it is read', async () => {
  const { transport } = createStub({ contract, seed: 'cleared' });
  const { results } = await checkOf(contract, { writes: 'allow', settles: '0s' }, transport, { seed: 1 });
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(20);
  expect(results.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
});
