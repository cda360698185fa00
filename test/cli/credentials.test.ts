import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAssay } from './assay-in-process.ts';

const seen: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let folder = '';
let url = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-credentials-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = { baseUrl: url, token: 'token-of-the-file', headers: { 'X-Tenant': 'old', 'X-Store': 'eu' } };
  await writeFile(join(folder, 'named.yaml'), JSON.stringify(file));
  await writeFile(join(folder, 'bare.yaml'), JSON.stringify({ baseUrl: url }));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => void seen.splice(0));

const environment = { ASSAY_TOKEN: 'token-of-the-environment' };

/** Checks the server, and returns the tokens it received, the first headers and what was printed. */
async function check(...words: string[]) {
  const { out, error } = await runAssay(['check', ...words, '--only', 'application-key/reply-data', '--report', 'json=r.json'], { folder, environment });
  const tokens = [...new Set(seen.flatMap(({ authorization }) => authorization ?? []))];
  return { out, error, tokens, headers: seen[0] };
} // biome-ignore format: one line a command

describe('the token of a check', { timeout: 30_000 }, () => {
  it.each<[string, string[], string]>([
    ['ASSAY_TOKEN without a target file', [], 'token-of-the-environment'],
    ['--token without a target file', ['--token', 'token-of-the-line'], 'token-of-the-line'],
    ['that of the target file', ['--target', 'named.yaml'], 'token-of-the-file'],
    ['--token over that of the target file', ['--target', 'named.yaml', '--token', 'token-of-the-line'], 'token-of-the-line'],
  ])('is %s', async (_, words, token) => {
    expect((await check(url, ...words)).tokens).toContain(`Bearer ${token}`);
  }); // biome-ignore format: one line a case

  it('is none where the target file names none', async () => {
    expect((await check('--target', 'bare.yaml')).tokens).not.toContain('Bearer token-of-the-environment');
  });

  it('is printed nowhere', async () => {
    const { out, error } = await check(url, '--token', 'token-of-the-line', '--header', 'X-Tenant: tenant-of-the-line');
    expect(out + error).not.toMatch(/of-the-line/);
    expect(out).toContain(`assay check ${url} --token "$ASSAY_TOKEN" --header 'X-Tenant: '"$ASSAY_HEADER_X_TENANT" --only`);
  }); // biome-ignore format: one line an expectation
});

describe('the headers of a check', { timeout: 30_000 }, () => {
  it('come from the command line first, then from the target file', async () => {
    const { headers } = await check('--target', 'named.yaml', '--header', 'x-tenant:  new one ', '--header', 'X-More: a: b');
    expect(headers).toMatchObject({ 'x-tenant': 'new one', 'x-store': 'eu', 'x-more': 'a: b' });
  }); // biome-ignore format: one line a command

  it.each([['X-Tenant'], [': eu'], ['X Tenant: eu'], ['X-Tenant: eu\nX-Other: us']])('are one sentence if %j is none', async (text) => {
    const { code, error } = await runAssay(['check', url, '--header', text], { folder });
    expect([code, error]).toEqual([2, "a --header is not NAME: VALUE; write it in one argument, such as 'X-Tenant: eu'.\n"]);
  }); // biome-ignore format: one line an expectation

  it('and a token are not repeated where they are wrong', async () => {
    const { code, error } = await runAssay(['check', url, '--token', 'not a token'], { folder });
    const sentence = '--token is empty or contains a character that a header must not contain; correct it.';
    expect([code, error]).toEqual([2, `${sentence}\n`]);
  });
});
