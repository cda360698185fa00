import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

it('the types match the contract; if not, run npm run generate:types', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-types-'));
  const file = join(folder, 'types.ts');
  await run('npm', ['run', '-s', '-w', 'tools/generators', 'types', '--', file], { cwd: root });
  await run('biome', ['check', '--write', `--config-path=${root}`, file], { cwd: folder });
  expect(await readFile(new URL('../src/types.ts', import.meta.url), 'utf8')).toBe(
    await readFile(file, 'utf8'),
  );
  await rm(folder, { recursive: true });
});
