import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { spawnAssayIn } from './assay-process.ts';

/** Homes in which nothing, or not everything, can be made or written. */
const homes = ['/proc/none', '/proc', '/sys', '/dev/null', '/dev/full', 'read-only', 'pipe', 'file', 'nowhere/at/all'] as const; // biome-ignore format: a list

describe('a check needs no home', () => {
  const check = ['check', '--stub', '--only', 'application-key/created'];

  beforeAll(async () => {
    await mkdir('read-only');
    await chmod('read-only', 0o555);
    await writeFile('file', '');
    execFileSync('mkfifo', ['pipe']);
  });

  it.each(homes)('%s', async (home) => {
    const child = spawnAssayIn({ HOME: home.startsWith('/') ? home : resolve(home) }, ...check);
    const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
    const [out, error, ended] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    clearTimeout(late);
    expect([ended, error]).toEqual([[0, null], '']);
    expect(out).toMatch(/\npasses — 1 of 1 selected rule/);
  });
});
