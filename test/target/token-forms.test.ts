import { expect, it } from 'vitest';
import { targetSchema } from '../../conformance/target/target-schema.ts';
import { at, type JsonObject } from '../../src/json/json.ts';
import { loadFiles } from '../contract/own-contract.ts';

const cars = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
const listing = { description: 'all', content: { 'application/json': { schema: cars } } };

const allowed = async (scheme: JsonObject, token: string): Promise<boolean> => {
  const contract = await loadFiles({
    'openapi.yaml': JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Cars', version: '1.0.0' },
      security: [{ own: [] }],
      paths: { '/cars': { get: { operationId: 'cars', responses: { 200: listing } } } },
      components: { securitySchemes: { own: scheme } },
    }),
  });
  return new RegExp(String(at(targetSchema(contract), '$defs', 'token', 'pattern')), 'v').test(token);
};

it.each<[JsonObject, string, boolean]>([
  // As Django REST framework has it.
  [{ type: 'apiKey', in: 'header', name: 'Authorization' }, 'Token 0123', true],
  [{ type: 'http', scheme: 'basic' }, 'ann:a pass word', true],
  [{ type: 'http', scheme: 'bearer' }, 'Token 0123', false],
  [{ type: 'apiKey', in: 'query', name: 'key' }, 'Token 0123', false],
])('a credential of %j: %s', async (scheme, token, isAllowed) => {
  expect(await allowed(scheme, token)).toBe(isAllowed);
});
