import { expect, it } from 'vitest';
import { proofOf } from '../../conformance/proof/proof.ts';
import { changes, creates, loadPaths, reads } from '../contract/own-contract.ts';
import { killedMutants } from './killed-mutants.ts';

const contract = await loadPaths(`
  /boxes:
    ${creates('createBox', 'Box')}
  /boxes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    ${reads('readBox', 'Box')}
    ${changes('patch', 'updateBox', 'Box', 'Part')}
components:
  schemas:
    Part: { type: object, minProperties: 1, properties: { label: { type: string, maxLength: 80 }, weight: { type: number, exclusiveMinimum: 0, exclusiveMaximum: 100 } } }
    Box:
      type: object
      additionalProperties: false
      required: [id, label]
      properties:
        id: { type: string, readOnly: true }
        label: { type: string, maxLength: 80 }
        weight: { type: number, exclusiveMinimum: 0, exclusiveMaximum: 100 }
        price: { type: number, minimum: 0, multipleOf: 0.25 }
        volume: { type: number, minimum: 0.1, maximum: 5000000 }
        count: { type: integer, exclusiveMinimum: 6 }
        tags: { type: array, minItems: 2, maxItems: 5, uniqueItems: true, items: { enum: [red, green, blue] } }
        sizes: { type: object, minProperties: 2, maxProperties: 3, additionalProperties: { type: integer }, properties: { a: { type: integer }, b: { type: integer } } }
`);
const proof = await proofOf(contract);

const keywords =
  /-(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|uniqueItems|minProperties|maxProperties|additionalProperties)$/;
const rules = proof.ruleSet.rules.filter(({ id }) => keywords.test(id));

it('each keyword that says what values are not is checked, in requests and in responses', async () => {
  expect(contract.unchecked).toEqual([]);
  const results = await proof.judged(proof.conforming(), {
    selected: proof.ruleSet.rules.map(({ id }) => id),
  });
  expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)).toEqual([]);
  const passed = results.filter(({ verdict, rule }) => verdict === 'pass' && keywords.test(rule));
  expect(passed.map(({ rule }) => rule).toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
});

it('the rules of these keywords find each of their mutants', async () => {
  const { count, missed } = await killedMutants(proof, rules);
  expect(count).toBeGreaterThan(rules.length);
  expect(missed).toEqual([]);
});
