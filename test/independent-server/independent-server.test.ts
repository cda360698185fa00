import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { check } from '../../bench/independent/check.ts';
import { factsOf, missing, startServer, targetFileOf } from '../../bench/independent/server.ts';
import { part } from '../seed.ts';

const assay = join(import.meta.dirname, '../..');

/** The first time a server is built, which may take some minutes. */
const timeout = 1_200_000;

/** Those that are built soon, and two of them in a run. The bench has more. */
const soon = part(['go', 'java', 'python', 'express'] as const, 2);

test.concurrent.for(soon)(
  'the honest server of %s conforms',
  { timeout },
  async (language, { expect, skip }) => {
    const reason = await missing(language);
    skip(reason !== undefined, reason);
    const target = targetFileOf(await factsOf(language));
    const folder = await mkdtemp(join(tmpdir(), 'assay-independent-'));
    try {
      await using server = await startServer(language);
      const { code, output, report } = await check(assay, server.baseUrl, target, folder);
      expect(report?.verdict, output).toBe('conforms');
      expect(code, output).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
