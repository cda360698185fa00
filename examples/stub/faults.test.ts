import { startStub } from 'assay/testing';
import { expect, it } from 'vitest';

it('the service is busy once', async () => {
  await using stub = await startStub();
  const listing = stub.baseUrl + (stub.description.collections[0]?.path ?? '');
  using busy = await stub.fault({ kind: 'too-many-requests', retryAfter: 2, times: 1 });
  const [first, second] = [await fetch(listing), await fetch(listing)];
  expect([first.status, first.headers.get('retry-after'), second.status]).toEqual([429, '2', 200]);
  expect(busy.struck()).toBe(1);
});

it('the last page omits a product while a mutant is served', async () => {
  await using stub = await startStub();
  const listing = stub.baseUrl + (stub.description.collections[0]?.path ?? '');
  const lastPage = async () => (await fetch(`${listing}?page%5Blimit%5D=7&page%5Boffset%5D=7`)).json();
  {
    using _ = await stub.fault({ kind: 'mutant', name: 'the last page omits one product' });
    expect(await lastPage()).toHaveProperty('data.length', 5);
  }
  expect(await lastPage()).toHaveProperty('data.length', 6);
});
