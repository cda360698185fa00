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
const source = fileURLToPath(new URL('./', import.meta.url));

/** The most lines of a first report: one screen and a half. */
const mostLines = 70;

/**
 * After so many fixes: what the first finding names, and the number of the fix that mends it. It is the next fix, or one that
 * is lower on the way to a server: nothing is named whose cause is elsewhere.
 */
const steps: readonly (readonly [first: string, mendedBy: number])[] = [
  ['POST /v2/application-keys  404', 1],
  ['POST /subscriptions/subscriptions  404', 2],
  ...Array(6).fill(['application-key/authorization', 8]),
  ...Array(5).fill(['node-products/live-only', 13]),
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
  [14, 'the server seems to read page[offset] as a page number: page[limit]='],
  [15, ', the number of products on this page'],
];

/** The numbers of fixes after which the server is checked: where the first finding changes, or a word above is printed. */
const checked: readonly number[] = [0, 3, 4, 5, 8, 11, 14, 15, 18, 20];

let folder = '';
let patches: string[] = [];
/** What a check shows after each of those numbers of fixes, and how it ends. */
const shown = new Map<number, { readonly screen: string; readonly code: number }>();

/** Checks the server as it is in the folder, as somebody would who starts it. */
async function check(fixes: number): Promise<void> {
  const server = spawn(process.execPath, ['server.js'], { cwd: folder, env: { ...process.env, PORT: '0' } });
  const ended = once(server, 'exit');
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const [baseUrl = ''] = /http:\S+/.exec(String(line)) ?? [];
  const environment = { ASSAY_TOKEN: 'beginner-token' };
  const { code, out } = await runAssay(['check', baseUrl, '--target', 'assay.target.yaml'], {
    folder,
    environment,
    cacheFolder: folder,
  });
  server.kill();
  await ended;
  shown.set(fixes, { screen: out, code });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-first-server-'));
  await cp(source, folder, { recursive: true });
  patches = (await readdir(join(folder, 'history'))).toSorted();
  await check(patches.length);
  for (const [fixes, patch] of [...patches.entries()].toReversed()) {
    await run('git', ['apply', '-R', join('history', patch)], { cwd: folder });
    if (checked.includes(fixes)) await check(fixes);
  }
}, 600_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const screenAfter = (fixes: number): string => shown.get(fixes)?.screen ?? '';
const linesOf = (screen: string): number => screen.trimEnd().split('\n').length;
const firstFindingOf = (screen: string): string =>
  screen.split('\n').find((line) => /^[✗○]/.test(line)) ?? 'nothing';

describe('a first server, from twenty bugs to none', () => {
  it('names first a bug that is still there', () => {
    expect(patches).toHaveLength(20);
    for (const fixes of checked.slice(0, -1))
      expect(firstFindingOf(screenAfter(fixes))).toContain(steps[fixes]?.[0] ?? '?');
    expect(steps.every(([, mendedBy], fixes) => mendedBy > fixes)).toBe(true);
  });

  it.each(words)('says after %i fixes: %s', (fixes, word) => {
    expect(screenAfter(fixes)).toContain(word);
  });

  it('calls nothing intermittent, since the server never changes its mind', () => {
    for (const { screen } of shown.values()) expect(screen).not.toContain('intermittent');
  });

  it(`fits each first report into ${mostLines} lines`, () => {
    for (const { screen } of shown.values()) expect(linesOf(screen)).toBeLessThanOrEqual(mostLines);
  });

  it('conforms in the end, and only then', () => {
    for (const [fixes, { code }] of shown) expect([fixes, code]).toEqual([fixes, fixes === 20 ? 0 : 1]);
    expect(screenAfter(20)).toMatch(/\nconforms — \d+ rules passed/);
  });

  it('shows the figures that its page gives', async () => {
    const page = await readFile(join(source, 'README.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (\d+) \| [^|]* \| (\d+) \|/gm)];
    // A line more or less comes of how requests fall; the page gives the figures of one run.
    for (const fixes of checked)
      expect(
        Math.abs(Number(rows[fixes]?.[2]) - linesOf(screenAfter(fixes))),
        `step ${fixes}`,
      ).toBeLessThanOrEqual(5);
    expect(rows).toHaveLength(patches.length + 1);
  });
});
