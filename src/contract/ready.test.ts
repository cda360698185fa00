import { expect, it } from 'vitest';
import { buildContract } from './build.ts';
import { loadContract } from './load.ts';
import { readFiles } from './read-contract.ts';
import { readReady } from './ready.ts';

it('a contract made ready is the contract that was read', async () => {
  const { document, clauses } = await readFiles({});
  const ready = JSON.parse(JSON.stringify({ document, clauses: [...clauses.values()] }));
  const byId = new Map<string, (typeof ready.clauses)[number]>();
  for (const clause of ready.clauses) byId.set(clause.id, clause);
  expect(buildContract(ready.document, byId)).toEqual(await loadContract());
});

it('where nothing was built, nothing is ready', async () => {
  expect(await readReady('spec/none.json')).toBeUndefined();
});
