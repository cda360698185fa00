import { describe, expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { isConverted } from '../../src/contract/levels.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { bookshop, loadFiles } from '../contract/own-contract.ts';

const contract = await loadFiles({
  'openapi.yaml': bookshop(`      type: object
      required: [title, pages]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string }
        pages: { type: integer }
        lent: { type: boolean }
        note: { type: [string, 'null'] }
`),
});

async function broken(mutants: readonly Mutant[]): Promise<string[]> {
  const { transport } = createStub({ contract, mutants });
  const { results } = await checkOf(contract, { writes: 'allow' }, transport);
  return results.filter(({ verdict }) => ['fail', 'error'].includes(verdict)).map(({ rule }) => rule);
}

describe('a wrong type in a request', () => {
  it.each([
    ['string', 5, true],
    ['string', true, true],
    ['string', ['a'], false],
    ['string', {}, false],
    ['integer', '5', true],
    ['integer', 5.5, true],
    ['number', true, true],
    ['number', 'five', false],
    ['integer', '', false],
    ['integer', [5], false],
    ['boolean', 0, true],
    ['boolean', 'yes', true],
    ['boolean', {}, false],
    ['array', 'a', true],
    ['object', ['a'], true],
    [['string', 'null'], [], false],
    [['integer', 'string'], 'five', true],
  ])('is one that some readers convert: %j, %j: %j', (type, value, expected) => {
    expect(isConverted(type, value)).toBe(expected);
  });

  it('has one rule for what no reader converts, and another for the rest', async () => {
    expect(await broken([])).toEqual([]);
    const { rules } = await loadRuleSet(contract);
    const own = rules.filter(({ id }) => /request-(title|pages|lent|note)-type/.test(id));
    expect(own.map(({ id }) => `${id} ${contract.clauses.get(id)?.level}`).toSorted()).toEqual(
      ['lent', 'note', 'pages', 'title'].flatMap((name) => [
        `createBook/request-${name}-type must`,
        `createBook/request-${name}-type-converted should`,
      ]),
    );
    for (const { id, mutants } of own) {
      expect(mutants.length).toBeGreaterThan(1);
      for (const mutant of mutants)
        if ('wire' in mutant) expect([mutant.name, await broken([mutant.wire])]).toEqual([mutant.name, [id]]);
        else throw new Error(`${id} has a mutant of another kind`);
    }
  });
});
