import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAssay } from '../../test/cli/assay-in-process.ts';

const run = promisify(execFile);
const source = fileURLToPath(new URL('.', import.meta.url));

/** The most lines of a first report: one screen and a half. */
const mostLines = 66;

/**
 * After so many fixes: what the first finding names, and the number of the fix that mends it. It is the next fix, or one that
 * stands lower on the way to a server: nothing is named whose cause is elsewhere.
 */
const steps: readonly (readonly [first: string, mendedBy: number])[] = [
  ['POST /v2/application-keys  404', 1],
  ['POST /subscriptions/subscriptions  404', 2],
  ...Array(6).fill(['application-key/authorization', 8]),
  ['application-key/request-name-required', 10],
  ['application-key/request-name-required', 10],
  ['subscription/request-payment-type-allowed', 11],
  ['subscription/request-external-ref-length', 12],
  ['node-products/page-offset-alone', 15],
  ['node-products/page-offset-alone', 15],
  ['node-products/page-offset-alone', 15],
  ['node-products/total-constant', 16],
  ['node-products/filter-eq-name-only', 18],
  ['node-products/filter-eq-name-only', 18],
  ['node-products/curated-order', 19],
  ['node-products/included-some', 20],
];

/** Words that say what is wrong, on the first screen after so many fixes. */
const words: readonly (readonly [fixes: number, word: string])[] = [
  [3, 'nothing there; the fields of the body are id, type, name, client_id and '],
  [4, 'data.id is a UUID'],
  [5, 'nothing there, but data.clientSecret'],
  [14, 'page[offset] counts pages: page[limit]='],
  [15, ', the number of products on this page'],
];

let folder = '';
let patches: string[] = [];
const screens: string[] = [];
const codes: number[] = [];

/** Checks the server as it is in the folder, as somebody would who starts it. */
async function check(): Promise<void> {
  const server = spawn(process.execPath, ['server.js'], { cwd: folder, env: { ...process.env, PORT: '0' } });
  const ended = once(server, 'exit');
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const [baseUrl = ''] = /http:\S+/.exec(String(line)) ?? [];
  const environment = { ASSAY_TOKEN: 'beginner-token' };
  const { code, out } = await runAssay(['check', baseUrl], { folder, environment, cacheFolder: folder });
  server.kill();
  await ended;
  screens.unshift(out);
  codes.unshift(code);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-first-server-'));
  await cp(source, folder, { recursive: true });
  patches = (await readdir(join(folder, 'history'))).toSorted();
  await check();
  for (const patch of patches.toReversed()) {
    await run('git', ['apply', '-R', join('history', patch)], { cwd: folder });
    await check();
  }
}, 600_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const firstFindingOf = (screen: string): string =>
  screen.split('\n').find((line) => /^[✗○]/.test(line)) ?? 'nothing';

describe('a first server, from twenty bugs to none', () => {
  it('names first, at each step, a bug that is still there', () => {
    expect(patches).toHaveLength(20);
    const firsts = screens.slice(0, -1).map(firstFindingOf);
    expect(firsts.map((line, index) => (line.includes(steps[index]?.[0] ?? '?') ? 'named' : line))).toEqual(
      steps.map(() => 'named'),
    );
    expect(steps.every(([, mendedBy], fixes) => mendedBy > fixes)).toBe(true);
  });

  it.each(words)('says after %i fixes: %s', (fixes, word) => {
    expect(screens[fixes]).toContain(word);
  });

  it('calls nothing intermittent, since the server never changes its mind', () => {
    expect(screens.filter((screen) => screen.includes('intermittent'))).toEqual([]);
  });

  it(`fits each first report into ${mostLines} lines`, () => {
    expect(Math.max(...screens.map((screen) => screen.trimEnd().split('\n').length))).toBeLessThanOrEqual(
      mostLines,
    );
  });

  it('conforms in the end, and only then', () => {
    expect(codes).toEqual([...Array(20).fill(1), 0]);
    expect(screens.at(-1)).toMatch(/\nconforms — \d+ rules passed/);
  });

  it('shows the figures that its page gives', async () => {
    const page = await readFile(join(source, 'README.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (\d+) \| [^|]* \| (\d+) \| (\d+) \|/gm)];
    const lines = screens.map((screen) => screen.trimEnd().split('\n').length);
    // A line more or less comes of how requests fall; the page gives the figures of one run.
    for (const [, step, , today] of rows)
      expect(Math.abs(Number(today) - (lines[Number(step)] ?? 0)), `step ${step}`).toBeLessThanOrEqual(5);
    expect(rows).toHaveLength(screens.length);
  });
});
