// What a run is asked to do, and what follows from it before anything is sent.

import { randomBytes } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { needsWrites } from '../../src/contract/related-operations.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { Setting } from '../core/context.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';
import type { Ending } from './ending.ts';
import { defaultSeed } from './option-defaults.ts';
import type { Awaiting } from './reach-target.ts';
import { sampleCollections } from './sample-collections.ts';
import type { DeliveryTerms } from './sending/delivery.ts';
import type { countSteps } from './turns.ts';

/** The options of a run, as they come from the command line or a program; all have a default. */
export type RunTerms = Ending &
  Awaiting &
  DeliveryTerms & {
    readonly seed?: number;
    readonly runs?: number;
    /** Distinguishes this run from others. Random by default, and never drawn from the seed. */
    readonly nonce?: string;
    /** How many jobs run at once, and how many connections they use. */
    readonly concurrency?: number;
    readonly record?: boolean;
    /** Called when a step of the run begins and when it ends. */
    readonly onProgress?: Parameters<typeof countSteps>[1];
  };

export type Run = RunTerms & {
  readonly contract: Contract;
  readonly ruleSet: RuleSet;
  readonly target: Target;
  readonly transport: Transport;
  readonly selected?: ReadonlySet<string>;
  /** Rules whose findings take no evidence away from others. */
  readonly tolerated?: ReadonlySet<string>;
  /** Rules whose findings are not reported. */
  readonly skipped?: ReadonlySet<string>;
  readonly endsWith?: (rule: Rule) => boolean;
  readonly observed?: ReadonlySet<string>;
};

export function settingOf({ contract, target, seed = defaultSeed, runs = 1, nonce }: Run): Setting {
  return {
    contract,
    target: { ...target, collections: sampleCollections(target, seed) },
    seed,
    draws: 10 * runs,
    nonce: nonce ?? randomBytes(4).toString('hex'),
  };
}

/** What of the rule set a run tries, and what of it is reported. */
export function scopeOf({ contract, ruleSet, target, selected, observed }: Run) {
  const isSelected = ({ id }: { readonly id: string }): boolean => selected?.has(id) ?? true;
  const operations = new Set(ruleSet.rules.filter(isSelected).map(({ operation }) => operation));
  const mayRun = (operation: OperationId): boolean => target.writes || !needsWrites(contract, operation);
  const isRun = ({ operation }: { readonly operation: OperationId }): boolean =>
    operations.has(operation) && mayRun(operation);
  return {
    isSelected,
    mayRun,
    operations: new Set([...operations].filter(mayRun)),
    rules: ruleSet.rules.filter(isRun),
    experiments: ruleSet.experiments.filter(isRun),
    // Observations that are not selected, too: their requests are evidence, and a finding must repeat if its rule is
    // checked alone.
    observations: ruleSet.observations.filter(
      (one) => (operations.has(one.operation) || isSelected(one)) && (observed?.has(one.choice) ?? true),
    ),
  };
}

export type RunScope = ReturnType<typeof scopeOf>;
