import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import type { Contract } from '../../src/contract/contract.ts';
import type { Transport } from '../../src/wire/exchange.ts';
import { compileReport } from '../report/compile.ts';
import { openLedger } from '../report/ledger.ts';
import type { Report } from '../report/report.ts';
import { secretsOf } from '../report/vouched.ts';
import { preflight } from '../target/preflight.ts';
import type { Waiver } from '../target/target-file.ts';
import { createBrake, whyBailed } from './brake.ts';
import type { Catalogue } from './catalogue.ts';
import { type Conduct, conducted } from './conduct.ts';
import { denied, isDenied } from './consent.ts';
import { type Ending, endEarly, whyInterrupted } from './ending.ts';
import { counts } from './headline.ts';
import { lookAt } from './look-at.ts';
import { withinMemory } from './memory.ts';
import { runRules } from './run.ts';
import { nodesSampled, sampleNodes } from './sample.ts';
import { type Selection, select } from './select.ts';
import { noteOf, type Shard } from './shard.ts';
import type { Target } from './target.ts';
import type { Result } from './verdict.ts';
import { openWaivers } from './waivers.ts';
import { createWire } from './wire.ts';

/** What a check is made of; only the first four have no default. */
export type Check = Ending & {
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
  /** Whether the report holds every exchange, and not only those that show a finding. */
  readonly record?: boolean;
  readonly waivers?: readonly Waiver[];
  /** How the run behaves towards the target. */
  readonly conduct?: Conduct;
  /** Whether nothing more is begun once the headline is `violates`. */
  readonly bail?: boolean;
  /** Which part of a run over several machines this is; by default, all of it. */
  readonly shard?: Shard;
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
  const { contract, catalogue, target, seed = usualSeed, runs = 1, concurrency = 8, strict = false } = check;
  const nonce = check.nonce ?? randomBytes(4).toString('hex');
  const started = performance.now();
  const { selection = {}, shard } = check;
  const selected = select(catalogue, selection, shard?.ids);
  const { required } = selected;
  const waivers = openWaivers(check.waivers ?? [], catalogue, required, new Date());
  const brake = createBrake();
  const ledger = openLedger(contract, withinMemory(check.transport), check.record);
  const startedAt = new Date().toISOString();
  const wire = createWire(conducted(ledger.transport, check.conduct ?? {}, brake));
  const nodes = sampleNodes(target, seed);
  const setting = { contract, target: { ...target, nodes }, seed, draws: 10 * runs, nonce };
  const chosen = catalogue.rules.filter(({ id }) => selected.rules.has(id));
  const results = new Map<string, Result>();
  const told = (found: Result): void => {
    const result = waivers.mark(found);
    const isBroken = result.verdict === 'fail' && counts(result, { strict, required });
    if (check.bail && isBroken) brake.halt({ verdict: 'skipped', why: whyBailed });
    check.onResult?.(result, chosen.length);
  };

  using _ = endEarly(brake, check);
  await preflight(setting, wire);
  for (const rule of chosen.filter(isDenied(target))) {
    const result = denied(setting, rule);
    results.set(rule.id, result);
    told(result);
  }
  const allowed = new Set(chosen.map(({ id }) => id).filter((id) => !results.has(id)));
  const { halted } = brake;
  const { rules } = catalogue;
  const run = { setting, wire, rules, selected: allowed, concurrency, halted, onResult: told };
  for await (const result of runRules(run)) results.set(result.rule, result);

  const looks = catalogue.observations.filter(({ id }) => selected.observations.has(id));
  const limit = pLimit(concurrency);
  const seen = await Promise.all(looks.map((look) => limit(() => lookAt(setting, wire, look, halted()))));
  const judged = chosen.flatMap(({ id }) => results.get(id) ?? []).map(waivers.mark);
  return compileReport({
    contract,
    target,
    rules,
    results: [...judged, ...seen.flatMap((one) => one.error ?? [])],
    observations: seen.flatMap((one) => one.sighting ?? []),
    strict,
    required,
    secrets: [...secretsOf(target), ...ledger.secrets()].sort((one, other) => other.length - one.length),
    ...(check.waivers?.length ? { waivers: waivers.notes(judged) } : {}),
    ...(shard ? { shard: noteOf(shard, select(catalogue, selection).rules) } : {}),
    ...(check.signal?.aborted ? { partial: whyInterrupted } : {}),
    sampled: [...nodesSampled(nodes, target), ...judged.flatMap(({ sampled = [] }) => sampled)],
    seed,
    nonce,
    startedAt,
    ...(check.record ? { exchanges: ledger.exchanges() } : {}),
    created: ledger.created(),
    requests: ledger.sent(),
    durationMs: Math.round(performance.now() - started),
  });
}
