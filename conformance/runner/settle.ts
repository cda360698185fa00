import type { Call } from '../../src/http/exchange.ts';
import { printOf } from './page-rechecks.ts';
import { recheckPages } from './rechecks.ts';
import {
  brokenIn, callsOf, isUnchanged, outcomeOf, type RelationsOf, type Suspicion, sentence, shownBy,
} from './suspicion.ts'; // biome-ignore format: one glance

/**
 * Looks once more, at the end, at what failed and then held, or moved, and for the first time at what there was no room for
 * before: what holds now was intermittent, unless the very same requests fail again.
 */
export async function settle(run: RelationsOf, open: readonly Suspicion[]): Promise<void> {
  const others: Suspicion[] = [];
  for (const suspicion of open) {
    if (suspicion.ruleState.isBroken) continue;
    if (await failsExactly(run, suspicion)) await contrast(run, suspicion);
    else others.push(suspicion);
  }
  const rechecksOf = await recheckPages(run.rechecker, others);
  for (const suspicion of others) {
    const { ruleState, broken } = suspicion;
    const rechecked = rechecksOf.get(suspicion);
    const outcome = rechecked && outcomeOf(run, suspicion, rechecked);
    if (outcome?.fails) ruleState.fail(outcome.fails);
    else if (!outcome) leaveOpen(run, suspicion);
    else if (outcome.isStill && isUnchanged(suspicion, rechecked))
      ruleState.inconclusive(
        `${sentence(broken)}; the same pages were returned again, but do not show the failure by themselves`,
        undefined,
        shownBy(broken),
      );
    else if (outcome.isStill)
      ruleState.intermittent({ expected: broken.expected, saw: broken.saw, exchanges: shownBy(broken) });
    else
      ruleState.inconclusive(
        `${sentence(broken)}; but the listing changed during each recheck`,
        undefined,
        shownBy(broken),
      );
  }
}

/** Whether a suspicion fails again, the same requests sent exactly as they were. */
async function failsExactly(run: RelationsOf, suspicion: Suspicion): Promise<boolean> {
  const rechecked = await run.rechecker.repeat(eachOnce(suspicion));
  const { pages, fingerprint = 'ids' } = suspicion.broken;
  const isSame = pages.every((page) => {
    const again = rechecked?.page(page.exchange.call, 0) ?? rechecked?.unserved(page.exchange.call, 0);
    return again !== undefined && printOf(again, fingerprint) === printOf(page, fingerprint);
  });
  if (!rechecked || !isSame || !rechecked.stoodStill(callsOf(suspicion), fingerprint)) return false;
  return brokenIn(run, suspicion, rechecked, 0) !== undefined;
}

/** The requests of a suspicion, each once. */
const eachOnce = (suspicion: Suspicion): Call[] => [
  ...new Map(callsOf(suspicion).map((call) => [call.target, call])).values(),
];

/**
 * Settles what fails whenever it is asked for exactly so. A server may answer otherwise only if it is told not to use a
 * cache, which then is its fault; else a stale cache is possible (READINGS P6).
 */
async function contrast(run: RelationsOf, suspicion: Suspicion): Promise<void> {
  const { ruleState, broken } = suspicion;
  const both = await run.rechecker.contrast(eachOnce(suspicion));
  if (!both) return leaveOpen(run, suspicion);
  const { fails } = outcomeOf(run, suspicion, both.uncached);
  const { fails: failsPlain } = outcomeOf(run, suspicion, both.plain);
  if (fails) ruleState.fail(fails);
  else if (failsPlain)
    ruleState.fail({
      ...failsPlain,
      saw: `${failsPlain.saw}; a request with Cache-Control: no-cache gets another response`,
    });
  // No cache keeps two responses to one request.
  else if (broken.pages.length > 1 && eachOnce(suspicion).length === 1)
    ruleState.fail({ expected: broken.expected, saw: broken.saw, shown: shownBy(broken) });
  else
    ruleState.inconclusive(
      `${sentence(broken)}; only exactly this request gets this response again; a cache in front of the server may keep an old response, so empty it, or check without it`,
      undefined,
      shownBy(broken),
    );
}

/** Says that a suspicion was not rechecked; nothing at all of a listing that shows by itself that it changed. */
function leaveOpen({ rechecker }: RelationsOf, { ruleState, broken }: Suspicion): void {
  const { why, isMoving } = rechecker.whyNot(broken.pages);
  if (isMoving) ruleState.untested(why);
  else ruleState.inconclusive(`${sentence(broken)}; ${why}`, undefined, shownBy(broken));
}
