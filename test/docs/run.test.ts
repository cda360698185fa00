import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { runAssay, startStub } from '../cli/assay-in-process.ts';
import { archiveOf, listingEntry } from '../recorded/written-archive.ts';
import { argumentsIn } from './command-lines.ts';
import { blocksOf, type Page, readPages, root } from './pages.ts';

/** What is not run here, and why. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/^(npm (ci|start|test|pack|install)|pnpm add)\b/, 'wants a registry, or is what runs this test; test/package/ and .ci/run do it'],
  [/^npm exec -c 'vitest /, 'is a part of what runs this test'],
  [/^(npm run bench|bench\/install)\b/, 'takes long, and wants the tools it compares with'],
  [/ assay (-- )?prove\b|-- prove\b/, 'takes minutes; test/proof/ and test/laws/ do the same'],
  [/ assay (-- )?client\b/, 'wants a client and its tests; test/client/ has some sixty'],
  [/--contract openapi\./, 'wants an OpenAPI file of the reader; test/cli/init-contract.test.ts does it'],
  [/^docker /, 'wants a container engine; test/packaging/ does the same without one'],
  [/^(PORT=|for fix |git apply |ASSAY_TOKEN=beginner)/, 'examples/first-server/first-server.test.ts does it'],
  [/^(code=|exit |kill |\[ |export )/, 'is the shell around a command'],
]; // biome-ignore format: one line a reason

const token = 'a token of sixteen or more'.replaceAll(' ', '-');
const environment = { ASSAY_TOKEN: 'canary-token', ASSAY_CONTROL_TOKEN: token };
const place = 'e214368a-b4c3-4797-bbe9-01fb056371c1/fa5f7e49-aa64-4842-90c8-7398f92c0df3';

/** The tutorial has a test of its own, which also compares what is printed. */
const pages = (await readPages()).filter(({ path }) => path !== 'docs/tutorial.md');
const linesOf = (page: Page): string[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ content }) => content.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.trim() !== '');
const isRun = (line: string): boolean => !notRun.some(([what]) => what.test(line));

describe('the commands in the blocks of the documentation run', { timeout: 240_000 }, () => {
  let folder = '';
  let stub: Awaited<ReturnType<typeof startStub>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-docs-'));
    await mkdir(join(folder, 'before'));
    await cp(join(root, 'examples/stub/kiosk.yaml'), join(folder, 'kiosk.yaml'));
    await cp(join(root, 'examples/shop-of-books'), join(folder, 'shop-of-books'), { recursive: true });
    const choices = pages.flatMap(blocksOf).find(({ content }) => content.startsWith('rejection-status:'));
    await writeFile(join(folder, 'my-choices.yaml'), choices?.content ?? '');
    stub = await startStub(['--control', '--export-target', 'stub.yaml'], { folder, environment });
    // One collection is enough to run a command.
    const { collections, ...file } = parse(await readFile(join(folder, 'stub.yaml'), 'utf8'));
    for (const name of ['served.yaml', 'stub.yaml', 'assay.target.yaml', 'real.yaml'])
      await writeFile(join(folder, name), stringify({ ...file, collections: collections.slice(0, 1) }));
    await cp(join(root, 'fixtures/gateways.overlay.yaml'), join(folder, 'gateways.overlay.yaml'));
    await cp(join(root, 'examples/contract/corner-shop.overlay.yaml'), join(folder, 'corner-shop.overlay.yaml'));
    for (const [name, base] of [['session', stub.baseUrl], ['monday', 'https://shop.example/api'], ['tuesday', 'https://shop.example/api']])
      await writeFile(join(folder, `${name}.har`), archiveOf([listingEntry({ base })]));
    // What a page compares with was made by an earlier run.
    expect((await assay(['check', '--report', 'json=after.json'])).code).toBe(0);
    await cp(join(folder, 'after.json'), join(folder, 'before.json'));
  }, 240_000); // biome-ignore format: one line a file
  afterEach(() => fetch(`${stub.baseUrl}/__assay/reset`, { method: 'POST' }));
  afterAll(async () => {
    await stub.stop();
    await rm(folder, { recursive: true });
  });

  /** A check of nothing in particular is one of the smallest operation; a stub imitates what is seen in all choices. */
  const isWhole = (words: readonly string[]): boolean =>
    words[0] === 'check' && !words.includes('--only') && !words.includes('real.yaml');

  /** Runs a command beside the target file. */
  const assay = (words: readonly string[]) =>
    runAssay(isWhole(words) ? [...words, '--only', 'application-key'] : words, {
      folder,
      cacheFolder: join(folder, 'cache'),
      environment,
    });

  /** The line with what is here instead of what its reader has. */
  const here = (line: string): string =>
    line
      .replaceAll(/http:\/\/127\.0\.0\.1:(4010|8080)/g, stub.baseUrl)
      .replaceAll('HIERARCHY/NODE', place)
      .replaceAll('0.0.0.0', '127.0.0.1');

  async function runLine(line: string): Promise<void> {
    if (line.startsWith('curl ')) {
      const { stdout } = await promisify(execFile)('sh', ['-c', here(line.replace('curl ', 'curl -sS '))], { env: { ...process.env, ...environment } });
      expect(stdout, line).not.toBe('');
      return;
    }
    const [words] = argumentsIn(here(line)) ?? [];
    expect(words, `${line}: is it to be run, or why not?`).toBeDefined();
    if (words?.[0] === 'stub') {
      const [, ...others] = words;
      const other = await startStub(others, { folder, environment });
      const code = await other.stop();
      expect([code, other.written.error], line).toEqual([0, '']);
      // It may have written the file over that the stub of all pages wrote.
      await cp(join(folder, 'served.yaml'), join(folder, 'stub.yaml'));
      return;
    }
    if (words?.[0] === 'init' && !words.includes('--output') && !words.includes('--merge')) await rm(join(folder, 'assay.target.yaml'));
    const { code, error } = await assay(words ?? []);
    expect(code === 2 ? error : '', line).toBe('');
  } // biome-ignore format: one line a step

  test.each(pages.filter((page) => linesOf(page).some(isRun)))('of $path', async (page) => {
    for (const line of linesOf(page).filter(isRun)) await runLine(line);
  });

  test('are most of them, and the others have a reason that is needed', () => {
    const lines = pages.flatMap(linesOf);
    expect(lines.filter(isRun).length).toBeGreaterThan(15);
    expect(notRun.filter(([what]) => !lines.some((line) => what.test(line)))).toEqual([]);
  });
});
