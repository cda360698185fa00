import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startStub } from 'assay/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { rowIn, rowOf } from '../../test/client/row.ts';
import { tryInProcess } from '../../test/client/try-in-process.ts';
import { useShop } from './against-variations.ts';
import type { Client } from './client.ts';
import { clients as written } from './clients.ts';
import { type Generated, heyApi } from './hey-api.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url);

const stub = await startStub({ prefix: '/api' });
const folder = await mkdtemp(join(tmpdir(), 'assay-clients-'));
await run('npm', ['run', '-s', '-w', 'tools/generators', 'client', '--', folder], { cwd: root });
const generated: Generated = await import(/* @vite-ignore */ join(folder, 'index.ts'));
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

const clients: [name: string, client: Client][] = [['@hey-api/openapi-ts', heyApi(generated)]];
for (const [name, load] of Object.entries(written))
  if (name !== 'curl' || hasCurl) clients.push([name, await load()]);

const [hierarchy = '', node = ''] = stub.description.collections[0]?.values ?? [];
const shelter = { hierarchy, node };

describe.each(clients)('%s', (_, client) => {
  const shop = client(stub.baseUrl);

  it('creates a key', async () => {
    const key = { data: { type: 'application_key', name: 'Größe, “42”', reserved_rate_limit: 20 } } as const;
    const { status, body } = await shop.createKey(key);
    expect([status, body]).toEqual([201, { data: expect.objectContaining({ name: 'Größe, “42”' }) }]);
  });

  it('creates a subscription', async () => {
    const { subscription: { account_id, offering_id, plan_id } = {} } = stub.known;
    const { status, body } = await shop.subscribe({
      data: {
        account_id: String(account_id),
        offering_id: String(offering_id),
        plan_id: String(plan_id),
        currency: 'USD',
      },
    });
    expect([status, body]).toEqual([201, { data: expect.objectContaining({ type: 'subscription' }) }]);
  });

  it('lists a page', async () => {
    const { status, body } = await shop.list({ ...shelter, limit: 3, offset: 2 });
    expect([status, body]).toMatchObject([200, { data: [{}, {}, {}], meta: { results: { total: 13 } } }]);
  });

  it('filters by a name with a space in it', async () => {
    const filter = 'eq(name,Ridge tent)';
    const { status, body } = await shop.list({ ...shelter, filter, limit: 3, offset: 0 });
    expect([status, body]).toMatchObject([200, { data: [{ attributes: { name: 'Ridge tent' } }] }]);
  });

  it('hears why it is rejected', async () => {
    const { status, body } = await shop.list({ ...shelter, limit: 0, offset: 0 });
    expect([status, body]).toMatchObject([400, { errors: [{ source: { parameter: 'page[limit]' } }] }]);
  });
});

it.concurrent.each(clients)('what %s depends on is in the docs', async (name, client) => {
  const page = await readFile(new URL('docs/http-clients.md', root), 'utf8');
  const report = await tryInProcess((baseUrl) => useShop(client, baseUrl));
  expect(rowOf(name, report)).toBe(rowIn(page, name));
});
