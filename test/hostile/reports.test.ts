import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { assay, type Ended, lay } from './command.ts';

const folder = process.cwd();
const at = (name: string): string => join(folder, name);

const few = ['check', '--stub', '--only', 'application-key'];
const preload = fileURLToPath(new URL('full-disk.ts', import.meta.url));

/** A report was there, the disk is full: one sentence, and that report is all there is. */
function expectUntouched(file: string, { code, error }: Ended, reason: string): void {
  const todo = reason === 'ENOENT' ? 'check the folder and its permissions' : 'make room for it';
  const sentence = `${file} cannot be written (${reason}); ${todo}.\n`;
  expect([code, error]).toEqual([2, sentence]);
}

describe('a report for which there is no room leaves the one before as it was, and nothing beside it', () => {
  it('where writing fails half-way', async () => {
    await lay(folder, { 'half/report.json': 'the one before' });
    const file = at('half/report.json');
    const full = { NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${preload}` };
    expectUntouched(file, await assay([...few, '--report', `json=${file}`], full), 'ENOSPC');
    expect(await readFile(file, 'utf8')).toBe('the one before');
    expect(await readdir(at('half'))).toEqual(['report.json']);
  });

  it('where files may not be that long', async () => {
    await lay(folder, { 'short/report.json': 'the one before' });
    const file = at('short/report.json');
    const words = [...few, '--report', `json=${file}`];
    expectUntouched(file, await assay(words, {}, 'ulimit -f 8; trap "" XFSZ'), 'EFBIG');
    expect(await readFile(file, 'utf8')).toBe('the one before');
    expect(await readdir(at('short'))).toEqual(['report.json']);
  });

  it('on a disk that is really full', async (test) => {
    await lay(folder, { 'disk/.keep': '' });
    using disk = mounted(at('disk'));
    test.skip(disk === undefined, 'no disk may be mounted here');
    const file = at('disk/report.json');
    await writeFile(file, 'the one before');
    await writeFile(at('disk/filler'), Buffer.alloc(1024 * 1024)).catch(() => undefined);
    expectUntouched(file, await assay([...few, '--report', `json=${file}`]), 'ENOSPC');
    expect(await readFile(file, 'utf8')).toBe('the one before');
    expect((await readdir(at('disk'))).sort()).toEqual(['filler', 'report.json']);
  });
});

/** A disk of 64 KiB, until it is disposed of; undefined where none may be mounted. */
function mounted(place: string): Disposable | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { [Symbol.dispose]: () => execFileSync('umount', ['-l', place]) };
}

describe('a report', () => {
  it('to a device is written to it, and never in its place', async () => {
    await symlink('/dev/null', at('nothing'));
    const reports = ['--report', 'json=/dev/null', '--report', `junit=${at('nothing')}`];
    const { code, error } = await assay([...few, ...reports]);
    expect([code, error]).toEqual([0, '']);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
    expect((await stat(at('nothing'))).isCharacterDevice()).toBe(true);
  });

  it.each([
    ['/dev/full', 'ENOSPC'],
    ['/proc/report.json', 'ENOENT'],
  ])('to %s ends in one sentence', async (file, reason) => {
    expectUntouched(file, await assay([...few, '--report', `json=${file}`]), reason);
  });
});
