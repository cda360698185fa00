import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAssay } from '../cli/assay-in-process.ts';
import { blocksOf, readPages, root } from './pages.ts';
import { missing } from './printed.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-finding-'));
  await cp(join(root, 'examples/library'), folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** Replaces a part of a file of the example, which has to be there. */
async function change(name: string, part: string, by: string): Promise<void> {
  const before = await readFile(join(folder, name), 'utf8');
  expect(before).toContain(part);
  await writeFile(join(folder, name), before.replace(part, by));
}

/** Starts the example on a free port, and returns the address that it prints. */
async function startServer() {
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return {
    baseUrl: /http:\S+/.exec(String(line))?.[0] ?? '',
    [Symbol.asyncDispose]: async () => {
      server.kill();
      await ended;
    },
  };
}

test('the finding in the README is what a check of the example prints', { timeout: 60_000 }, async () => {
  const page = (await readPages()).find(({ path }) => path === 'README.md');
  const shown = page && blocksOf(page).find(({ content }) => content.startsWith('✗ listBooks/'))?.content;
  await change('server.ts', 'book.author === author)', 'book.author.includes(author))');
  await using server = await startServer();
  await change('assay.target.yaml', 'http://127.0.0.1:8081', server.baseUrl);
  const environment = { ASSAY_LIBRARY_KEY: 'library-key' };
  const { code, out, error } = await runAssay(['check', '--only', 'listBooks/filter-eq-author-only'], {
    folder,
    environment,
    cacheFolder: folder,
  });
  expect([code, error]).toEqual([1, '']);
  expect(missing(shown ?? '?', out)).toEqual([]);
});
