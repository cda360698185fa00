// What `assay client` runs for one of these clients: assay client -- node examples/clients/against-variations.ts axios
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Client } from './client.ts';
import { clients } from './clients.ts';

/** Creates a key and a subscription, and reads a filtered page; fails if something is not as it should be. */
export async function useShop(client: Client, baseUrl: string): Promise<void> {
  const shop = client(baseUrl);
  const key = await shop.createKey({ data: { type: 'application_key', name: `Importer ${process.pid}` } });
  assert.equal(key.status, 201);

  const data = {
    account_id: 'fa553a6c-f1d5-4e23-8ecf-317a88853c1e',
    offering_id: '689a20c2-f493-4a01-9063-a44497aad4f2',
    plan_id: '4931825d-f167-423f-bb8d-b26555a3cc28',
    currency: 'USD',
  };
  const subscription = await shop.subscribe({ data });
  assert(subscription.status < 300);
  assert.equal(typeof subscription.body, 'object');

  const node = {
    hierarchy: 'e214368a-b4c3-4797-bbe9-01fb056371c1',
    node: '606699e3-d3d0-4977-9433-444b2d312311',
  };
  const tent = await shop.list({ ...node, filter: 'eq(name,Ridge tent)', limit: 3, offset: 0 });
  assert.equal((tent.body as { data: unknown[] }).data.length, 1);
}

const [, file, name = ''] = process.argv;
if (file === fileURLToPath(import.meta.url)) {
  const load = clients[name];
  assert(load, `name one of ${Object.keys(clients).join(', ')}`);
  await useShop(await load(), process.env.ASSAY_STUB_URL ?? '');
}
