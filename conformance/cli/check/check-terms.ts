import { UserError } from '../../../src/errors.ts';
import type { Terms } from '../../check.ts';
import { heldAs } from '../../core/observation.ts';
import { select } from '../../runner/select.ts';
import type { Io } from '../io/io.ts';
import type { CheckFlags } from '../options/check-options.ts';
import { selectionOf } from '../options/judging-options.ts';
import { everyRule, failedLastTime, nameOf } from './last-check.ts';
import type { OpenTarget } from './opened-target.ts';

/** How long a server that is watched may take to restart, in milliseconds, unless `--wait` says otherwise. */
const restartTime = 10_000;

/** What the options say of how a check is run. */
export function termsOf(options: CheckFlags, { waivers }: OpenTarget, io: Io): Terms {
  const { budget, timeout, nonce, rate, shard, wait, watch } = options;
  return {
    ...selectionOf(options),
    strict: options.strict,
    bail: options.bail,
    seed: options.seed,
    runs: options.runs,
    concurrency: options.concurrency,
    maxWrites: options.maxWrites,
    timeout,
    waivers,
    ...(nonce === undefined ? {} : { nonce }),
    ...(rate === undefined ? {} : { rate }),
    ...(shard === undefined ? {} : { shard }),
    ...(wait === undefined ? {} : { wait: wait * 1000 }),
    ...(wait === undefined && watch !== undefined ? { wait: restartTime } : {}),
    ...(budget === undefined ? {} : { budget: budget * 1000 }),
    // The budget covers the whole command, start-up included, unless the command runs again and again.
    ...(budget === undefined || watch !== undefined ? {} : { since: io.startTime }),
  };
}

/**
 * The same for only those rules that did not pass last time, or for all of them if the verdict lacked others; undefined if
 * nothing is to be run again.
 */
export async function termsOfFailed(open: OpenTarget, terms: Terms, io: Io): Promise<Terms | undefined> {
  const failed = await failedLastTime(open, io);
  if (failed === undefined)
    throw new UserError(`no earlier check of ${nameOf(open)} is known here; run it once without --failed.`);
  return (await termsOfRules(failed, open, terms)) ?? (failed.includes(everyRule) ? terms : undefined);
}

/** The terms of a check of only those rules, as far as the terms choose them; undefined if that leaves none. */
export async function termsOfRules(
  ids: readonly string[],
  { ruleSet, target }: OpenTarget,
  terms: Terms,
): Promise<Terms | undefined> {
  const pinned = [...target.choices.keys()].map(heldAs);
  const { rules, choices, required } = select(ruleSet, terms, pinned);
  const only = ids.filter((id) => rules.has(id) || (pinned.includes(id) && choices.has(id)));
  return only.length === 0
    ? undefined
    : { ...terms, only, skip: [], require: only.filter((id) => required.has(id)) };
}
