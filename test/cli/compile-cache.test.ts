import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnAssayIn } from './assay-process.ts';

it('keeps compiled code in the cache of the user', async () => {
  const caches = await mkdtemp(join(tmpdir(), 'assay-cache-'));
  const code = await new Promise((resolve) =>
    spawnAssayIn({ XDG_CACHE_HOME: caches }, '--version').on('close', resolve),
  );
  expect([code, (await readdir(join(caches, 'assay'))).length]).toEqual([0, 1]);
  await rm(caches, { recursive: true });
});
