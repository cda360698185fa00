// What a creation or a change sends for fields that only the server sets.

import { expect, it } from 'vitest';
import { jsonOfRequest } from '../../conformance/core/requests.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { lifeRelations } from '../../conformance/life/relations.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { at } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { changes, creates, deletes, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';
import { jsonResponse, responseOf } from '../json-response.ts';

const readOnly = `id: { type: integer, readOnly: true }
        hasPin: { type: boolean, readOnly: true }
        revision: { type: integer, readOnly: true }
        createdAt: { type: string, format: date-time, readOnly: true }`;

const contract = await loadPaths(`
  /wells:
    ${creates('create', 'Well', 'NewWell')}
  /wells/{id}:
    ${pathParameter('id')}
    ${reads('read', 'Well')}
    ${changes('put', 'replace', 'Well', 'WellInput')}
    ${changes('patch', 'update', 'Well', 'WellPatch')}
    ${deletes('remove')}
components:
  schemas:
    WellInput: { type: object, required: [name], additionalProperties: false, properties: { name: { type: string } } }
    NewWell:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        name: { type: string }
        ${readOnly}
    WellPatch:
      type: object
      additionalProperties: false
      properties:
        name: { type: string }
        ${readOnly}
    Well:
      type: object
      required: [id, name, hasPin, revision, createdAt]
      properties:
        name: { type: string }
        ${readOnly}
`);
const { rules } = await loadRuleSet(contract);
const ofReadOnly = rules.filter(({ id }) => id.endsWith('/read-only-ignored'));

const verdicts = async (mutants: readonly Mutant[]): Promise<readonly string[]> => {
  const { transport } = createStub({ contract, seed: 'read-only', mutants });
  const { results } = await runAgainst(contract, transport);
  return results
    .filter(({ rule, verdict }) => rule.endsWith('/read-only-ignored') || verdict === 'fail')
    .map(({ rule, verdict }) => `${rule}: ${verdict}`);
};

/** A server that rejects creations and changes with a field. */
const rejecting =
  (name: string): Mutant =>
  (next) =>
  async (request) =>
    at(jsonOfRequest(request), name) === undefined ? next(request) : responseOf(422);

it('is tried where the schema of the request has such fields', () => {
  expect(ofReadOnly.map(({ id }) => `${id}: ${contract.clauses.get(id)?.level}`)).toEqual([
    'create/read-only-ignored: should',
    'update/read-only-ignored: should',
  ]);
});

it.each<readonly [what: string, mutants: readonly Mutant[], seen: string]>([
  ['ignored', [], 'pass'],
  ['rejected in part', [rejecting('createdAt')], 'pass'],
  ['rejected', [rejecting('revision')], 'untested'],
])('may be %s', async (_, mutants, seen) => {
  expect(await verdicts(mutants)).toEqual([
    `create/read-only-ignored: ${seen}`,
    `update/read-only-ignored: ${seen}`,
  ]);
});

it.each(ofReadOnly.flatMap(({ id, mutants }) => mutants.map((one) => [id, one.name, one] as const)))(
  '%s: is wrong if %s',
  async (id, _, mutant) => {
    expect(await verdicts('wire' in mutant ? [mutant.wire] : [])).toContain(`${id}: fail`);
  },
);

it('says nothing of a value that the server shows for another reason', () => {
  const target = '/wells/1';
  const shown = (json: object) => ({
    request: { method: 'GET', target, headers: [] },
    response: jsonResponse(200, json),
  });
  const sent = {
    ...shown({}),
    request: { method: 'PATCH', target, headers: [], body: Buffer.from('{"revision":3}') },
  };
  const relation = (before: object, after: object) =>
    lifeRelations['read-only-ignored']({
      contract,
      operation: operationIn(contract, 'update'),
      write: sent,
      before: shown(before),
      after: [shown(after)],
    });
  expect(relation({ revision: 3 }, { revision: 3 })).toBeUndefined();
  expect(relation({ revision: 2 }, {})).toBeUndefined();
  expect(relation({ revision: 2 }, { revision: 2 })).toEqual([]);
  expect(relation({ revision: 2 }, { revision: 3 })).toMatchObject([{ field: 'revision' }]);
});
