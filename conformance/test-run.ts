import { choiceOf } from '../src/contract/choices.ts';
import type { Level } from '../src/contract/contract.ts';
import { UserError } from '../src/errors.ts';
import { type CheckOptions, type CheckTarget, check, loadRules } from './check.ts';
import { choiceRuleId } from './core/observation.ts';
import { levelOf } from './core/rule.ts';
import { select } from './engine/rule-selection.ts';
import { type Skipping, settle, unsettled } from './report/end-test.ts';
import { printable } from './report/escaping.ts';
import type { Finding, Headline } from './report/report.ts';
import { testOutcomeOf } from './report/standing.ts';
import { readPins } from './target/target-file.ts';

/** What is checked, or how to find it once the hooks before the tests have run. */
export type Given = CheckTarget | (() => CheckTarget | Promise<CheckTarget>);

/** How it is checked. */
export type TestOptions = Omit<CheckOptions, 'bail'>;

/** The name of the last test: the verdict over all rules. */
export const lastTest = 'the verdict';

type TestRun = {
  /** The rules, and the choices that a target pins; those of a target that is not known yet are in the verdict alone. */
  readonly rules: readonly { readonly id: string; readonly level: Level; readonly title: string }[];
  /** Begins the run with some of the rules, or with all; only the first call does. */
  readonly begin: (only?: readonly string[]) => void;
  /** Ends the test of a rule as the rule ended. */
  readonly settleRule: (id: string, test: Skipping) => Promise<void>;
  /** Throws unless the verdict is `conforms`, or `passes` over a part of the rules. */
  readonly settleVerdict: () => Promise<void>;
};

/** Prepares a run without sending anything; what only the operator can settle fails every test. */
export async function prepareTestRun(given: Given, options: TestOptions): Promise<TestRun> {
  const { contract, ruleSet } = await loadRules(typeof given === 'function' ? {} : given, options);
  const pins = typeof given === 'object' ? readPins(contract, given.choices) : new Map<string, string>();
  const selected = select(ruleSet, options, pins);
  const { required } = selected;
  const rules = [
    ...ruleSet.rules
      .filter(({ id }) => selected.rules.has(id))
      .map((rule) => ({ id: rule.id, title: rule.title, level: levelOf(rule, contract) })),
    ...[...pins.keys()]
      .filter((id) => selected.choices.has(choiceRuleId(id)))
      .map((id) => ({ id: choiceRuleId(id), title: choiceOf(contract, id).asks, level: 'must' as const })),
  ];
  const findings = new Map(rules.map(({ id }) => [id, Promise.withResolvers<Finding>()]));
  const verdict = Promise.withResolvers<Headline>();
  const all = [verdict, ...findings.values()];
  for (const { promise } of all) promise.catch(() => {});
  const clauses = Object.fromEntries(contract.clauses);
  const judging = { strict: options.strict ?? false, required: [...required], clauses };

  async function run(only: readonly string[]): Promise<void> {
    const target = typeof given === 'function' ? await given() : given;
    const running = check(target, { ...options, contract, only });
    for await (const finding of running) findings.get(finding.rule)?.resolve(finding);
    const report = await running.report;
    // Of a target that is known only now, so are its house rules, and there is no test that could fail for them.
    const unregistered = report.results.find(
      (finding) => !findings.has(finding.rule) && testOutcomeOf(finding, report) === 'failed',
    );
    if (unregistered) throw unsettled(unregistered.rule, unregistered.why ?? '');
    verdict.resolve(report.headline);
  }

  let isUnderWay = false;
  return {
    rules,
    begin: (only = options.only ?? []) => {
      if (isUnderWay) return;
      isUnderWay = true;
      run(only).catch((error) => {
        // A runner prints what it says, which may be words of the target.
        const shown = error instanceof UserError ? new UserError(printable(error.message)) : error;
        for (const { reject } of all) reject(shown);
      });
    },
    settleRule: async (id, test) => {
      const finding = await findings.get(id)?.promise;
      if (finding) settle(finding, test, judging);
    },
    settleVerdict: async () => {
      const { verdict: word, why, remedy } = await verdict.promise;
      if (word !== 'conforms' && word !== 'passes') throw unsettled(word, why, remedy);
    },
  };
}
