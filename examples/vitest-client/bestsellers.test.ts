import { startStub } from 'assay/testing';
import { describe, expect, it } from 'vitest';
import { bestsellers } from './bestsellers.ts';
import { connect } from './client.ts';

/** The node called Bestsellers, and a client of a stub. */
async function open() {
  const stub = await startStub();
  const found = stub.description.collections.find(({ name }) => name === 'Bestsellers');
  const [hierarchyID = '', nodeID = ''] = found?.values ?? [];
  const place = { hierarchyID, nodeID };
  return { stub, place, shop: connect(stub.baseUrl, 'any'), [Symbol.asyncDispose]: stub.close };
}

describe('bestsellers', () => {
  it('come in the order somebody curated', async () => {
    await using test = await open();
    expect(await bestsellers(test.shop, test.place, 3)).toHaveLength(3);
    expect(test.stub.requests()).toMatchObject([{ operation: 'node-products', status: 200 }]);
  });

  it('are asked for once more where the service is busy', async () => {
    await using test = await open();
    using busy = await test.stub.fault({ kind: 'too-many-requests', retryAfter: 0, times: 1 });
    expect(await bestsellers(test.shop, test.place, 3)).toHaveLength(3);
    expect(busy.struck()).toBe(1);
    expect(test.stub.requests().map(({ status }) => status)).toEqual([429, 200]);
  });

  it('can do with a service that shows as little of a product as it may', async () => {
    // Where each operation has a token of its own, this is the one for listings.
    await using stub = await startStub({ choices: 'contrary' });
    const [hierarchyID = '', nodeID = ''] = stub.description.collections[0]?.values ?? [];
    const place = { hierarchyID, nodeID };
    expect(await bestsellers(connect(stub.baseUrl, 'token-for-node-products'), place, 3)).toHaveLength(3);
  });
});
