import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

it('no test depends on the folder or the variables of its caller', async () => {
  const folder = await mkdtemp(join(process.cwd(), 'caller-'));
  await writeFile(join(folder, 'assay.target.yaml'), 'nonsense: true');
  const words = ['run', '--root', root, '--project', 'quick', 'test/cli/main.test.ts', '-t', 'exits with 2'];
  const env = { ...process.env, ASSAY_ONLY: 'nothing', ASSAY_TOKEN: 'token-of-the-caller' };
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, ...words], { cwd: folder, env });
  expect(stdout).toMatch(/ passed/);
});
