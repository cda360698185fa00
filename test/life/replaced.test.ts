import { expect, it } from 'vitest';
import { proofOf } from '../../conformance/proof/proof.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { runAgainst } from '../check-of.ts';
import { lifeOf, loadPaths } from '../contract/own-contract.ts';
import { killedMutants } from '../fields/killed-mutants.ts';

const components = `
components:
  schemas:
    Note: { type: object, required: [id, text], properties: { id: { type: integer, readOnly: true }, text: { type: string, minLength: 1 } } }
`;

/** Notes that are replaced with the statuses that a contract states. */
const notes = (statuses: readonly number[]) =>
  loadPaths(
    lifeOf('/notes', 'Note', true).replace(
      /(?<=operationId: replaceNote.*)'200': (.*) \} \}$/m,
      (_, response) => `${statuses.map((one) => `'${one}': ${response}`).join(', ')} } }`,
    ) + components,
  );

it.each([
  [[201], 'pass'],
  [[200, 201], 'fail'],
  [[201, 204], 'fail'],
])('a replacement for which %j are stated may return 201: %s', async (statuses, verdict) => {
  const contract = await notes(statuses);
  const conforming = (await proofOf(contract)).conforming();
  const transport: Transport = async (request) => {
    const response = await conforming(request);
    return request.method === 'PUT' && 'status' in response && response.status <= 299
      ? { ...response, status: 201 }
      : response;
  };
  const { results } = await runAgainst(contract, transport);
  const found = results.find(({ rule }) => rule === 'replaceNote/repeatable');
  expect(found?.verdict).toBe(verdict);
});

it.each([[[200]], [[201]]])(
  'the rule for replacements with %j finds each of its mutants',
  async (statuses) => {
    const proof = await proofOf(await notes(statuses));
    const rules = proof.ruleSet.rules.filter(({ id }) => id === 'replaceNote/repeatable');
    expect(await killedMutants(proof, rules)).toEqual({ count: statuses.includes(201) ? 1 : 2, missed: [] });
  },
);
