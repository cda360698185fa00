// What an update leaves as it is.

import { expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { changes, creates, deletes, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';

const contract = await loadPaths(`
  /wells:
    ${creates('create', 'Well', 'WellInput')}
  /wells/{id}:
    ${pathParameter('id')}
    ${reads('read', 'Well')}
    ${changes('patch', 'update', 'Well', 'WellInput')}
    ${deletes('remove')}
components:
  schemas:
    WellInput:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 100 }
        isOpen: { type: boolean, default: false }
        note: { type: string, maxLength: 100 }
        depth: { type: integer, minimum: 0 }
    Well:
      allOf:
        - $ref: '#/components/schemas/WellInput'
        - { type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }
`);
const { rules } = await loadRuleSet(contract);
const mutants = rules.flatMap((rule) => (rule.id === 'update/keeps-others' ? rule.mutants : []));

it.each(mutants.map((one) => [one.name, one] as const))('breaks a rule if %s', async (_, mutant) => {
  const { transport } = createStub({
    contract,
    seed: 'kept',
    mutants: 'wire' in mutant ? [mutant.wire] : [],
  });
  const { results } = await runAgainst(contract, transport);
  expect(results.find(({ rule }) => rule === 'update/keeps-others')?.verdict).toBe('fail');
});

it('conforms otherwise', async () => {
  const { transport } = createStub({ contract, seed: 'kept' });
  const { results } = await runAgainst(contract, transport);
  expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)).toEqual([]);
});
