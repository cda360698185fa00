import { expect, it } from 'vitest';
import { choicesOf } from '../../src/contract/choices.ts';
import { loadContract } from '../../src/contract/load.ts';

const contract = await loadContract();
const { clauses } = contract;
const allChoices = [...choicesOf(contract)];

it('a choice asks a question, has options that differ, and belongs to clauses that are silent', () => {
  expect(allChoices.length).toBeGreaterThan(0);
  for (const [id, { asks, options, words = {}, seen = 'no, because …', ...choice }] of allChoices) {
    expect(asks, id).toMatch(/\?$/);
    expect(new Set(options.map(String)).size, id).toBe(options.length);
    expect(options.map(String), id).toEqual(expect.arrayContaining(Object.keys(words)));
    expect(seen, id).toMatch(/^no, because /);
    const levels = choice.clauses.map((clause) => clauses.get(clause)?.level ?? `unknown clause ${clause}`);
    expect(levels, id).toEqual(levels.map(() => 'unspecified'));
  }
});
