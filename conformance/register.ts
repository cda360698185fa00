import '../src/supported-node.ts';

import type { Skipping } from './report/end-test.ts';
import { type Given, lastTest, prepareTestRun, type TestOptions } from './test-run.ts';

export type { Given, TestOptions };

/** A rule as a test that any runner takes. */
export type RuleTest = {
  /** The id of the rule; of the last test, `the verdict`. */
  readonly id: string;
  /** The id, the level and the rule in a sentence. */
  readonly name: string;
  /**
   * Fails, is skipped or passes as the rule did. The runner's way to skip is taken from the context that it hands
   * over, as its argument or as `this`; without one, what would be skipped says so on standard error and passes.
   */
  readonly fn: (this: unknown, ...context: readonly unknown[]) => Promise<void>;
};

/**
 * One test for each rule, known before anything is sent, and a last one for the verdict over all of them: skips must
 * not add up to green. The first test that runs begins the check, which sends what `only` and `skip` select, whatever
 * the runner leaves out.
 *
 * ```ts
 * import { test } from 'node:test';
 * import { rules } from 'assay/register';
 *
 * for (const { name, fn } of await rules('http://127.0.0.1:8080')) test(name, fn);
 * ```
 *
 * @param given the target, or a function that gives it once the runner's hooks have run
 * @throws UserError where the options name what does not exist
 */
export async function rules(given: Given, options: TestOptions = {}): Promise<RuleTest[]> {
  const run = await prepareTestRun(given, options);
  return [
    ...run.rules.map(({ id, level, title }) => ({
      id,
      name: `${id} (${level}): ${title}`,
      // Runners that hand over a callback do so where a function names its arguments.
      fn(this: unknown, ...[context]: readonly unknown[]) {
        run.begin();
        return run.settleRule(id, skippingOf(id, context, this));
      },
    })),
    {
      id: lastTest,
      name: lastTest,
      fn: () => {
        run.begin();
        return run.settleVerdict();
      },
    },
  ];
}

/** The way to skip that one of these offers. */
function skippingOf(id: string, ...contexts: readonly unknown[]): Skipping {
  const offers = (context: unknown): context is Skipping =>
    typeof context === 'object' &&
    context !== null &&
    'skip' in context &&
    typeof context.skip === 'function';
  return (
    contexts.find(offers) ?? {
      // biome-ignore lint/suspicious/noConsole: that is how a test speaks
      skip: (why) => console.warn(`skipped: ${id}: ${why}`),
    }
  );
}
