import { expect, it } from 'vitest';
import { ask, makeStub } from '../shop-stub.ts';

it('keeps no more of the responses that it may show again than a bound, the latest of them', async () => {
  const stub = makeStub({ choices: { 'identical-requests': 'shown-again' } });
  const body = (index: number) => ({
    data: { type: 'application_key', name: `${index} ${'long '.repeat(190_000)}` },
  });
  const create = async (index: number): Promise<string> =>
    (await ask('POST', '/v2/application-keys', { stub, body: body(index) })).text;
  const first = await create(0);
  expect(await create(0)).toBe(first);
  for (let index = 1; index < 40; index += 1) await create(index);
  const last = await create(40);
  expect(await create(40)).toBe(last);
  expect(await create(0)).not.toBe(first);
});
