import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { catalog } from '../sample-catalog.ts';
import { serveLocally } from '../serve-locally.ts';
import { contract } from '../shipped.ts';
import { runAssay, startAssay, until } from './assay-in-process.ts';
import { spawnAssay } from './assay-process.ts';
import { changingServer } from './changing-server.ts';

const top = process.cwd();

const [limit, currency] = ['node-products/page-limit', 'subscription/currency-echo'];

/** A watched folder beside the target file of a server; `said` is what was written since it was last asked. */
async function begin(name: string, ...words: string[]) {
  const folder = join(top, name);
  await mkdir(join(folder, 'src', 'deep'), { recursive: true });
  const server = await changingServer(join(folder, 'assay.target.yaml'));
  const started = startAssay(['check', ...words], { folder, cacheFolder: join(folder, 'cache') });
  let read = 0;
  const said = async (last: RegExp): Promise<string> => {
    await until(() => last.test(started.written.out.slice(read)));
    const text = started.written.out.slice(read);
    read = started.written.out.length;
    return text;
  };
  const save = (file: string): Promise<void> => writeFile(join(folder, file), `${Math.random()}`);
  return { ...started, folder, server, said, save, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

const isReady = /; Enter or r runs again, q ends\n$/;
const isWhole = /\n(conforms|violates) — .*\n$/;

describe('assay check --watch', () => {
  it('runs again when a file changes, the failed rules first, and says what changed', async () => {
    await using project = await begin('changes', '--watch', 'src');
    const { server, said, save, press, ended } = project;
    expect(await said(isReady)).toMatch(/\nconforms — \d+ rules passed, \d+ untested; the stub was checked\n\nwatching src, assay.target.yaml; Enter or r runs again, q ends\n$/);

    server.breakOnly(limit);
    await save('src/deep/server.ts');
    const broken = await said(isWhole);
    expect(broken).toContain(`✗ ${limit} `);
    expect(broken).not.toContain('selected rule');
    expect(broken).toMatch(new RegExp(`\nviolates — 1 rule broken: ${limit}; \\d+ untested; the stub was checked\n$`));

    await save('src/deep/server.ts');
    expect(await said(isWhole)).toMatch(
      new RegExp(`^\nnothing changed\n\nviolates — 1 rule broken: ${limit}; \\d+ untested; the stub was checked\n$`),
    );

    server.breakOnly(currency);
    await save('src/server.ts');
    const other = await said(/\nviolates — .*\n$/);
    const [first = '', second = ''] = other.split('passes — 1 of 1 selected rule');
    expect(first).toBe(`\n✓ ${limit}  fail → pass\n\n`);
    expect(second).toContain(`✗ ${currency} `);
    expect(second).not.toContain(limit);

    press('q');
    expect(await ended).toBe(1);
  }); // biome-ignore format: one line an expectation

  it('runs again when a key is pressed, and goes on after it could not run', async () => {
    await using project = await begin('keys', '--only', limit, '--watch');
    const { server, said, press, ended, written } = project;
    const isPart = /\n(passes|violates) — .*\n$/;
    expect(await said(isReady)).toContain('\nwatching assay.target.yaml; Enter or r runs again, q ends\n');
    press('x');
    press('\r');
    expect(await said(isPart)).toBe(
      '\nnothing changed\n\npasses — 1 of 1 selected rule; the stub was checked\n',
    );
    await server[Symbol.asyncDispose]();
    press('r');
    await until(() => written.error.includes('the server rejects connections; is the server running'));
    expect(await said(/^/)).toBe('');
    press('q');
    expect(await ended).toBe(2);
  });

  it('runs again when the target file changes, by what it says then', async () => {
    await using project = await begin('target', '--only', limit, '--watch', 'src');
    const { folder, server, said, press, ended, written } = project;
    const ready = await said(isReady);
    expect(ready).toMatch(/\nwatching src, assay\.target\.yaml; Enter or r runs again, q ends\n$/);
    expect(ready).toContain('using assay.target.yaml');
    const file = join(folder, 'assay.target.yaml');
    const before = await readFile(file, 'utf8');
    server.breakOnly(limit);
    await writeFile(file, `${before}waivers: [{ rule: ${limit}, reason: known, until: 2999-12-31 }]\n`);
    expect(await said(/\nundetermined — .*\n$/)).toContain(` ${limit}  pass → waived: `);
    await writeFile(file, 'baseUrl: [');
    await until(() => written.error.includes('assay.target.yaml:1'));
    await writeFile(file, before);
    expect(await said(/\nviolates — .*\n$/)).not.toContain('the target file is');
    press('q');
    expect(await ended).toBe(1);
  });

  it('is not set off by its own reports, nor by hidden files and packages', async () => {
    await using project = await begin('own', '--only', limit, '--watch', '.', '--report', 'json=report.json');
    const { folder, said, save, interrupt, ended, written } = project;
    await said(isReady);
    const first = await stat(join(folder, 'report.json'));
    await mkdir(join(folder, 'node_modules'));
    for (const file of ['node_modules/a.js', '.server.ts.swp', 'report.json']) await save(file);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(written.out).toMatch(isReady);
    await save('server.ts');
    expect(await said(/\npasses — .*\n$/)).toContain('nothing changed');
    expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({ verdict: 'passes' });
    expect((await stat(join(folder, 'report.json'))).ino).not.toBe(first.ino);
    interrupt();
    expect(await ended).toBe(0);
  }); // biome-ignore format: one line an expectation

  it('waits for a server that restarts', async () => {
    const stub = createStub({ contract, parts: stubPartsOf(catalog) });
    const first = await stub.listen();
    const port = Number(new URL(first.baseUrl).port);
    const words = [
      'check',
      first.baseUrl,
      '--no-target',
      '--only',
      'application-key/created',
      '--token',
      'a',
      '--watch',
    ];
    const { written, press, ended } = startAssay(words);
    await until(() => isReady.test(written.out));
    await first.close();
    press('r');
    await until(() => written.error.includes(`waiting up to 10 s for ${first.baseUrl}: `));
    await using _again = await stub.listen({ port });
    await until(() =>
      /q ends\n[\s\S]*nothing changed\n\npasses — 1 of 1 selected rule; the stub was checked\n$/.test(
        written.out,
      ),
    );
    press('q');
    expect(await ended).toBe(0);
  });

  it('ends in the middle of a run', async () => {
    const asked = Promise.withResolvers<void>();
    let requests = 0;
    await using server = await serveLocally((_, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(404).end();
      else asked.resolve();
    });
    const { press, ended } = startAssay(['check', server.baseUrl, '--no-target', '--watch']);
    await asked.promise;
    press('\u0003');
    expect(await ended).toBe(3);
  });

  it.each([
    ['a folder that is not there', ['nowhere'], '--watch nowhere is not a folder; name one, and write a base URL before --watch.\n'],
    ['a base URL behind it', ['.', 'http://127.0.0.1:1'], '--watch http://127.0.0.1:1 is not a folder; name one, and write a base URL before --watch.\n'],
    ['--plan', ['--plan'], '--watch and --plan cannot be combined; remove one of the two.\n'],
  ])('rejects %s in one sentence', async (_, words, sentence) => {
    const { code, out, error } = await runAssay(['check', '--stub', '--watch', ...words]);
    expect([code, out, error]).toEqual([2, '', sentence]);
  }); // biome-ignore format: one line a case

  it('reads keys from a pipe, and ends where no more can come and no folder is watched', async () => {
    const child = spawnAssay('check', '--stub', '--only', 'application-key/created', '--watch');
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    await until(() => isReady.test(out));
    child.stdin.write('r');
    await until(() =>
      out.endsWith('\nnothing changed\n\npasses — 1 of 1 selected rule; the stub was checked\n'),
    );
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});
