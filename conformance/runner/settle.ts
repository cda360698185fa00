import type { Call } from '../../src/http/exchange.ts';
import { printOf, type RecheckedPages } from './page-rechecks.ts';
import { recheckPages } from './rechecks.ts';
import {
  brokenIn, callsOf, confirmed, isOfAlone, isUnchanged, outcomeOf, type RelationsOf, type Suspicion, sentence,
  shownBy,
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
  const rechecksOf = await recheckPages(run.rechecker, others, 0, undefined, isOfAlone(run));
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
    else leaveRestless(suspicion, rechecked);
  }
}

/** Says that rechecks did not agree with each other, and that a cache sent some only where a response says so. */
function leaveRestless({ ruleState, broken }: Suspicion, rechecked: RecheckedPages): void {
  const sign = rechecked.cacheSign();
  const why =
    sign === undefined
      ? 'but the same request got different responses when it was rechecked'
      : `but a cache sent the response to a recheck (${sign}): empty it, or check without it`;
  ruleState.inconclusive(`${sentence(broken)}; ${why}`, undefined, shownBy(broken));
}

/** Whether a suspicion fails again, the same requests sent exactly as they were. */
async function failsExactly(run: RelationsOf, suspicion: Suspicion): Promise<boolean> {
  const rechecked = await run.rechecker.repeat(eachOnce(suspicion), isOfAlone(run)(suspicion));
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
 * Settles what fails whenever it is asked for exactly so. If it fails with its parameters in another order too, which no
 * cache knows, what the target serves is at fault, though it may answer otherwise if it is told to use no cache. Else a
 * stale cache is possible (READINGS P6).
 */
async function contrast(run: RelationsOf, suspicion: Suspicion): Promise<void> {
  const { ruleState, broken } = suspicion;
  const both = await run.rechecker.contrast(eachOnce(suspicion), isOfAlone(run)(suspicion));
  if (!both) return leaveOpen(run, suspicion);
  const { fails, isStill } = outcomeOf(run, suspicion, both.uncached);
  const plain = outcomeOf(run, suspicion, both.plain);
  const another = 'gets another response';
  if (fails) ruleState.fail(fails);
  else if (plain.fails)
    ruleState.fail({
      ...plain.fails,
      saw: `${plain.fails.saw}; a request with Cache-Control: no-cache ${another}`,
    });
  // No cache keeps two responses to one request.
  else if (broken.pages.length > 1 && eachOnce(suspicion).length === 1) ruleState.fail(confirmed(broken));
  else if (!isStill || !plain.isStill) leaveRestless(suspicion, isStill ? both.plain : both.uncached);
  else
    ruleState.inconclusive(
      `${sentence(broken)}; only exactly this request gets this response again: with its parameters in another order it ${another}`,
      undefined,
      shownBy(broken),
    );
}

/** Says that a suspicion was not rechecked; nothing at all of a listing that shows by itself that it changed. */
function leaveOpen({ rechecker }: RelationsOf, { ruleState, broken }: Suspicion): void {
  const { reason, isMoving } = rechecker.whyNot(broken.pages);
  if (isMoving) ruleState.untested(reason);
  else
    ruleState.inconclusive(
      { ...reason, why: `${sentence(broken)}; ${reason.why}` },
      undefined,
      shownBy(broken),
    );
}
