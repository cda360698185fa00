// What is stated beside a `$ref`, which OpenAPI 3.1 counts, and 3.0 ignores.

import { expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { changeResponse } from '../../conformance/mutants/edits.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { changes, creates, deletes, loadDocument, pathParameter, reads } from './own-contract.ts';

const loadWells = (version: string) =>
  loadDocument(`openapi: ${version}
info: { title: Wells, version: 1.0.0 }
paths:
  /wells:
    ${creates('create', 'Well', 'WellInput')}
  /wells/{id}:
    ${pathParameter('id')}
    ${reads('read', 'Well')}
    ${deletes('remove')}
    ${changes('patch', 'update', 'Well', 'WellInput')}
components:
  schemas:
    Code: { type: string, maxLength: 20 }
    Label: { type: string, maxLength: 20 }
    Status: { type: string, enum: [draft, ready] }
    Tags: { type: array, items: { type: string }, default: [other] }
    Pin: { type: string, pattern: '^[0-9]{4}$', writeOnly: true }
    WellInput:
      type: object
      required: [code, label, pin]
      properties:
        code: { $ref: '#/components/schemas/Code' }
        label: { $ref: '#/components/schemas/Label' }
        status: { $ref: '#/components/schemas/Status', default: draft }
        tags: { $ref: '#/components/schemas/Tags', default: [] }
        pin: { $ref: '#/components/schemas/Pin' }
        note: { $ref: '#/components/schemas/Label', writeOnly: true }
    Well:
      type: object
      required: [id, code, label, status, pin]
      additionalProperties: false
      properties:
        id: { type: integer, readOnly: true }
        code: { $ref: '#/components/schemas/Code', x-distinct: requests }
        label: { $ref: '#/components/schemas/Label', x-returns: /label }
        status: { $ref: '#/components/schemas/Status' }
        tags: { $ref: '#/components/schemas/Tags' }
        pin: { $ref: '#/components/schemas/Pin' }
        note: { $ref: '#/components/schemas/Label', writeOnly: true }
`);

const contract = await loadWells('3.1.0');
const idsOf = ({ clauses }: typeof contract, ending: RegExp): readonly string[] =>
  [...clauses.values()]
    .filter(({ id }) => ending.test(id))
    .map(({ id, level }) => `${id}: ${level}`)
    .toSorted();

it('annotations and defaults count', () => {
  expect(idsOf(contract, /(code-distinct|-default|label-returned)$/)).toEqual([
    'create/code-distinct: must',
    'create/label-returned: must',
    'create/status-default: must',
    'create/tags-default: must',
    'update/code-distinct: must',
    'update/label-returned: must',
  ]);
});

it('what only requests have is not required of a response, and should not be returned', () => {
  expect(idsOf(contract, /-(pin|note)-/)).toEqual([
    'create/request-note-maxLength: must',
    'create/request-note-type-converted: should',
    'create/request-note-type: must',
    'create/request-pin-pattern: must',
    'create/request-pin-required: must',
    'create/request-pin-type-converted: should',
    'create/request-pin-type: must',
    'create/response-note-writeOnly: should',
    'create/response-pin-writeOnly: should',
    'read/response-note-writeOnly: should',
    'read/response-pin-writeOnly: should',
    'update/request-note-maxLength: must',
    'update/request-note-type-converted: should',
    'update/request-note-type: must',
    'update/request-pin-pattern: must',
    'update/request-pin-required: must',
    'update/request-pin-type-converted: should',
    'update/request-pin-type: must',
    'update/response-note-writeOnly: should',
    'update/response-pin-writeOnly: should',
  ]);
});

it('in 3.0 a default beside a reference counts as little as other keywords', async () => {
  expect(idsOf(await loadWells('3.0.3'), /-default$/)).toEqual(['create/tags-default: must']);
});

const shownBy = async (mutants: readonly Mutant[]): Promise<readonly string[]> => {
  const { transport } = createStub({ contract, seed: 'beside', mutants });
  const { results } = await runAgainst(contract, transport);
  return results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
};

/** A server that shows more in each reading. */
const showing = (more: JsonObject): Mutant => changeResponse('read', (json) => ({ ...json, ...more }));

it.each([
  ['no field that is writeOnly', {}, []],
  ['a PIN', { pin: '4711' }, ['read/response-pin-writeOnly']],
  ['signs instead of a PIN', { pin: '****', note: null }, []],
])('%s is returned', async (_, more, failed) => {
  expect(await shownBy([showing(more)])).toEqual(failed);
});

const unreturned = (await loadRuleSet(contract)).rules.filter(({ id }) => id.endsWith('-writeOnly'));

it.each(unreturned.flatMap(({ id, mutants }) => mutants.map((mutant) => [id, mutant] as const)))(
  'a fault of %s is found',
  async (id, mutant) => {
    expect(await shownBy('wire' in mutant ? [mutant.wire] : [])).toContain(id);
  },
);
