import { expect, it } from 'vitest';
import { fromPrebuilt, loadContract, readPrebuilt, toPrebuilt } from '../../src/contract/load.ts';

it('a prebuilt contract equals the one that is read from its files', async () => {
  const contract = await loadContract();
  const prebuilt = fromPrebuilt(JSON.parse(JSON.stringify(toPrebuilt(contract))));
  expect(prebuilt).toEqual(contract);
  for (const { clause } of prebuilt.constraints) expect(clause).toBe(prebuilt.clauses.get(clause.id));
});

it('without a build there is nothing prebuilt', async () => {
  expect(await readPrebuilt('spec/none.json')).toBeUndefined();
});
