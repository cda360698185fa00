import { expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { loadFiles } from '../contract/own-contract.ts';

const contract = await loadFiles({
  'openapi.yaml': `openapi: 3.1.1
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    parameters: [{ name: shop, in: query, required: true, example: north, schema: { type: string } }]
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
      responses: { '200': { description: books, content: { application/json: { schema: { type: object, required: [items], properties: { items: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } } } }
  /info:
    get:
      operationId: info
      parameters: [{ name: language, in: query, required: true, example: en, schema: { type: string } }]
      responses: { '200': { description: about, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } } }
components:
  schemas:
    Book: { type: object, required: [id, title], properties: { id: { type: string, format: uuid }, title: { type: string } } }
`,
});

async function brokenBy(mutants: readonly Mutant[]) {
  const file = { collections: [{ list: 'listBooks', at: { shop: 'north' } }] };
  const target = resolveTarget(contract, file, 'http://localhost');
  const { run } = await createCheck({ contract, target }, {});
  const { results } = await run(createStub({ contract, mutants }).transport);
  return {
    target,
    passed: results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule),
    broken: results.filter(({ verdict }) => ['fail', 'error'].includes(verdict)).map(({ rule }) => rule),
  };
}

it('a request without a required parameter is rejected, and that it is not is found', async () => {
  const names = ['listBooks/parameter-shop-required', 'info/parameter-language-required'];
  expect(names.map((id) => contract.clauses.get(id)?.level)).toEqual(['must', 'must']);
  const { target, passed, broken } = await brokenBy([]);
  expect(broken).toEqual([]);
  expect(passed).toEqual(expect.arrayContaining(names));
  const { rules } = await loadRuleSet(contract);
  for (const { id, mutants } of rules.filter((rule) => names.includes(rule.id))) {
    expect(mutants).toHaveLength(1);
    for (const mutant of mutants)
      if ('wireFor' in mutant) expect((await brokenBy([mutant.wireFor(target)])).broken).toEqual([id]);
      else throw new Error(`${id} has a mutant of another kind`);
  }
});
