import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { withAt } from '../../src/json/json.ts';
import { loadFiles } from './own-contract.ts';

const document = parse(`
openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
paths:
  /orders:
    get:
      operationId: list
      responses:
        '200':
          description: Orders.
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Order' } }
    post:
      operationId: create
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { amount: { type: integer } } }
      responses:
        '201':
          description: The order.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: read
      responses:
        '200':
          description: The order.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
components:
  schemas:
    Order:
      type: object
      properties: { uuid: { type: string, format: uuid }, orderId: { type: string }, amount: { type: integer } }
`);

const created = ['paths', '/orders', 'post', 'responses', '201', 'links'];

it.each([
  [
    'in the field that a Link of the creation names',
    created,
    { read: { operationId: 'read', parameters: { orderId: '$response.body#/uuid' } } },
    ['uuid'],
  ],
  [
    'in the field that the listing names',
    ['paths', '/orders', 'get', 'x-list'],
    { items: '$response.body', identifier: '/uuid' },
    ['uuid'],
  ],
  ['in the field that the path names', created, {}, ['orderId']],
] as const)('finds the id of a record %s', async (_, place, value, expected) => {
  const { operations } = await loadFiles({ 'openapi.yaml': stringify(withAt(document, place, value)) });
  expect(['create', 'read'].map((id) => operations[id]?.idPlace)).toEqual([expected, expected]);
});

it('finds the id of a record in the field that a path below it names', async () => {
  const { '/orders/{orderId}': single, ...paths } = document.paths;
  const list = { items: '$response.body' };
  const listing = withAt(paths, ['/orders', 'get', 'x-list'], list);
  const lines = { parameters: single.parameters, get: { ...paths['/orders'].get, operationId: 'lines' } };
  const changed = { ...document, paths: { ...(listing as object), '/orders/{orderId}/lines': lines } };
  const { operations } = await loadFiles({ 'openapi.yaml': stringify(changed) });
  expect(['create', 'list'].map((id) => operations[id]?.idPlace)).toEqual([['orderId'], ['orderId']]);
});

it.each(['read', 'delete'])('finds a record in a wrapper by the id that the path of %s names', async (id) => {
  const wrapped = { type: 'object', properties: { order: { $ref: '#/components/schemas/Order' } } };
  const reading = document.paths['/orders/{orderId}'].get;
  const creation = ['paths', '/orders', 'post', 'responses', '201', 'content', 'application/json', 'schema'];
  const { parameters } = document.paths['/orders/{orderId}'];
  const single = { parameters, [id === 'read' ? 'get' : 'delete']: { ...reading, operationId: id } };
  const changed = withAt(withAt(document, creation, wrapped), ['paths', '/orders/{orderId}'], single);
  const { operations } = await loadFiles({ 'openapi.yaml': stringify(changed) });
  expect(operations.create).toMatchObject({ record: ['order'], idPlace: ['orderId'] });
});
