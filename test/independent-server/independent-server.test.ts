import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../bench/independent/check.ts';
import { factsOf, missing, startServer, targetFileOf } from '../../bench/independent/server.ts';

const assay = join(import.meta.dirname, '../..');

/** The first time a server is built, which may take some minutes. */
const timeout = 1_200_000;

test('the honest server in Python conforms', { timeout }, async ({ skip }) => {
  const reason = await missing('python');
  skip(reason !== undefined, reason);
  const target = targetFileOf(await factsOf('python'));
  const folder = await mkdtemp(join(tmpdir(), 'assay-independent-'));
  try {
    await using server = await startServer('python');
    const { code, output, report } = await check(assay, server.baseUrl, target, folder);
    expect(report?.verdict, output).toBe('conforms');
    expect(code, output).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
