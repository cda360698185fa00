import { describe } from './judge.ts';
import type { Setting } from './probe.ts';
import type { Observation, Rule } from './rule.ts';
import type { Target } from './target.ts';
import type { Result } from './verdict.ts';

/** Why rules that write are skipped. */
export const whyDenied = 'writing is not allowed on this target';

/** Without the operator's consent nothing is sent that leaves records behind. */
export const isDenied =
  ({ writes }: Target) =>
  ({ operation }: Rule | Observation): boolean =>
    !writes && operation !== 'node-products';

/** The result of a rule that may not write. */
export const denied = (setting: Setting, rule: Rule): Result => ({
  ...describe(setting, rule),
  verdict: 'skipped',
  why: whyDenied,
  remedy: 'writes: allow',
  exchanges: [],
});
