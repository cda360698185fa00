import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAssay } from '../cli/assay-in-process.ts';
import { argumentsIn } from './command-lines.ts';
import { blocksOf, root } from './pages.ts';
import { missing } from './printed.ts';

const path = 'docs/tutorial.md';
// The part about a client is run by examples/runners.test.ts.
const [server = ''] = (await readFile(join(root, path), 'utf8')).split('\n## A client\n');
const blocks = blocksOf({ path, text: server });

/** What the test does in its own way: packing and installing need a registry. */
const preparation = /^(npm |cp -r |rm assay|cp \.\.)/;

/** An edit that the page asks for in a comment. */
const removal = /# after you remove the waiver$/;

let folder = '';
let baseUrl = '';
let stop = async (): Promise<void> => {};
const environment: Record<string, string> = {};

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'assay-tutorial-'));
  folder = join(parent, 'shop');
  await cp(join(root, 'examples/first-server'), folder, { recursive: true });
  for (const name of ['assay.target.yaml', 'first-server.test.ts']) await rm(join(folder, name));
  await mkdir(join(folder, 'node_modules'));
});
afterAll(async () => {
  await stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

/** Starts the server on the port it had, or on a free one. */
async function startServer(): Promise<void> {
  await stop();
  const port = baseUrl === '' ? '0' : new URL(baseUrl).port;
  const server = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  baseUrl = /http:\S+/.exec(String(line))?.[0] ?? '';
  stop = async () => {
    server.kill();
    await ended;
  };
}

/** Runs a line of the page as its reader would, and returns what it prints. */
async function run(line: string): Promise<string> {
  if (preparation.test(line)) return '';
  const [, name, value] = /^export (\w+)=(.+)$/.exec(line) ?? [];
  if (name !== undefined && value !== undefined) environment[name] = value;
  if (line.startsWith('export ')) return '';
  if (line.includes('node server.js')) {
    await startServer();
    return '';
  }
  if (removal.test(line)) await change(/^waivers:[\s\S]*/m, '');
  const here = line.replaceAll('http://127.0.0.1:8080', baseUrl);
  const [words] = argumentsIn(here) ?? [];
  if (words) {
    const { code, out, error } = await runAssay(words, { folder, environment, cacheFolder: folder });
    expect(code === 2 ? error : '', line).toBe('');
    return out;
  }
  const author = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b.example' };
  const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b.example' };
  const env = { ...process.env, ...environment, ...author, ...committer };
  const { stdout } = await promisify(execFile)('sh', ['-c', here.replace(/^curl /, 'curl -sS ')], {
    cwd: folder,
    env,
  });
  if (line.startsWith('git apply') && baseUrl !== '') await startServer();
  return stdout;
}

/** Makes an edit of the target file that the page asks for, at the place that its first line tells. */
async function edit(content: string): Promise<void> {
  if (content.startsWith('    order:')) await change(/^ {4}order:\n(?: {6}- .*\n)+/m, content);
  else if (content.startsWith('known:')) await change(/^# known:\n(?:# {3}.*\n)+/m, content);
  else await change(/^# waivers:\n(?:# {3}.*\n)+/m, content.replaceAll(/\d{4}-\d\d-\d\d/g, inNinetyDays));
}

/** In the place of the day that the page names, which will pass. */
const inNinetyDays = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);

/** Replaces a part of the target file, which has to be there. */
async function change(part: RegExp, by: string): Promise<void> {
  const file = join(folder, 'assay.target.yaml');
  const before = await readFile(file, 'utf8');
  expect(before).toMatch(part);
  await writeFile(
    file,
    before.replace(part, () => by),
  );
}

test('every step of the tutorial prints what the page shows', { timeout: 300_000 }, async () => {
  let printed = '';
  let compared = 0;
  for (const { language, content } of blocks) {
    if (language === 'sh') {
      printed = '';
      for (const line of content.trim().split('\n')) printed += await run(line);
    } else if (language === 'yaml') await edit(content);
    else if (language === '') {
      expect(missing(content, printed.replaceAll(`${folder}/`, '')), printed).toEqual([]);
      compared += 1;
    } else expect(await readFile(join(folder, 'server.js'), 'utf8')).toContain(content.trim());
  }
  expect(compared).toBe(7);
});

test('a step that prints something else would be found', () => {
  expect(missing('one\n…\nthree', 'one\ntwo\nthree')).toEqual([]);
  expect(missing('three\n…\none', 'one\ntwo\nthree')).toEqual(['one']);
});
