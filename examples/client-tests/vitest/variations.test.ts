import { variations } from 'assay/testing';
import { describe, expect, it } from 'vitest';
import { bestsellers } from '../../vitest-client/bestsellers.ts';
import { connect } from '../../vitest-client/client.ts';

// What may happen once in a while is tested where it is handled, in ../../vitest-client/bestsellers.test.ts.
describe.each((await variations()).filter(({ part }) => part === 'choice'))('where $name', ({ start }) => {
  it('bestsellers are read', async () => {
    await using stub = await start();
    const [hierarchyID = '', nodeID = ''] = stub.description.collections[0]?.values ?? [];
    const place = { hierarchyID, nodeID };
    const shop = connect(stub.baseUrl, stub.tokens['node-products'] ?? '');
    expect((await bestsellers(shop, place, 3)).length).toBeLessThanOrEqual(3);
  });
});
