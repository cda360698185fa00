import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { assayFile } from '../../bench/command-of-assay.ts';
import { startStub } from '../../conformance/testing.ts';

/** Checks a server with the target file of this folder, as a command of its own; Node runs the rules as they are. */
async function check(baseUrl: string): Promise<{ code: number; out: string }> {
  const words = [assayFile, 'check', baseUrl, '--target', 'assay.target.yaml'];
  const cwd = fileURLToPath(new URL('./', import.meta.url));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' };
  return promisify(execFile)(process.execPath, words, { cwd, env }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stdout }) => ({ code, out: stdout }),
  );
}

it('is shown whole in the documentation', async () => {
  const page = await readFile(new URL('../../docs/house-rules.md', import.meta.url), 'utf8');
  for (const name of ['sku-form.ts', 'clauses.yaml'])
    expect(page).toContain(await readFile(new URL(`rules/${name}`, import.meta.url), 'utf8'));
});

it('holds a server to the rules of the house, apart from those of the interface', async () => {
  await using keeping = await startStub();
  const { code, out } = await check(keeping.baseUrl);
  expect(out).toMatch(/^✗ house\/name-trimmed +house rule · must · handbook, Keys$/m);
  expect(out).toMatch(/^house rules +1 +1 +0$/m);
  expect(out).toMatch(
    /\nconforms — \d+ rules passed, \d+ untested; house rules: 1 broken \(house\/name-trimmed\), 1 passed; the stub was checked; exit code 1\n$/,
  );
  expect(code).toBe(1);

  await using removing = await startStub({ choices: { 'surrounding-spaces': 'removed' } });
  const better = await check(removing.baseUrl);
  expect(better.out).toMatch(
    /\nconforms — \d+ rules passed, \d+ untested; house rules: 2 passed; the stub was checked\n$/,
  );
  expect(better.code).toBe(0);
});
