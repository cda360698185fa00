import '../src/supported-node.ts';

import { afterAll, describe, type TestContext, test } from 'vitest';
import { type Given, lastTest, prepareTestRun, type TestOptions } from './test-run.ts';

export type { Given };

/** How it is checked, and what the tests are under. */
export type ConformanceOptions = Omit<TestOptions, 'signal'> & { readonly name?: string };

/**
 * Registers one test for each rule, and one for the verdict over all of them: skips must not add up to green.
 * A broken rule fails its test; an inconclusive one throws why; what had no data is skipped with its reason.
 * A `should` that is broken or open turns nothing, unless `strict` is set: it is printed on standard error.
 *
 * ```ts
 * import { conformance } from 'assay/vitest';
 * conformance('http://127.0.0.1:8080', { only: ['listBooks'] });
 * ```
 */
export function conformance(given: Given, options: ConformanceOptions = {}): void {
  describe(options.name ?? 'conformance', async () => {
    const stop = new AbortController();
    afterAll(() => stop.abort());
    const run = await prepareTestRun(given, { ...options, signal: stop.signal });

    /** Begins the run with the first test that is really run; with -t only what is asked for is sent. */
    function begin({ task }: TestContext): void {
      const tasks = task.suite?.tasks ?? [];
      const wanted = tasks.filter(({ mode }) => mode === 'run' || mode === 'queued').map(({ name }) => name);
      run.begin(wanted.includes(lastTest) ? options.only : wanted);
    }

    for (const { id } of run.rules) {
      // No time limit of its own: every exchange has one.
      test(id, { timeout: 0 }, async (context) => {
        begin(context);
        await run.settleRule(id, context);
      });
    }
    test(lastTest, { timeout: 0 }, async (context) => {
      begin(context);
      await run.settleVerdict();
    });
  });
}
