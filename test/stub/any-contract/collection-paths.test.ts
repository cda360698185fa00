import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startStub } from '../../../conformance/testing.ts';

test.each(['library', 'orders', 'events'])('the paths of the collections of %s list them', async (name) => {
  const contract = fileURLToPath(new URL(`../../../examples/${name}/openapi.yaml`, import.meta.url));
  await using stub = await startStub({ contract, listen: false });
  const { collections } = stub.description;
  expect(collections.length).toBeGreaterThan(0);
  for (const { list, path } of collections) {
    const token = stub.tokens[list] ?? '';
    const headers = {
      library: { 'x-api-key': token },
      orders: { authorization: `Bearer ${token}` },
      events: { authorization: `Basic ${Buffer.from(token).toString('base64')}` },
    }[name];
    const { status } = await stub.fetch(path, headers ? { headers } : {});
    expect([path, status]).toEqual([path, 200]);
  }
});
