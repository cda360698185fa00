import { writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveLocally } from '../serve-locally.ts';
import { runAssay } from './assay-in-process.ts';

const seen: IncomingHttpHeaders[] = [];
const server = await serveLocally((request, response) => {
  seen.push(request.headers);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
const folder = process.cwd();
const url = server.baseUrl;
beforeAll(async () => {
  const file = { baseUrl: url, token: 'token-of-the-file', headers: { 'X-Tenant': 'old', 'X-Store': 'eu' } };
  await writeFile(join(folder, 'named.yaml'), JSON.stringify(file));
  await writeFile(
    join(folder, 'unset.yaml'),
    `baseUrl: ${url}\ntoken: $${'{ASSAY_TOKEN}'}\nheaders:\n  X-Tenant: $${'{ASSAY_TENANT}'}\n  X-Store: $${'{ASSAY_STORE}'}\n`,
  );
  await writeFile(join(folder, 'bare.yaml'), JSON.stringify({ baseUrl: url }));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => void seen.splice(0));

const environment = { ASSAY_TOKEN: 'token-of-the-environment' };

/** Checks the server, and returns the tokens it received, the first headers and what was printed. */
async function check(...words: string[]) {
  const { out, error } = await runAssay(['check', ...words, '--only', 'application-key/response-data', '--report', 'json=r.json'], { folder, environment });
  const tokens = [...new Set(seen.flatMap(({ authorization }) => authorization ?? []))];
  return { out, error, tokens, headers: seen[0] };
} // biome-ignore format: one line a command

describe('the token of a check', () => {
  it.each<[string, string[], string]>([
    ['ASSAY_TOKEN without a target file', [], 'token-of-the-environment'],
    ['--token without a target file', ['--token', 'token-of-the-line'], 'token-of-the-line'],
    ['that of the target file', ['--target', 'named.yaml'], 'token-of-the-file'],
    ['--token over that of the target file', ['--target', 'named.yaml', '--token', 'token-of-the-line'], 'token-of-the-line'],
  ])('is %s', async (_, words, token) => {
    expect((await check(url, ...words)).tokens).toContain(`Bearer ${token}`);
  }); // biome-ignore format: one line a case

  it('is that of --token where the variable that the target file names is not set', async () => {
    const others = { folder, environment: { ASSAY_STORE: 'eu' } };
    const credentials = ['--token', 'token-of-the-line', '--header', 'x-tenant: new'];
    const words = [
      'check',
      '--target',
      'unset.yaml',
      ...credentials,
      '--only',
      'application-key/response-data',
    ];
    expect((await runAssay(words, others)).error).toBe('');
    expect(seen[0]).toMatchObject({
      authorization: 'Bearer token-of-the-line',
      'x-tenant': 'new',
      'x-store': 'eu',
    });
    const { code, error } = await runAssay(words, { folder });
    expect([code, error]).toEqual([
      2,
      expect.stringMatching(
        /unset\.yaml:5: the environment variable "ASSAY_STORE" is not set; set it and run again\.\n$/,
      ),
    ]);
  });

  it('is shown by the variable that it was read from, and otherwise with the place where it is', async () => {
    const shown = async (words: string[], environment: Record<string, string>) => {
      const { out } = await runAssay(['check', ...words, '--only', 'application-key/response-data'], { folder, environment });
      return [/Bearer '"\$(\w+)"/.exec(out)?.[1], /--token "\$(\w+)"/.exec(out)?.[1], /^before you run a request that is shown, (.*)$/m.exec(out)?.[1]];
    };
    await writeFile(join(folder, 'own.yaml'), `baseUrl: ${url}\ntoken: $${'{MY_TOKEN}'}\n`);
    await writeFile(join(folder, 'literal.yaml'), `baseUrl: ${url}\ntoken: token-of-the-file\n`);
    expect(await shown(['--target', 'own.yaml'], { MY_TOKEN: 'token-0001' })).toEqual(['MY_TOKEN', undefined, undefined]);
    expect(await shown(['--target', 'literal.yaml'], {})).toEqual(['TOKEN', undefined, expect.stringMatching(/^set TOKEN to the token in line 2 of \S*literal\.yaml$/)]);
    expect(await shown([url, '--token', 'token-0002'], {})).toEqual(['TOKEN', 'TOKEN', 'set TOKEN to the token of --token']);
    expect(await shown([url, '--token', 'token-0003'], { MINE: 'token-0003' })).toEqual(['MINE', 'MINE', undefined]);
    expect(await shown([url], { ASSAY_TOKEN: 'token-0004' })).toEqual(['ASSAY_TOKEN', undefined, undefined]);
  }); // biome-ignore format: one line a case

  it('is none where the target file names none', async () => {
    expect((await check('--target', 'bare.yaml')).tokens).not.toContain('Bearer token-of-the-environment');
  });

  it('is printed nowhere', async () => {
    const { out, error } = await check(url, '--token', 'token-of-the-line', '--header', 'X-Tenant: tenant-of-the-line');
    expect(out + error).not.toMatch(/of-the-line/);
    expect(out).toContain(`assay check ${url} --token "$TOKEN" --header 'X-Tenant: '"$ASSAY_HEADER_X_TENANT" --only`);
  }); // biome-ignore format: one line an expectation
});

describe('the headers of a check', () => {
  it('come from the command line first, then from the target file', async () => {
    const { headers } = await check('--target', 'named.yaml', '--header', 'x-tenant:  new one ', '--header', 'X-More: a: b');
    expect(headers).toMatchObject({ 'x-tenant': 'new one', 'x-store': 'eu', 'x-more': 'a: b' });
  }); // biome-ignore format: one line a command

  it.each([['X-Tenant'], [': eu'], ['X Tenant: eu'], ['X-Tenant: eu\nX-Other: us']])('are one sentence if %j is none', async (text) => {
    const { code, error } = await runAssay(['check', url, '--header', text], { folder });
    expect([code, error]).toEqual([2, "a --header is not NAME: VALUE; write it in one argument, such as 'X-Tenant: eu'.\n"]);
  }); // biome-ignore format: one line an expectation

  it.each(['not a token', 'Bearer abc'])(
    'and a token are not repeated where they are wrong: %j',
    async (text) => {
      const { code, error } = await runAssay(['check', url, '--token', text], { folder });
      const sentence = '--token is empty or contains a character that a header must not contain; correct it.';
      expect([code, error]).toEqual([2, `${sentence}\n`]);
    },
  );
});
