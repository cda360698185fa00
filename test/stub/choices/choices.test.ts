import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../src/contract/choices.ts';
import { contraryChoices, defaultChoices, randomChoices } from '../../../src/stub/choices.ts';
import { ask, contract, makeStub, nodeNamed } from '../shop-stub.ts';

const all = [...choicesOf(contract)];

describe('the choices', () => {
  it.each(all)('%s belongs to clauses that are silent', (_, { clauses, options }) => {
    for (const clause of clauses) expect(contract.clauses.get(clause)?.level, clause).toBe('unspecified');
    expect(new Set(options).size).toBe(options.length);
  });

  it('come in sets', () => {
    expect(defaultChoices(contract)['limit-zero']).toBe('rejected');
    expect(contraryChoices(contract)['limit-zero']).toBe('empty');
    expect(randomChoices(contract, (count) => count - 1)['limit-zero']).toBe('default');
  });

  it('never crash', async () => {
    const target = `${nodeNamed('Kitchen').path}?filter=)`;
    for (const [id, { options }] of all) {
      for (const option of options) {
        const stub = makeStub({ choices: { [id]: option } });
        const { status } = await ask('GET', target, { stub });
        expect(status, `${id}: ${option}`).toBeLessThan(500);
      }
    }
  });
});
