import { expect, it } from 'vitest';
import { showsResource } from '../../src/contract/record.ts';
import type { Json } from '../../src/json/json.ts';
import { changes, creates, deletes, lists, loadPaths, pathParameter, reads } from './own-contract.ts';

const contract = await loadPaths(`
  /wells:
    ${creates('create', 'Well')}
    ${lists('list', 'Well')}
  /wells/{id}:
    ${pathParameter('id')}
    ${reads('read', 'Well')}
    ${changes('put', 'replace', 'Well')}
    ${changes('patch', 'update', 'Well')}
    ${deletes('remove')}
components:
  schemas:
    Well: { type: object, required: [id], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
`);

const well = { id: 1, name: 'a' };

it.each<[string, Json | undefined, boolean]>([
  ['create', well, true],
  ['create', undefined, false],
  ['create', 'none', false],
  ['read', well, true],
  ['read', undefined, false],
  ['list', { items: [well], total: 1 }, true],
  ['list', { items: [], total: 0 }, true],
  ['list', undefined, false],
  ['list', well, false],
  ['replace', well, true],
  ['replace', undefined, true],
  ['replace', 'none', false],
  ['update', undefined, true],
  ['update', 'none', false],
  ['remove', undefined, true],
  ['remove', 'none', true],
])('of %s, %o shows what it is about: %s', (operation, body, expected) => {
  expect(showsResource(contract, operation, body)).toBe(expected);
});
