import { expect, it } from 'vitest';
import { withFixtures } from '../../src/contract/fixtures.ts';
import { contract } from '../shipped.ts';

const given = (at: object) =>
  withFixtures(contract, { collections: [{ list: 'node-products', at, records: [] }] });

it('sample data are at texts or numbers', async () => {
  const { fixtures } = await given({ hierarchyID: 'spring', nodeID: 7 });
  expect(fixtures).toEqual([{ operation: 'node-products', values: ['spring', '7'], records: [] }]);
});

it.each([{}, { nodeID: true }, { nodeID: null }, { nodeID: ['7'] }])(
  'sample data are not at %j',
  async (at) => {
    const sentence = 'at has no nodeID, which node-products requires; add it.';
    await expect(given({ hierarchyID: 'spring', ...at })).rejects.toThrow(sentence);
  },
);
