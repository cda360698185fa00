import { expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import { loadContract } from '../../src/contract/load.ts';
import { loadPaths } from '../contract/own-contract.ts';
import { killedMutants } from './killed-mutants.ts';

const contract = await loadPaths(`
  /boxes:
    post:
      operationId: createBox
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } } }
  /boxes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readBox
      responses: { '200': { description: box, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string }, weight: { type: [number, 'null'] } } } } } } }
components:
  schemas:
    Box:
      type: object
      required: [id, label]
      properties:
        id: { type: string, readOnly: true }
        label: { type: string }
        weight: { type: [number, 'null'] }
        address: { type: string }
`);

it('null for an optional field that may not be null is a warning', async () => {
  const proof = await proofOf(contract);
  const rules = proof.ruleSet.rules.filter(({ id }) => id.endsWith('/optional-not-null'));
  expect(rules.map(({ id }) => [id, contract.clauses.get(id)?.level])).toEqual([
    ['createBox/optional-not-null', 'should'],
  ]);
  expect((await killedMutants(proof, rules)).missed).toEqual([]);
});

it('the shipped contract keeps its own rules of that name', async () => {
  const { rules } = await loadRuleSet(await loadContract());
  const own = rules.filter(({ id }) => id.endsWith('/optional-not-null'));
  expect(own.map(({ id }) => id).toSorted()).toEqual([
    'node-products/optional-not-null',
    'subscription/optional-not-null',
  ]);
});
