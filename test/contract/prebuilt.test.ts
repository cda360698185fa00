import { expect, it } from 'vitest';
import { buildContract } from '../../src/contract/build.ts';
import { loadContract } from '../../src/contract/load.ts';
import { readPrebuilt } from '../../src/contract/prebuilt.ts';
import { readFiles } from '../../src/contract/read-contract.ts';

it('a prebuilt contract equals the one that is read from its files', async () => {
  const { document, clauses } = await readFiles({});
  const prebuilt = JSON.parse(JSON.stringify({ document, clauses: [...clauses.values()] }));
  const byId = new Map<string, (typeof prebuilt.clauses)[number]>();
  for (const clause of prebuilt.clauses) byId.set(clause.id, clause);
  expect(buildContract(prebuilt.document, byId)).toEqual(await loadContract());
});

it('without a build there is nothing prebuilt', async () => {
  expect(await readPrebuilt('spec/none.json')).toBeUndefined();
});
