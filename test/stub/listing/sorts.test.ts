import { expect, it } from 'vitest';
import { objectIn } from '../../../src/json/json.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { createFetch } from '../../../src/stub/fetch.ts';
import { loadPaths } from '../../contract/own-contract.ts';

const contract = await loadPaths(`
  /assets:
    get:
      operationId: listAssets
      x-list:
        items: $response.body
        identifier: /id
        sort: { asc: 'by={attribute}&way=asc', desc: 'by={attribute}&way=desc', sortables: { title: /title } }
      parameters:
        - { name: by, in: query, schema: { type: string, enum: [title, kind] } }
        - { name: way, in: query, schema: { type: string, enum: [asc, desc] } }
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Asset' } } } } }
components:
  schemas:
    Asset: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
`);

const fetch = createFetch(createStub({ contract, seed: 'sorts' }).transport, 'http://localhost');

async function titles(query: string): Promise<readonly unknown[]> {
  const response = await fetch(`/assets${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as readonly unknown[]).map((one) => objectIn(one).title);
}

it('sorts in ascending order if a request leaves out the direction', async () => {
  const ascending = await titles('?by=title&way=asc');
  expect(await titles('?by=title')).toEqual(ascending);
  expect(await titles('?by=title&way=desc')).toEqual(ascending.toReversed());
  expect(await titles('')).not.toEqual(ascending);
  expect(await titles('?way=desc')).toEqual(await titles(''));
});

it.each(['?by=kind', '?by=kind&way=desc'])('accepts %s, whose value the contract lists', async (query) => {
  expect(await titles(query)).toEqual(await titles(''));
});

it('rejects a value that the contract does not list', async () => {
  expect((await fetch('/assets?by=size')).status).toBe(400);
});
