import { startStub } from 'assay/testing';
import { expect, it } from 'vitest';

it('the default page size is a choice', async () => {
  await using stub = await startStub({ choices: { 'default-page-size': 10 } });
  const listing = stub.description.collections[0]?.path ?? '';
  const page = await (await fetch(stub.baseUrl + listing)).json();
  expect(page).toHaveProperty('data.length', 10);
  expect(page).toHaveProperty('meta.results.total', 13);
});

it.each(['default', 'contrary', 'random:7'] as const)('a rejection is any 4xx (%s)', async (choices) => {
  await using stub = await startStub({ choices });
  const response = await fetch(`${stub.baseUrl}/v2/application-keys`, { method: 'POST', redirect: 'manual' });
  expect(response.ok).toBe(false);
});
