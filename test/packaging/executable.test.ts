import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { sampled } from '../seed.ts';
import { addressOf, copyOfCheckout, kinds, root, run } from './checkout.ts';
import { describeEachCommand } from './each-command.ts';

describe.runIf(sampled(kinds, 1).includes('executable'))(
  'the executable, without Node and without packages',
  () => {
    let folder = '';
    let executable = '';
    let stub: ChildProcess;
    let address = '';
    const release = (): string => join(folder, 'build/release');
    const project = (): string => join(folder, 'project');
    const bare = (): NodeJS.ProcessEnv => ({ PATH: '', HOME: join(folder, 'home') });

    /** Runs the executable in the empty project, with an empty `PATH`. */
    const assay = (
      words: readonly string[],
      env = bare(),
    ): Promise<{ code: unknown; out: string; error: string }> =>
      new Promise((resolve) => {
        execFile(executable, words, { cwd: project(), env }, (failure, out, error) => {
          resolve({ code: failure?.code ?? 0, out, error });
        });
      });

    beforeAll(async () => {
      folder = await copyOfCheckout();
      await run(folder, 'npm', 'run', '-s', 'release', '--', '9.9.9', '--no-image');
      executable = join(release(), `assay-9.9.9-${process.platform}-${process.arch}`);
      await mkdir(project());
      stub = spawn(executable, ['stub', '--port', '0', '--export-target', 'assay.target.yaml'], {
        cwd: project(),
        env: bare(),
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      address = await addressOf(stub);
    }, 600_000);
    afterAll(async () => {
      stub?.kill();
      await rm(folder, { recursive: true, force: true });
    });

    it('is released with the packed file, checksums and what they contain, in a commit with a tag', async () => {
      const read = (name: string): Promise<string> => readFile(join(release(), name), 'utf8');
      expect((await readdir(release())).sort()).toEqual([
        ...['SHA256SUMS', 'assay-9.9.9-linux-x64', 'assay-9.9.9.cdx.json', 'assay-9.9.9.tgz'],
        ...['notes.md', 'provenance.json'],
      ]);
      await run(release(), 'sha256sum', '--check', '--quiet', 'SHA256SUMS');
      const { components, metadata } = JSON.parse(await read('assay-9.9.9.cdx.json'));
      expect(metadata.component).toMatchObject({ name: 'assay', version: '9.9.9' });
      const names = components.map(({ name }: { readonly name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
      expect(JSON.parse(await read('provenance.json')).subject).toHaveLength(4);
      expect((await assay(['--version'])).out).toBe('9.9.9\n');
      const committed = await run(folder, 'git', 'show', '--stat', '--format=%s', 'v9.9.9', '--');
      expect(committed.stdout).toMatch(/^Release 9\.9\.9\n[\s\S]*CHANGELOG\.md/m);
      expect(await readFile(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(/^## 9\.9\.9 \(/m);
      const again = await run(folder, 'npm', 'run', '-s', 'release', '--', '9.9.9').catch(
        ({ stderr }) => stderr,
      );
      expect(again).toBe('v9.9.9 exists; choose the next version.\n');
    });

    describeEachCommand({
      folder: project,
      start: (words) => spawn(executable, words, { cwd: project(), env: bare() }),
      interrupt: (child) => child.kill('SIGINT'),
      node: process.execPath,
    });

    it('writes a report', async () => {
      const { code } = await assay(['check', '--stub', '--only', 'application-key', '--report', 'html=a.html']);
      expect([code, await readFile(join(project(), 'a.html'), 'utf8')]).toEqual([0, expect.stringContaining('<style>')]);
    }); // biome-ignore format: one line an expectation

    it('runs house rules in TypeScript', async () => {
      await cp(join(root, 'examples/house-rules'), join(project(), 'house'), { recursive: true });
      const { code, out } = await assay([
        'check',
        address,
        '--target',
        'house/assay.target.yaml',
        '--only',
        'house/*',
      ]);
      // The stub returns names as they are sent, which this rule of the example forbids.
      expect([code, out]).toEqual([1, expect.stringMatching(/^✗ house\/name-trimmed/m)]);
    });

    it('unpacks itself once, and only for one start where nothing can be kept', async () => {
      expect(
        (await readdir(join(folder, 'home/.cache/assay'))).filter((name) => name.startsWith('executable-')),
      ).toHaveLength(1);
      await mkdir(join(folder, 'temporary'));
      for (const home of ['/dev/null', '/proc/none', '']) {
        const nowhere = { PATH: '', HOME: home, TMPDIR: join(folder, 'temporary') };
        expect(await assay(['--version'], nowhere), home).toMatchObject({ code: 0 });
      }
      expect(await readdir(join(folder, 'temporary'))).toEqual([]);
    });

    it('runs nothing that another user could have placed', async () => {
      const kept = join(
        '.cache/assay',
        (await readdir(join(folder, 'home/.cache/assay'))).find((name) => name.startsWith('executable-')) ??
          '',
      );
      const shared = join(folder, 'shared');
      await mkdir(join(shared, kept), { recursive: true });
      await writeFile(join(shared, kept, 'start.cjs'), 'console.log("not assay")');
      await chmod(join(shared, kept), 0o777);
      expect(await assay(['--version'], { ...bare(), HOME: shared })).toMatchObject({
        code: 0,
        out: '9.9.9\n',
      });
    });

    it('ends with its own exit codes and one sentence', async () => {
      expect(await assay(['check', '--no-target', 'http://127.0.0.1:1'])).toEqual({
        code: 2,
        out: '',
        error: expect.stringMatching(/^[^\n]+\n$/),
      });
    });

    it('stops when it is told to', async () => {
      const ended = once(stub, 'close');
      stub.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
    });
  },
);
