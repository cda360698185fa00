import { expect, it } from 'vitest';
import { letIn } from '../../conformance/core/let-in.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { loadPaths } from '../contract/own-contract.ts';

/** A contract of one operation that needs this. */
const withSecurity = (security: string) =>
  loadPaths(`
  /rooms:
    get:
      operationId: listRooms
      ${security}
      parameters: [{ name: X-Shop, in: header, required: true, schema: { type: string, example: main } }]
      responses: { '200': { description: rooms, content: { application/json: { schema: { type: object } } } } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    user: { type: http, scheme: basic }
`);

const token = { token: 'one' };
const both = { token: { key: 'two', user: 'a:b' } };

it.each([
  ['without a word of it, with what is declared as a token', '', token, 'Bearer one', undefined],
  ['without a word of it, where nothing is declared', '', {}, undefined, undefined],
  ['by a key', 'security: [{ key: [] }]', token, undefined, 'one'],
  ['by a key of its own', 'security: [{ key: [] }]', both, undefined, 'two'],
  ['by the first way', 'security: [{ token: [] }, { key: [] }]', token, 'Bearer one', undefined],
  ['by the first way that it has', 'security: [{ token: [] }, { key: [] }]', both, undefined, 'two'],
  ['by a way that may be left out', 'security: [{}, { key: [] }]', token, undefined, 'one'],
  ['by none, if only that is stated', 'security: [{}]', token, undefined, undefined],
  ['by all that one way needs', 'security: [{ key: [], user: [] }]', both, 'Basic YTpi', 'two'],
  ['by none, if one is missing', 'security: [{ key: [], token: [] }]', both, undefined, undefined],
])('a request is let in %s', async (_, security, file, authorization, key) => {
  const contract = await withSecurity(security);
  const target = resolveTarget(contract, file, 'http://localhost');
  const { headers } = letIn({ contract, target }, 'listRooms', { method: 'GET', target: '/rooms' });
  const sent = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1];
  expect([sent('authorization'), sent('x-key')]).toEqual([authorization, key]);
  expect([sent('accept')?.split(',')[0], sent('x-shop')]).toEqual(['application/json', 'main']);
});

it.each([
  ['of the target file', { headers: { Accept: 'text/json', 'X-Shop': 'other' } }, ['text/json', 'other']],
])('a request has the headers %s', async (_, file, expected) => {
  const contract = await withSecurity('');
  const target = resolveTarget(contract, file, 'http://localhost');
  const { headers } = letIn({ contract, target }, 'listRooms', { method: 'GET', target: '/rooms' });
  expect(headers.map(([, value]) => value)).toEqual(expected);
});
