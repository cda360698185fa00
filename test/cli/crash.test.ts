import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay, lay } from '../hostile/command.ts';
import { sampled } from '../seed.ts';

const root = join(import.meta.dirname, '../..');
const folder = process.cwd();

/** Loads this before a command. */
async function loading(name: string, code: string): Promise<Record<string, string>> {
  await lay(folder, { [name]: code });
  return { NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${join(folder, name)}` };
}

const few = ['check', '--stub', '--only', 'application-key/id-*'];

// 1 is the code of a verdict: a bisect would take a commit on which assay crashed for one on which the server was broken.
describe('a crash of assay ends with 2 and one sentence', () => {
  it.each([
    ['is thrown', 'throw new Error("planted")'],
    ['is rejected', 'Promise.reject(new Error("planted"))'],
  ])('where an error that is handled nowhere %s', async (_, act) => {
    // As soon as the stub serves, which is as soon as it prints something.
    const code = `const { write } = process.stdout;
      process.stdout.write = function (...given) { setTimeout(() => { ${act}; }); return write.apply(this, given); };`;
    const planted = await loading('late.mjs', code);
    const ended = await assay(['stub', '--port', '0'], planted);
    expect([ended.code, ended.error.trimEnd().split('\n').at(-1)]).toEqual([
      2,
      'internal error of assay: planted',
    ]);
  });

  it('where the output cannot be written, whose reports are', async () => {
    const [one, other] = [join(folder, 'one.json'), join(folder, 'other.xml')];
    const reports = ['--report', `json=${one}`, '--report', 'html=/dev/full', '--report', `junit=${other}`];
    const { code, error } = await assay([...few, ...reports], {}, 'exec >/dev/full');
    expect(code).toBe(2);
    expect(error.trimEnd().split('\n').toSorted()).toEqual([
      '/dev/full cannot be written (ENOSPC); make room for it.',
      'the output cannot be written (ENOSPC); make room for it, or write it elsewhere.',
    ]);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['one.json', 'other.xml']));
  });

  // Of the sources: the build is tested with the package.
  it.each(
    sampled(
      [
        'conformance/cli/begin.ts',
        'conformance/cli/main.ts',
        'conformance/cli/commands/check.ts',
        'src/stub/create-stub.ts',
      ],
      1,
    ),
  )('where %s is missing', async (missing) => {
    const copy = await mkdtemp(join(folder, 'copy-'));
    for (const name of ['conformance', 'src', 'spec', 'fixtures', 'package.json'])
      await cp(join(root, name), join(copy, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    await rm(join(copy, missing));
    const { code, error } = await assay(
      few,
      {},
      `set -- "$1" ${join(copy, 'conformance/cli/bin.ts')} "\${@:3}"`,
    );
    expect([code, error]).toEqual([2, expect.stringMatching(/^[^\n]*Cannot find module[^\n]*\n$/)]);
  });
});
