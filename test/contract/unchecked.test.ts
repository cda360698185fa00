import { expect, it } from 'vitest';
import { uncheckedCounts } from '../../src/contract/unchecked.ts';
import { loadDocument } from './own-contract.ts';

const contract = `openapi: 3.2.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    parameters:
      - { name: X-Shop, in: header, schema: { type: string } }
      - { name: page, in: query, schema: { type: integer } }
      - { name: limit, in: query, schema: { type: integer } }
    get:
      responses:
        200:
          description: books
          content:
            text/csv: {}
            application/json: { schema: { type: array, items: { type: object } } }
        404: { description: none, content: { application/problem+json: {} } }
        default: { description: other }
    post:
      operationId: add
      parameters: [{ name: dry, in: query, schema: { type: boolean } }]
      requestBody:
        content:
          multipart/form-data: {}
          application/json:
            schema:
              type: object
              not: { required: [a] }
              additionalProperties: false
              properties: { if: { type: string, deprecated: true, xml: {} } }
      callbacks: { sold: {} }
      responses: { 201: { description: d, content: { application/json: { schema: { type: object } } } } }
    put:
      responses: { 204: { description: done } }
    additionalOperations:
      COPY: { responses: { 204: { description: done } } }
webhooks: { sale: {} }
`;

it('what no rule checks is named, with its line', async () => {
  const { unchecked = [] } = await loadDocument(contract);
  expect(unchecked.map(({ what, where }) => `${where} ${what}`)).toEqual([
    'openapi.yaml:6 the header parameter X-Shop',
    'openapi.yaml:14 the media type text/csv',
    'openapi.yaml:16 the body of the status 404',
    'openapi.yaml:32 the operation PUT /books',
    'openapi.yaml:6 the header parameter X-Shop',
    'openapi.yaml:7 the query parameter page',
    'openapi.yaml:8 the query parameter limit',
    'openapi.yaml:20 the query parameter dry',
    'openapi.yaml:23 the media type multipart/form-data',
    'openapi.yaml:30 the callback sold',
    'openapi.yaml:35 the operation COPY /books',
    'openapi.yaml:36 the webhook sale',
    'openapi.yaml:27 the keyword not',
  ]);
});

it('operations that no rule checks are counted', async () => {
  const loaded = await loadDocument(contract);
  expect(uncheckedCounts(loaded)).toEqual({ operations: 4, unchecked: 2, parts: 11 });
});
