import { UserError } from '../../src/errors.ts';
import type { Choices } from '../../src/stub/choices/choices.ts';
import type { Rule, RuleMutant } from '../core/rule.ts';
import { catalogue, contract, faulty, grounds, honest, isAccusation, judged } from './ground.ts';

/** What became of one mutant. */
export type Kill = {
  readonly rule: string;
  readonly mutant: string;
  /** Whether the rule that has the mutant fails on it. */
  readonly killed: boolean;
  /** What that rule said. */
  readonly said: string;
  /** Other rules that fail too: one fault should be one finding. */
  readonly others: readonly string[];
};

/** For each rule the choices under which it passes on an honest server: there it has an occasion. */
export async function occasions(): Promise<Map<string, Partial<Choices>[]>> {
  const found = new Map<string, Partial<Choices>[]>();
  for (const choices of grounds) {
    const selected = catalogue.rules.map(({ id }) => id);
    for (const { rule, verdict } of await judged(honest({ choices }), { selected, choices }))
      if (verdict === 'pass') found.set(rule, [...(found.get(rule) ?? []), choices]);
  }
  return found;
}

/** Tries a mutant, with the numbers of one seed, under one choice after another until its rule fails: it may be about what few of them show. */
export async function kill(
  rule: Rule,
  mutant: RuleMutant,
  [choices = {}, ...others]: readonly Partial<Choices>[],
  seed: number,
): Promise<Kill> {
  // What experiments send catches all but a few, which only what observations ask shows.
  const byExperiments = await killUnder(rule, mutant, choices, seed, { observed: [] });
  const one = byExperiments.killed ? byExperiments : await killUnder(rule, mutant, choices, seed, {});
  return one.killed || others.length === 0 ? one : kill(rule, mutant, others, seed);
}

/** Runs the rules of an operation against one mutant, with the observations that are given, or all. */
async function killUnder(
  rule: Rule,
  mutant: RuleMutant,
  choices: Partial<Choices>,
  seed: number,
  looks: { readonly observed?: readonly string[] },
): Promise<Kill> {
  const own = catalogue.rules.filter(({ operation }) => operation === rule.operation);
  const about = { rule: rule.id, mutant: mutant.name };
  try {
    const selected = own.map(({ id }) => id);
    const results = await judged(faulty(mutant, choices), { selected, seed, choices, ...looks });
    const result = results.find((one) => one.rule === rule.id);
    return {
      ...about,
      killed: result?.verdict === 'fail' && contract.clauses.has(result.clause),
      said: `${result?.verdict}: ${result?.why ?? ''}`,
      others: results.filter(isAccusation).flatMap((one) => (one.rule === rule.id ? [] : one.rule)),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...about, killed: false, said: `no check: ${error.message}`, others: [] };
  }
}
