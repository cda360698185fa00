import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { script } from '../client/run-client.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { runAssay, startStub } from './assay-in-process.ts';

/** Whatever reaches the proxy that the environment names. */
const proxied: string[] = [];
const proxy = createServer((request, response) => {
  proxied.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.writeHead(502).end();
});

proxy.on('connect', (request, socket) => {
  proxied.push(`CONNECT ${request.url}`);
  socket.destroy();
});

let [folder, url] = ['', ''];
const environment: Record<string, string> = { ASSAY_TOKEN: 'canary-token-1' };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-proxied-'));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  proxied.splice(0);
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
    environment[name] = url;
    vi.stubEnv(name, url);
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const catalog = await loadCatalog();

it('check sends no request to a proxy, neither a POST nor the token, where the server is on this machine', async () => {
  await using stub = await startStub([]);
  const file = join(folder, 'target.yaml');
  await writeFile(file, stringify(targetOfCatalog(catalog, stub.baseUrl)));
  const { code } = await runAssay(['check', '--target', file, '--only', 'application-key'], { environment });
  expect([code, proxied]).toEqual([0, []]);
});

it('nor does a client that assay client runs, since the stub is on this machine', async () => {
  const client = await script('if ((await get()).status !== 200) process.exit(1);');
  const heeding = { ...environment, PATH: process.env.PATH ?? '', NODE_USE_ENV_PROXY: '1' };
  const words = ['client', '--only', 'extra-headers', '--', process.execPath, client];
  const { code, error } = await runAssay(words, { environment: heeding });
  expect([code, error, proxied]).toEqual([0, '', []]);
});

it('a client is told of the hosts that are exempt already, too', async () => {
  const client = await script(
    "await get(); for (const name of ['NO_PROXY', 'no_proxy']) if (process.env[name] !== 'shop.example,127.0.0.1,localhost,::1') process.exit(1);",
  );
  const exempt = { ...environment, PATH: process.env.PATH ?? '', NO_PROXY: 'shop.example' };
  const words = ['client', '--only', 'extra-headers', '--', process.execPath, client];
  expect((await runAssay(words, { environment: exempt })).code).toBe(0);
});
