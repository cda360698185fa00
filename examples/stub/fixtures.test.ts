import { fileURLToPath } from 'node:url';
import { startStub } from 'assay/testing';
import { expect, it } from 'vitest';

it('the stub serves a catalog of your own', async () => {
  const fixtures = fileURLToPath(new URL('kiosk.yaml', import.meta.url));
  await using stub = await startStub({ fixtures });
  const window = stub.description.collections[0]?.path ?? '';
  const page = await (await fetch(stub.baseUrl + window)).json();
  expect(page).toMatchObject({
    data: [{ attributes: { name: 'Almanac' } }, { attributes: { name: 'Atlas' } }],
  });
});
