import { startStub } from 'assay/testing';
import { expect, it } from 'vitest';

it('the journal tells what a client sent, and hides its secrets', async () => {
  await using stub = await startStub();
  const listing = stub.description.hierarchies[0]?.nodes[0]?.path ?? '';
  await fetch(`${stub.baseUrl}${listing}?page%5Blimit%5D=0`, { headers: { authorization: 'Bearer s3cret' } });
  const [refused] = stub.requests({ operation: 'node-products', status: 400 });
  expect(refused).toMatchObject({ method: 'GET', clause: 'node-products/page-limit-zero' });
  expect(refused?.headers).toContainEqual(['authorization', 'Bearer [hidden]']);
  stub.reset('journal');
  expect(stub.requests()).toEqual([]);
});
