import { describe, expect, it } from 'vitest';
import {
  contraryChoices,
  randomChoices,
  stubChoices,
  usualChoices,
} from '../../../src/stub/choices/choices.ts';
import { ask, contract, makeStub, nodeNamed } from '../shop-stub.ts';

describe('the choices', () => {
  it.each(stubChoices)('%s belongs to clauses that are silent', (_, { clauses, alternatives }) => {
    for (const clause of clauses) expect(contract.clauses.get(clause)?.level, clause).toBe('unspecified');
    expect(new Set(alternatives).size).toBe(alternatives.length);
  });

  it('come in sets', () => {
    expect(usualChoices['limit-zero']).toBe('refused');
    expect(contraryChoices['limit-zero']).toBe('empty');
    expect(randomChoices((count) => count - 1)['limit-zero']).toBe('default');
  });

  it('never crash', async () => {
    const target = `${nodeNamed('Kitchen').path}?filter=)`;
    for (const [id, { alternatives }] of stubChoices) {
      for (const alternative of alternatives) {
        const stub = makeStub({ choices: { [id]: alternative } });
        const { status } = await ask('GET', target, { stub });
        expect(status, `${id}: ${alternative}`).toBeLessThan(500);
      }
    }
  });
});
