import { startStub } from 'assay/testing';
import { expect, it } from 'vitest';

it('each test has a stub of its own', async () => {
  await using stub = await startStub();
  const response = await fetch(`${stub.baseUrl}/v2/application-keys`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ data: { type: 'application_key', name: 'Importer' } }),
  });
  expect(response.status).toBe(201);
});

it('a client that takes a fetch needs no port', async () => {
  await using stub = await startStub({ listen: false, seed: 7 });
  const listing = stub.description.collections[0]?.path ?? '';
  const response = await stub.fetch(`${listing}?page%5Blimit%5D=3`);
  expect(await response.json()).toHaveProperty('data.length', 3);
});
