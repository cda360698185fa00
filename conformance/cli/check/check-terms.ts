import { UserError } from '../../../src/errors.ts';
import type { Terms } from '../../check.ts';
import { heldAs } from '../../core/observation.ts';
import { select } from '../../runner/select.ts';
import { defaultBudget } from '../../transport/bounds.ts';
import { type Io, print } from '../io/io.ts';
import type { CheckFlags } from '../options/check-options.ts';
import { selectionOf } from '../options/judging-options.ts';
import { everyRule, failedLastTime, nameOf } from './last-check.ts';
import type { OpenTarget } from './opened-target.ts';

/** How long a server that is watched may take to restart, in milliseconds, unless `--wait` says otherwise. */
const restartTime = 10_000;

/** What the options say of how a check is run. */
export function termsOf(options: CheckFlags, { waivers }: OpenTarget, io: Io): Terms {
  const { budget, timeout, nonce, rate, wait, watch } = options;
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
    ...(wait === undefined ? {} : { wait: wait * 1000 }),
    ...(wait === undefined && watch !== undefined ? { wait: restartTime } : {}),
    // A server that is still starting may take its time.
    budget: (budget ?? defaultBudget + (wait ?? 0)) * 1000,
    // The budget covers the whole command, start-up included, unless the command runs again and again.
    ...(watch !== undefined ? {} : { since: io.startTime }),
  };
}

/**
 * The same for only those rules that did not pass last time. If there is none among them, or if the verdict lacked others,
 * the terms stay as they are: a check without a request never passes.
 */
export async function termsOfFailed(open: OpenTarget, terms: Terms, io: Io): Promise<Terms> {
  const failed = await failedLastTime(open, io);
  if (failed === undefined)
    throw new UserError(`no earlier check of ${nameOf(open)} is known here; run it once without --failed.`);
  const narrowed = await termsOfRules(failed, open, terms);
  if (!narrowed && !failed.includes(everyRule))
    print(
      io,
      `none of the selected rules was broken or inconclusive when ${nameOf(open)} was last checked, so all of them are checked`,
    );
  return narrowed ?? terms;
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
