import { startStub } from 'assay/testing';
import { expect, it } from 'vitest';

it('one request asks for a status and a delay', async () => {
  await using stub = await startStub();
  const listing = stub.description.collections[0]?.path ?? '';
  const response = await fetch(stub.baseUrl + listing, { headers: { prefer: 'code=503, delay=20' } });
  expect(response.status).toBe(503);
  expect(response.headers.get('preference-applied')).toBe('code=503, delay=20');
});
