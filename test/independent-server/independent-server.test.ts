import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { check } from '../../bench/independent/check.ts';
import { factsOf, missing, startServer, targetFileOf } from '../../bench/independent/server.ts';

const assay = join(import.meta.dirname, '../..');

/** The first time a server is built, which may take some minutes. */
const timeout = 1_200_000;

/** Those that are built soon; the bench has more. */
const soon = ['go', 'python', 'java', 'express'] as const;

/** Two of them are checked whole, and two in what they create; another seed takes the other two. */
const whole = Number(process.env.TEST_SEED ?? 0) % 2;
const creations = ['--only', 'application-key', '--only', 'subscription'];

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
      const isWhole = soon.indexOf(language) % 2 === whole;
      const options = isWhole ? [] : creations;
      const { code, output, report } = await check(assay, server.baseUrl, target, folder, options);
      expect(report?.verdict, output).toBe(isWhole ? 'conforms' : 'passes');
      expect(code, output).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
