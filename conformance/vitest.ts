import '../src/supported-node.ts';

import { afterAll, describe, type TestContext, test } from 'vitest';
import { type CheckOptions, type CheckTarget, check, contractFor } from './check.ts';
import type { Finding } from './report/report.ts';
import { settle, unsettled } from './report/test-runner/settle.ts';
import { loadCatalogue } from './runner/catalogue.ts';
import type { Headline } from './runner/headline.ts';
import { select } from './runner/select.ts';

/** What is checked, or how to find it once the hooks before the tests have run. */
export type Given = CheckTarget | (() => CheckTarget | Promise<CheckTarget>);

/** How it is checked, and what the tests stand under. */
export type ConformanceOptions = Omit<CheckOptions, 'signal' | 'bail'> & { readonly name?: string };

/** The name of the last test: the verdict over all rules. */
const lastTest = 'the verdict';

/**
 * Registers one test for each rule, and one for the verdict over all of them: skips must not add up to green.
 * A broken rule fails its test; an inconclusive one throws why; what had no occasion is skipped with its reason.
 * A `should` that is broken or open turns nothing, unless `strict` is set: it is printed on standard error.
 *
 * ```ts
 * import { conformance } from 'assay/vitest';
 * conformance('http://127.0.0.1:8080', { only: ['node-products'] });
 * ```
 */
export function conformance(given: Given, options: ConformanceOptions = {}): void {
  describe(options.name ?? 'conformance', async () => {
    const terms = {
      ...options,
      contract: await contractFor(typeof given === 'function' ? {} : given, options),
    };
    const catalogue = await loadCatalogue(terms.contract);
    const { rules: selected, required } = select(catalogue, options);
    const rules = catalogue.rules.filter(({ id }) => selected.has(id));
    const findings = new Map(rules.map(({ id }) => [id, Promise.withResolvers<Finding>()]));
    const verdict = Promise.withResolvers<Headline>();
    const all = [verdict, ...findings.values()];
    for (const { promise } of all) promise.catch(() => {});
    const stop = new AbortController();

    let isUnderWay = false;
    /** Begins the run with the first test that is really run; with -t only what is asked for is sent. */
    function begin({ task }: TestContext): void {
      if (isUnderWay) return;
      isUnderWay = true;
      const tasks = task.suite?.tasks ?? [];
      const wanted = tasks.filter(({ mode }) => mode === 'run' || mode === 'queued').map(({ name }) => name);
      const only = wanted.includes(lastTest) ? (options.only ?? []) : wanted;
      run(only).catch((error) => {
        for (const { reject } of all) reject(error);
      });
    }
    afterAll(() => stop.abort());

    async function run(only: readonly string[]): Promise<void> {
      const target = typeof given === 'function' ? await given() : given;
      const running = check(target, { ...terms, only, signal: stop.signal });
      for await (const finding of running) findings.get(finding.rule)?.resolve(finding);
      verdict.resolve((await running.report).headline);
    }

    const clauses = Object.fromEntries(terms.contract.clauses);
    const judging = { strict: options.strict ?? false, required: [...required], clauses };
    for (const { id } of rules) {
      // No time limit of its own: every exchange has one.
      test(id, { timeout: 0 }, async (context) => {
        begin(context);
        const finding = await findings.get(id)?.promise;
        if (finding) settle(finding, context, judging);
      });
    }
    test(lastTest, { timeout: 0 }, async (context) => {
      begin(context);
      const { verdict: word, why, remedy } = await verdict.promise;
      if (word !== 'conforms' && word !== 'passes') throw unsettled(word, why, remedy);
    });
  });
}
