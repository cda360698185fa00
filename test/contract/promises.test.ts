import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { at, parseJson } from '../../src/json/json.ts';
import { checkOf } from '../check-of.ts';
import { jsonResponse } from '../json-response.ts';
import { loadPaths } from './own-contract.ts';

const thing =
  '{ type: object, required: [label, mark, code], properties: { label: { type: string, x-returns: /name }, mark: { type: string, x-returns: /code }, code: { type: string, x-returns: /code } } }';
const contract = await loadPaths(`
  /things:
    post:
      operationId: createThing
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name, code], properties: { name: { type: string }, code: { type: string } } } } } }
      responses:
        '201': { description: The thing., content: { application/json: { schema: ${thing} } } }
`);

it('each field of a response without an object around it has a clause of its own', () => {
  expect(contract.promises.map(({ clause: { id, level, text } }) => [id, level, text])).toEqual([
    ['createThing/label-returned', 'must', '`label` is returned as sent in `name`.'],
    ['createThing/mark-returned', 'must', '`mark` is returned as sent in `code`.'],
    ['createThing/code-returned', 'must', '`code` is returned as sent in `code`.'],
  ]);
});

it('each of them is checked', async () => {
  const transport: Transport = async ({ body }) => {
    const sent = parseJson(Buffer.from(body ?? []).toString());
    const [name, code] = [at(sent, 'name'), at(sent, 'code')];
    const isValid = typeof name === 'string' && typeof code === 'string';
    return isValid ? jsonResponse(201, { label: 'wrong', mark: code, code }) : jsonResponse(400, {});
  };
  const { results } = await checkOf(contract, { writes: 'allow' }, transport, { only: ['*/*-returned'] });
  expect(results.map(({ rule, verdict }) => [rule, verdict]).toSorted()).toEqual([
    ['createThing/code-returned', 'pass'],
    ['createThing/label-returned', 'fail'],
    ['createThing/mark-returned', 'pass'],
  ]);
});
