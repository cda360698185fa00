import { expect, it } from 'vitest';
import { ask, makeStub } from '../shop-stub.ts';

it('names the header in the rejection of another media type', async () => {
  const { status, text } = await ask('POST', '/v2/application-keys', {
    stub: makeStub({ choices: { 'content-type-required': 'always' } }),
    headers: [
      ['Authorization', 'Bearer any'],
      ['Content-Type', 'text/plain'],
    ],
    body: { data: { type: 'application_key', name: 'a' } },
  });
  expect(status).toBe(415);
  expect(JSON.parse(text)).toMatchObject({ errors: [{ source: { header: 'Content-Type' } }] });
});
