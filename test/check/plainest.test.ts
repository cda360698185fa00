import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import type { Collection } from '../../conformance/core/target.ts';
import { contract, faulty, ruleSet, target } from '../shipped.ts';

/** What a rule says of one of its mutants, and the address of the request that shows it. */
async function found(rule: string, name: string, of = target) {
  const mutant = ruleSet.rules.find(({ id }) => id === rule)?.mutants.find((one) => one.name === name);
  if (!mutant) throw new Error(`${rule} has no mutant ${name}`);
  const check = await createCheck({ contract, ruleSet, target: of }, { only: ['node-products/*'], seed: 1 });
  const { results } = await check.run(faulty(mutant));
  const finding = results.find((one) => one.rule === rule);
  expect(finding?.verdict).toBe('fail');
  return { ...finding, target: decodeURIComponent(finding?.exchanges[0]?.request.target ?? '') };
}

const length = ({ holds = [] }: Collection): number => holds.length;
/** The collections of which not much is known. */
const few = target.collections.toSorted((one, other) => length(one) - length(other)).slice(0, 4);

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

test.each([
  'a filter by id is checked but not applied',
  'a filter by an id that the collection does not have is ignored',
])('an id that is one shows that %s', async (name) => {
  const { target: shown } = await found('node-products/filter-in-id-only', name, {
    ...target,
    collections: few,
  });
  expect(shown).toMatch(new RegExp(`filter=in\\(id,${uuid}\\)`));
});

test('three ids show that only the first of several is looked for', async () => {
  const { target: shown, expected } = await found(
    'node-products/filter-in-list-complete',
    'of several ids, only the first is looked for',
  );
  expect(shown).toMatch(new RegExp(`filter=in\\(id,(?:${uuid},){1,2}${uuid}\\)`));
  expect(expected).toMatch(/^all [23] products/);
});

test('a whole filtered listing shows a wrong total of it, not a part', async () => {
  const { target: shown } = await found(
    'node-products/total-filter',
    'under a filter the total is one too many',
  );
  expect(shown).toContain('page[offset]=0');
});
