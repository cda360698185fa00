import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromSource } from '../bench/command-of-assay.ts';
import { runAssay } from '../test/cli/assay-in-process.ts';
import { argumentsIn } from '../test/docs/command-lines.ts';
import { blocksOf, root } from '../test/docs/pages.ts';
import { missing } from '../test/docs/printed.ts';

const folder = fileURLToPath(new URL('node-test/', import.meta.url));

// The other examples of test runners are run with the installed package: test/package/.
describe('the example of a client under node:test', () => {
  it('is tried against every variation', async () => {
    const words = [`--import=${fromSource}`, '--test', '--test-reporter=tap', 'variations.ts'];
    const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder, env: environment });
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(100);
  });
});

// The example for JUnit wants a registry for what Maven needs.
describe('the examples for assay client', { timeout: 600_000 }, () => {
  const found = (tool: string): boolean => spawnSync(tool, ['--version']).error === undefined;

  it.for<readonly [string, readonly string[]]>([
    ['pytest', ['pytest', '-q', '-p', 'no:cacheprovider']],
    ['go', ['go', 'test', '-count=1', './...']],
  ])('%s conforms on a few variations', async ([name, command], { skip }) => {
    skip(!found(name), `there is no ${name} here`);
    const tests = fileURLToPath(new URL(`client-tests/${name}/`, import.meta.url));
    const only = ['listed-ids', 'path-prefix', 'extra-headers'].flatMap((one) => ['--only', one]);
    const surroundings = { folder: tests, environment: process.env };
    const { code, out } = await runAssay(['client', ...only, '--', ...command], surroundings);
    expect([code, out]).toEqual([0, expect.stringMatching(/^passes — 3 of 3 variations passed/m)]);
  });

  it('pytest prints what the tutorial shows', async ({ skip }) => {
    skip(!found('pytest'), 'there is no pytest here');
    const [, tutorial = ''] = (await readFile(join(root, 'docs/tutorial.md'), 'utf8')).split(
      '\n## A client\n',
    );
    const blocks = blocksOf({ path: 'docs/tutorial.md', text: tutorial });
    const at = blocks.findIndex(({ language }) => language === 'python');
    const [edit, command, shown] = blocks.slice(at).map(({ content }) => content.trim());
    const tests = await mkdtemp(join(tmpdir(), 'assay-tutorial-'));
    onTestFinished(() => rm(tests, { recursive: true }));
    const file = await readFile(join(root, 'examples/client-tests/pytest/test_shop.py'), 'utf8');
    await writeFile(
      join(tests, 'test_shop.py'),
      file.replace(/def all_products[\s\S]*(?=\n\n\ndef )/, () => edit ?? ''),
    );
    const [words = []] = argumentsIn(command ?? '') ?? [];
    const { code, out } = await runAssay(words, { folder: tests, environment: process.env });
    expect([code, missing(shown ?? '', out)], out).toEqual([1, []]);
  });

  it.each([
    ['fetch of Node', 0, 'passes — 1 of 1 variation passed'],
    ['undici', 1, 'depends — on 1 choice: raw-brackets'],
  ])('%s depends on what the page says', async (name, exit, verdict) => {
    const program = fileURLToPath(new URL('clients/against-variations.ts', import.meta.url));
    const command = [process.execPath, `--import=${fromSource}`, program, name];
    const only = ['--only', 'raw-brackets', '--only', 'path-prefix'];
    const { code, out } = await runAssay(['client', ...only, '--', ...command], { environment: process.env });
    expect([code, out]).toEqual([exit, expect.stringContaining(verdict)]);
  });
});
