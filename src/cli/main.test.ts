import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

const start = (...words: string[]) => {
  const { FORCE_COLOR: _colour, ...environment } = process.env;
  return spawn(process.execPath, [main, ...words], { env: { ...environment, NO_COLOR: '1' } });
};

async function assay(...words: string[]) {
  const child = start(...words);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, out, error };
}

/** A server that answers everything alike, for as long as something is done with it. */
async function answering<T>(
  status: number,
  headers: Record<string, string>,
  use: (url: string) => Promise<T>,
) {
  const server = createServer((_, response) => response.writeHead(status, headers).end('{}')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

const node = '606699e3-d3d0-4977-9433-444b2d312311/fa5f7e49-aa64-4842-90c8-7398f92c0df3';

describe.concurrent('assay', { timeout: 30_000 }, () => {
  it('helps', async () => {
    const { code, out } = await assay('check', '--help');
    expect([code, out]).toEqual([0, expect.stringContaining('--require <glob>')]);
  });

  it.each<[string, string[], string]>([
    ['an unknown command', ['chekc'], "unknown command 'chekc' (Did you mean check?)"],
    ['an unknown option', ['check', '--onyl', 'x'], "unknown option '--onyl' (Did you mean --only?)"],
    ['a number that is none', ['check', '--runs', '0'], "option '--runs <n>' argument '0' is invalid. It is a whole number from 1 to 1000."],
    ['a rate that is none', ['check', '--rate', '0'], "option '--rate <n/s>' argument '0' is invalid. It is a number of requests a second, such as 20/s."],
    ['a shard that is none', ['check', '--shard', '3/2'], "option '--shard <i/n>' argument '3/2' is invalid. It is I/N with I from 1 to N, such as 2/3."],
    ['a budget that is none', ['check', '--budget', '0'], "option '--budget <s>' argument '0' is invalid. It is a whole number from 1 to 86400."],
    ['a pattern that matches nothing', ['check', '--only', 'node-products/pagelimit'], '--only node-products/pagelimit matches nothing in the catalogue; the nearest is node-products/page-limit.'],
    ['a base URL that is none', ['check', 'shop.example'], 'the base URL is not an http or https URL; write it like http://127.0.0.1:4010.'],
    ['a node that is none', ['check', '--node', 'a/b'], '--node a/b is not HIERARCHY/NODE; write two UUIDs with a slash between them.'],
    ['a target that is not there', ['check', 'http://127.0.0.1:1'], 'http://127.0.0.1:1 cannot be checked: the connection was refused; is the server running, and is this its address?'],
    ['a clause that is none', ['clauses', 'products-page-limit-mosst'], expect.stringMatching(/^"products-page-limit-mosst" is not the id of a clause; the nearest are products-page-limit-most, /)],
  ])('ends with 2 and one sentence for %s', async (_, words, sentence) => {
    const { code, out, error } = await assay(...words);
    expect({ code, out, error: error.trimEnd() }).toEqual({ code: 2, out: '', error: sentence });
  }); // biome-ignore format: one line a case

  it.each<[number, Record<string, string>, string]>([
    [401, {}, 'asks for a token (401); name one under "token" in the target file.'],
    [404, {}, `does not know the node ${node} (404); correct the base URL or the node.`],
    [302, { location: 'http://a.example/' }, 'redirects to http://a.example/ (302), and redirects are not followed; name the final address.'],
  ])('ends before the first rule where the first node is answered %i', async (status, headers, sentence) => {
    await answering(status, headers, async (url) => {
      const { code, out, error } = await assay('check', url, '--node', node);
      expect([code, out, error]).toEqual([2, '', `${url} ${sentence}\n`]);
    });
  }); // biome-ignore format: one line a case

  it('checks the stub where it is told of nothing else, and writes the report', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-check-'));
    const file = join(folder, 'report.json');
    const { code, out, error } = await assay('check', '--only', 'node-products', '--report', `json=${file}`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ verdict: 'conforms', seed: 20261121 });
    expect([code, out, error]).toEqual([0, expect.stringMatching(/\nconforms — \d+ clauses held\n$/), '']);
    await rm(folder, { recursive: true });
  });

  it('passes nothing where everything is answered {}, and ends with 1 or 3', async () => {
    await answering(200, {}, async (url) => {
      const { code, out } = await assay('check', url, '--node', node);
      expect([1, 3]).toContain(code);
      expect(out).toMatch(/\n(violates|undetermined) — .*\n$/);
    });
  });

  it('serves the stub until it is interrupted', async () => {
    const child = start('stub', '--port', '0');
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    const url = /http:\S+/.exec(first.toString())?.[0];
    expect((await fetch(`${url}/v2/application-keys`, { method: 'POST' })).status).toBe(401);
    const ended = once(child, 'close');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  it('bears it when nobody reads on', async () => {
    const child = start('clauses');
    child.stdout.destroy();
    const [error, [code]] = await Promise.all([
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    expect([code, error]).toEqual([0, '']);
  });

  it('tells all about a clause', async () => {
    const { out } = await assay('clauses', 'products-page-limit-most');
    expect(out).toMatch(/ {2}held by {5}node-products\/page-limit: .*\n {4}catches {3}\S/);
  });
});
