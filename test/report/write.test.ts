import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDestination, reportKinds } from '../../conformance/report/report-files.ts';
import { checkWritable, writeWhole } from '../../conformance/report/write.ts';

const folder = process.cwd();

describe('a report file', () => {
  it('is written whole, over what was there, with nothing left beside it', async () => {
    const file = join(folder, 'report.json');
    await writeWhole(file, 'one');
    await writeWhole(file, 'two');
    expect(await readFile(file, 'utf8')).toBe('two');
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  it('keeps the mode of what was there, and a link that leads to nothing yet', async () => {
    const inner = await mkdtemp(join(folder, 'modes-'));
    const file = join(inner, 'target.yaml');
    await writeFile(file, 'one');
    await chmod(file, 0o600);
    await writeWhole(file, 'two');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await symlink('later.json', join(inner, 'link.json'));
    await writeWhole(join(inner, 'link.json'), 'three');
    expect(await readFile(join(inner, 'later.json'), 'utf8')).toBe('three');
    expect((await lstat(join(inner, 'link.json'))).isSymbolicLink()).toBe(true);
    await rm(inner, { recursive: true });
  });

  it('is rejected before the run where it cannot be written after it', async () => {
    await expect(checkWritable(join(folder, 'no', 'report.json'))).rejects.toThrow(
      'cannot be written (ENOENT)',
    );
    await expect(checkWritable(folder)).rejects.toThrow('is a folder; name a file in it.');
    await symlink(join('no', 'report.json'), join(folder, 'dangling.json'));
    await expect(checkWritable(join(folder, 'dangling.json'))).rejects.toThrow('cannot be written (ENOENT)');
    await expect(checkWritable(join(folder, 'new.json'))).resolves.toBeUndefined();
  });

  it('is asked for as KIND=FILE', () => {
    const read = (text: string) => readDestination(text, reportKinds);
    expect(read('json=a=b.json').file).toBe('a=b.json');
    expect(() => read('json')).toThrow('--report json is not KIND=FILE');
    expect(() => read('jsn=a')).toThrow('"jsn" is not a kind of report; did you mean "json"?');
    expect(() => read('constructor=a')).toThrow(`known are ${Object.keys(reportKinds).join(', ')}.`);
  });
});
