import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { loadContract } from '../../src/contract/load.ts';
import { tryInProcess, trySending } from './try-in-process.ts';

const orders = fileURLToPath(new URL('../../examples/orders/openapi.yaml', import.meta.url));
const setting = await loadSampleData(await loadContract({ openapi: orders }));

/** Reads an order again with its ETag, and changes it with a stale one, as clients do that cache. */
async function cacheAndChange(baseUrl: string, further = {}): Promise<void> {
  const authorization = 'Bearer orders-token';
  const [{ uuid: id }] = (await (
    await fetch(`${baseUrl}/orders?page=1&per_page=1`, { headers: { authorization } })
  ).json()) as [{ uuid: string }];
  const first = await fetch(`${baseUrl}/orders/${id}`, { headers: { authorization } });
  await first.arrayBuffer();
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${baseUrl}/orders/${id}`, { headers: { authorization, 'if-none-match': etag } });
  await again.arrayBuffer();
  const stale = await fetch(`${baseUrl}/orders/${id}`, {
    method: 'PATCH',
    headers: {
      authorization,
      'content-type': 'application/merge-patch+json',
      'if-match': '"stale"',
      ...further,
    },
    body: JSON.stringify({ remark: 'later' }),
  });
  await stale.arrayBuffer();
  if (again.status !== 304 || stale.status !== 412) throw new Error(`${again.status} ${stale.status}`);
}

it('what a condition of a request decides is no rejection of it', async () => {
  const { sent } = await tryInProcess(cacheAndChange, { only: ['field-order'] }, setting);
  expect(sent).toEqual([]);
});

it('a test may say that it expects a condition to reject its request', async () => {
  const expecting = (baseUrl: string) => cacheAndChange(baseUrl, { 'assay-expect': 'rejection' });
  const { sent, baseline } = await tryInProcess(expecting, { only: ['field-order'] }, setting);
  expect(sent).toEqual([]);
  expect([baseline.rejected, baseline.rejectedAsExpected]).toEqual([0, 1]);
});

it('what a condition on a record of the client decides is noticed, although each stub gives it another id', async () => {
  const headers = { authorization: 'Bearer orders-token', 'content-type': 'application/json' };
  const { resilience } = await trySending(
    async (send) => {
      const made = await send('/orders', {
        method: 'POST',
        headers,
        json: { customer: { name: 'A' }, amount: 1 },
      });
      const { uuid } = (await made.json()) as { uuid: string };
      const etag = (await send(`/orders/${uuid}`, { headers })).headers.get('etag') ?? '';
      const again = await send(`/orders/${uuid}`, { headers: { ...headers, 'if-none-match': etag } });
      if (again.status !== 304) throw new Error(`${again.status}`);
    },
    { only: ['known-tag'] },
    setting,
  );
  expect(resilience.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['known-tag=200 fail']);
});
