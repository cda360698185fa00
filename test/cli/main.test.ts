import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveLocally } from '../serve-locally.ts';
import { runAssay } from './assay-in-process.ts';

/** Serves the same response to every request. */
const serving = (status: number, headers: Record<string, string>) =>
  serveLocally((_, response) => response.writeHead(status, headers).end('{}'));

const node = '606699e3-d3d0-4977-9433-444b2d312311/fa5f7e49-aa64-4842-90c8-7398f92c0df3';

describe('main', () => {
  it('shows help', async () => {
    const { code, out } = await runAssay(['check', '--help']);
    expect([code, out]).toEqual([0, expect.stringContaining('--require <glob>')]);
  });

  it.each([
    [['help'], 'compare [flags] <before> <after>'],
    [['help', 'check'], '--require <glob>'],
  ])('shows help for %j', async (words, text) => {
    const { code, out } = await runAssay(words);
    expect([code, out]).toEqual([0, expect.stringContaining(text)]);
  });

  it('shows no default for a flag that has none', async () => {
    expect((await runAssay(['prove', '--help'])).out).not.toContain('(default: )');
  });

  it('resolves paths against the working folder', async () => {
    const folder = await mkdtemp(join(process.cwd(), 'folder-'));
    const words = ['check', '--stub', '--only', 'application-key/created', '--report', 'json=report.json'];
    await runAssay(words, { folder });
    expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({ seed: 20261121 });
  });

  it.each<[string, string[], string]>([
    ['an unknown command', ['chekc'], "unknown command 'chekc' (Did you mean check?)"],
    ['an unknown option', ['check', '--onyl', 'x'], "unknown flag '--onyl' (Did you mean --only?)"],
    ['an unknown option with a value', ['check', '--tokne=s3cr3t-1234'], "unknown flag '--tokne'"],
    ['the beginning of an option', ['check', '--fail'], "unknown flag '--fail' (Did you mean --failed?)"],
    ['the beginning of a long option', ['check', '--allow=1'], "unknown flag '--allow' (Did you mean --allow-writes?)"],
    ['the beginning of two options', ['check', '--re'], "unknown flag '--re' (Did you mean --require or --report?)"],
    ['an invalid number', ['check', '--runs', '0'], "flag '--runs <n>' argument '0' is invalid. It must be a whole number from 1 to 1000."],
    ['an invalid rate', ['check', '--rate', '0'], "flag '--rate <n/s>' argument '0' is invalid. It must be a number of requests per second, such as 20/s."],
    ['an invalid budget', ['check', '--budget', '0'], "flag '--budget <s>' argument '0' is invalid. It must be a whole number from 1 to 86400."],
    ['a pattern that matches nothing', ['check', '--stub', '--only', 'node-products/pagelimit'], '--only node-products/pagelimit matches nothing; the nearest is node-products/page-limit.'],
    ['no server', ['check', '--no-target'], 'there is no server to check: no base URL is given, and --no-target leaves the target file out; name a base URL, name a target file with --target, or write one with assay init; --stub checks the stub.'],
    ['the stub and another', ['check', '--stub', 'http://127.0.0.1:1'], '--stub and the base URL http://127.0.0.1:1 cannot be combined; remove one of the two.'],
    ['the stub and a target file', ['check', '--stub', '--target', 'a.yaml'], '--stub and --target a.yaml cannot be combined; remove one of the two.'],
    ['an invalid base URL', ['check', 'shop.example'], 'the base URL is not an http or https URL; write it like http://127.0.0.1:4010.'],
    ['an invalid collection', ['check', '--at', 'a/b'], '--at a/b is not HIERARCHY_ID/NODE_ID: hierarchyID is not a UUID; write the values with slashes between them, and a slash in a value as %2F.'],
    ['a target that is down', ['check', 'http://127.0.0.1:1'], 'http://127.0.0.1:1 cannot be checked: the server rejects connections; is the server running, and is this its address?'],
    ['an unknown clause', ['clauses', 'node-products/page-limi'], expect.stringMatching(/^"node-products\/page-limi" is not the id of a clause or a choice; the nearest are node-products\/page-limit/)],
  ])('exits with 2 and one sentence for %s', async (_, words, sentence) => {
    const { code, out, error } = await runAssay(words);
    expect({ code, out, error: error.trimEnd() }).toEqual({ code: 2, out: '', error: sentence });
  }); // biome-ignore format: one line a case

  it.each<[number, Record<string, string>, string]>([
    [401, {}, 'cannot be checked: no operation is served there; it asks for a token: add one under "token" in the target file, or with --token or ASSAY_TOKEN.'],
    [404, {}, 'cannot be checked: no operation is served there; give the base URL to which these paths are appended (nothing was found under /api, /v1, /api/v1, /api/v2, /rest either).'],
    [302, { location: 'http://a.example/' }, 'redirects to http://a.example/ (302), and redirects are not followed; name the final address.'],
  ])('exits before the first rule if the first collection gets status %i', async (status, headers, sentence) => {
    await using server = await serving(status, headers);
    const { code, out, error } = await runAssay(['check', server.baseUrl, '--at', node]);
    expect([code, out, error.split('\n')[0]]).toEqual([2, '', `${server.baseUrl} ${sentence}`]);
  }); // biome-ignore format: one line a case

  it('checks the stub if asked to, and writes the report', async () => {
    const folder = await mkdtemp(join(process.cwd(), 'check-'));
    const file = join(folder, 'report.json');
    const words = ['check', '--stub', '--only', 'node-products', '--report', `json=${file}`];
    const { code, out, error } = await runAssay(words);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ verdict: 'passes', seed: 20261121 });
    expect([code, out, error]).toEqual([
      0,
      expect.stringMatching(/\npasses — \d+ of \d+ selected rules; the stub was checked\n$/),
      '',
    ]);
  });

  it('passes no server that answers {} to everything, and exits with 1 or 3', async () => {
    await using server = await serving(200, {});
    const { code, out } = await runAssay(['check', server.baseUrl, '--at', node]);
    expect([1, 3]).toContain(code);
    expect(out).toMatch(/\n(violates|undetermined) — .*\n$/);
  });

  it('explains a choice', async () => {
    const { code, out } = await runAssay(['clauses', 'default-page-size']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^default-page-size\n {2}How many .*\n {2}100 +default\n/s),
    ]);
  });

  it('shows everything about a clause', async () => {
    const { code, out } = await runAssay(['clauses', 'node-products/page-limit']);
    expect(out).toMatch(/ {2}rule {10}\S.*\n {4}catches {5}\S/);
    expect(code).toBe(0);
  });
});
