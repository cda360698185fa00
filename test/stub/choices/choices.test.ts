import { describe, expect, it } from 'vitest';
import {
  contraryChoices,
  randomChoices,
  stubChoices,
  usualChoices,
} from '../../../src/stub/choices/choices.ts';
import { ask, contract, makeStub, nodeNamed } from '../shop-stub.ts';

describe('the choices', () => {
  it.each(stubChoices)('%s belongs to clauses of its kind', (_, { kind, clauses, alternatives }) => {
    const level = kind === 'silence' ? 'unspecified' : 'should';
    for (const clause of clauses) expect(contract.clauses.get(clause)?.level, clause).toBe(level);
    expect(new Set(alternatives).size).toBe(alternatives.length);
  });

  it('come in sets', () => {
    expect(usualChoices['limit-zero']).toBe('refused');
    expect(contraryChoices['limit-zero']).toBe('empty');
    expect(contraryChoices['filter-crash']).toBe(usualChoices['filter-crash']);
    expect(randomChoices((count) => count - 1)['limit-zero']).toBe('default');
  });

  it('crash only if that is the choice', async () => {
    const target = `${nodeNamed('Kitchen').path}?filter=)`;
    for (const [id, { alternatives }] of stubChoices) {
      for (const alternative of alternatives) {
        const stub = makeStub({ choices: { [id]: alternative } });
        const { status } = await ask('GET', target, { stub });
        expect(status >= 500, `${id}: ${alternative}`).toBe(alternative === 'crash' && id === 'filter-crash');
      }
    }
  });
});
