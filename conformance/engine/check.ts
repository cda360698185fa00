import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import type { Contract } from '../../src/contract/contract.ts';
import type { Transport } from '../../src/wire/exchange.ts';
import { compileReport } from '../report/compile.ts';
import { openLedger } from '../report/ledger.ts';
import type { Report } from '../report/report.ts';
import { secretsOf } from '../report/vouched.ts';
import { preflight } from '../target/preflight.ts';
import type { Catalogue } from './catalogue.ts';
import { describe } from './judge.ts';
import type { Setting } from './probe.ts';
import type { Observation, Rule } from './rule.ts';
import { observe, runRules } from './run.ts';
import { type Selection, select } from './select.ts';
import type { Target } from './target.ts';
import type { Result, Sighting } from './verdict.ts';
import { createWire, type Wire } from './wire.ts';

/** What a check is made of; only the first four have no default. */
export type Check = {
  readonly contract: Contract;
  readonly catalogue: Catalogue;
  readonly target: Target;
  readonly transport: Transport;
  readonly selection?: Selection;
  /** Whether a broken `should` counts as a violation. */
  readonly strict?: boolean;
  readonly seed?: number;
  /** Multiplies the draws of fuzzed rules. */
  readonly runs?: number;
  /** Told apart from other runs by this; by default drawn afresh, never from the seed. */
  readonly nonce?: string;
  /** How many rules run at once. */
  readonly concurrency?: number;
  /** Told of each rule as it ends, in no particular order, and how many there are. */
  readonly onResult?: (result: Result, total: number) => void;
};

/** The seed of a check that names none. */
export const usualSeed = 20261121;

/**
 * Checks a target: preflight, rules, observations, and the report on them.
 * What only the operator can mend is a `Fault`.
 */
export async function runCheck(check: Check): Promise<Report> {
  const { contract, catalogue, target, seed = usualSeed, runs = 1, concurrency = 8 } = check;
  const nonce = check.nonce ?? randomBytes(4).toString('hex');
  const started = performance.now();
  const selected = select(catalogue, check.selection ?? {});
  const ledger = openLedger(contract, check.transport);
  const wire = createWire(ledger.transport);
  const setting = { contract, target, seed, draws: 10 * runs, nonce };
  await preflight({ contract, target }, wire);

  const chosen = catalogue.rules.filter(({ id }) => selected.rules.has(id));
  const told = (result: Result) => check.onResult?.(result, chosen.length);
  const results = new Map(
    chosen.filter(writesInVain(target)).map((rule) => [rule.id, skipped(setting, rule)]),
  );
  for (const result of results.values()) told(result);
  const allowed = new Set(chosen.map(({ id }) => id).filter((id) => !results.has(id)));
  const run = { setting, wire, rules: catalogue.rules, selected: allowed, concurrency, onResult: told };
  for await (const result of runRules(run)) results.set(result.rule, result);

  const looks = catalogue.observations.filter(({ id }) => selected.observations.has(id));
  const limit = pLimit(concurrency);
  const seen = await Promise.all(looks.map((look) => limit(() => lookAt(setting, wire, look))));
  return compileReport({
    contract,
    target,
    rules: catalogue.rules,
    results: [
      ...chosen.flatMap(({ id }) => results.get(id) ?? []),
      ...seen.flatMap((one) => one.error ?? []),
    ],
    observations: seen.flatMap((one) => one.sighting ?? []),
    strict: check.strict ?? false,
    required: selected.required,
    secrets: [...secretsOf(target), ...ledger.secrets()].sort((one, other) => other.length - one.length),
    seed,
    nonce,
    created: ledger.created(),
    requests: wire.sent(),
    durationMs: Math.round(performance.now() - started),
  });
}

/** Without the operator's consent nothing is sent that leaves records behind. */
const writesInVain =
  ({ writes }: Target) =>
  ({ operation }: Rule | Observation): boolean =>
    !writes && operation !== 'node-products';

const whySkipped = 'writing is not allowed on this target';
const allowWrites = 'writes: allow';

const skipped = (setting: Setting, rule: Rule): Result => ({
  ...describe(setting, rule),
  verdict: 'skipped',
  why: whySkipped,
  remedy: allowWrites,
  exchanges: [],
});

/** What an observation sees; where it breaks down, that is an error of ours, and told like one. */
async function lookAt(
  setting: Setting,
  wire: Wire,
  look: Observation,
): Promise<{ readonly sighting?: Sighting; readonly error?: Result }> {
  const { id, operation, clause, asks } = look;
  if (writesInVain(setting.target)(look)) {
    return { sighting: { clause, asks, value: `skipped: ${whySkipped}` } };
  }
  try {
    return { sighting: await observe(setting, wire, look) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const about = { rule: id, operation, clause, level: 'unspecified', title: asks } as const;
    return { error: { ...about, verdict: 'error', why, exchanges: [] } };
  }
}
