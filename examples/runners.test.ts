import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fromSource } from '../bench/command-of-assay.ts';
import { runAssay } from '../test/cli/assay-in-process.ts';

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
    const only = ['product-ids', 'path-prefix', 'extra-headers'].flatMap((one) => ['--only', one]);
    const surroundings = { folder: tests, environment: process.env };
    const { code, out } = await runAssay(['client', ...only, '--', ...command], surroundings);
    expect([code, out]).toEqual([0, expect.stringMatching(/^passes — 3 of 3 variations passed/m)]);
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
