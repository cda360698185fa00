import { startStub } from 'assay/testing';
import { expect, it } from 'vitest';

it('the journal contains what a client sent, without its secrets', async () => {
  await using stub = await startStub();
  const listing = stub.description.collections[0]?.path ?? '';
  await fetch(`${stub.baseUrl}${listing}?page%5Blimit%5D=0`, { headers: { authorization: 'Bearer s3cret' } });
  const [rejected] = stub.requests({ operation: 'node-products', status: 400 });
  expect(rejected).toMatchObject({ method: 'GET', clause: 'node-products/page-limit-zero' });
  expect(rejected?.headers).toContainEqual(['authorization', 'Bearer [redacted]']);
  stub.reset('journal');
  expect(stub.requests()).toEqual([]);
});

it('the journal distinguishes the right token from others, and contains neither', async () => {
  await using stub = await startStub({ expectedToken: 's3cret' });
  const listing = stub.baseUrl + (stub.description.collections[0]?.path ?? '');
  await fetch(listing, { headers: { authorization: 'Bearer s3cret' } });
  await fetch(listing, { headers: { authorization: 'Bearer guess' } });
  expect(stub.requests().map(({ token }) => token)).toEqual(['expected', 'other']);
  expect(JSON.stringify(stub.requests())).not.toContain('s3cret');
});
