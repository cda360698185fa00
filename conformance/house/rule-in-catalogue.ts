import { attemptsAt } from '../core/attempt.ts';
import type { Experiment } from '../core/context.ts';
import type { Rule } from '../core/rule.ts';
import { profiles } from '../profiles/profiles.ts';
import { openHouse } from './gathering.ts';
import type { HouseRule } from './house-rule.ts';

/** A house rule as the runner takes it, and the experiment that it may return; told the file it was read from. */
export function ruleInSet(
  file: string,
  { operation, title, claims, gather }: HouseRule,
  id: string,
): { readonly rule: Rule; readonly experiments: readonly Experiment[] } {
  const about = { id, operation, house: file };
  if (!gather) return { rule: { ...about, title, claims, mutants: [] }, experiments: [] };
  return {
    rule: { ...about, title, claims: [...claims, attemptsAt(id, profiles[operation])], mutants: [] },
    experiments: [{ ...about, run: (context) => gather(openHouse(context, operation, id)) }],
  };
}
