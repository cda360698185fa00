import { type HttpRequest, isLost, type Transport } from '../../../src/http/exchange.ts';
import { asksForRest } from '../../core/transient.ts';
import type { HaltSwitch } from '../ending.ts';

/** The least rate of the first slow-down, and the lowest of all, in requests a second. */
const [firstStep, slowest] = [20, 1];

/** Milliseconds without complaints until the rate is doubled. */
const quiet = 5000;

/** Complaints within so many milliseconds count once. */
const second = 1000;

/** So many requests at one rate tell which share of them fails. */
const telling = 20;

/** Spreads requests evenly; slows down after complaints of the target, and quickens again afterwards. */
export function createPace(perSecond: number | undefined, pause: HaltSwitch['pause']) {
  let rate = perSecond;
  let free = 0;
  let changedAt: number | undefined;
  let complainedAt: number | undefined;
  let through = 0;
  let isLimited = false;
  const recent: number[] = [];
  /** How requests ended since the first complaint, at the rate of now. */
  let ended = { all: 0, failed: 0 };
  /** The share that failed at a higher rate. */
  let shareBefore: number | undefined;

  const quicken = (now: number): void => {
    if (rate === undefined || changedAt === undefined || now - changedAt < quiet) return;
    rate = Math.min(perSecond ?? Number.POSITIVE_INFINITY, rate * 2);
    changedAt = rate === perSecond ? undefined : now;
    ended = { all: 0, failed: 0 };
  };
  /**
   * Whether a slower rate may help. Where at most half of the requests fail, a limit is less than one step away: half the
   * rate would end most failures.
   */
  const mayHelp = (): boolean => {
    const share = ended.failed / ended.all;
    // Of no requests at all, too.
    const mayBeFar = !(share <= 0.5);
    if (!mayBeFar && (ended.all < telling || (shareBefore !== undefined && share > shareBefore / 2)))
      return false;
    shareBefore = mayBeFar ? undefined : share;
    return true;
  };
  const forgetBefore = (time: number): void => {
    const kept = recent.findIndex((one) => one > time);
    recent.splice(0, kept < 0 ? recent.length : kept);
  };
  const measured = (now: number): number => {
    forgetBefore(now - second);
    return (recent.length * 1000) / Math.max(second / 10, now - (recent[0] ?? now));
  };
  const rateReached = (): number | undefined => {
    if (complainedAt === undefined) return undefined;
    const seconds = Math.max(second, performance.now() - complainedAt) / 1000;
    return Math.min(rate ?? Number.POSITIVE_INFINITY, through === 0 ? slowest : through / seconds);
  };
  return {
    over:
      <Request extends HttpRequest>(
        next: Transport<Request>,
        waiting: HaltSwitch['pause'] = pause,
      ): Transport<Request> =>
      async (request) => {
        const now = performance.now();
        quicken(now);
        if (rate !== undefined) {
          const turn = Math.max(now, free);
          free = turn + 1000 / rate;
          if (turn > now) await waiting(turn - now);
        }
        const response = await next(request);
        const isFailed = isLost(response) || asksForRest(response);
        if (complainedAt !== undefined)
          ended = { all: ended.all + 1, failed: ended.failed + (isFailed ? 1 : 0) };
        isLimited ||= !isLost(response) && response.status === 429;
        if (isFailed) return response;
        const came = performance.now();
        forgetBefore(came - second);
        recent.push(came);
        if (complainedAt !== undefined) through += 1;
        return response;
      },
    /** Slows down to the requests that got through in the last second, at most by half; not if that does not help. */
    slow: (): void => {
      // Requests that were sent together are one complaint.
      const now = performance.now();
      complainedAt ??= now;
      if (changedAt !== undefined && (now - changedAt < second || !mayHelp())) return;
      ended = { all: 0, failed: 0 };
      changedAt = now;
      rate =
        rate === undefined
          ? Math.max(firstStep, measured(now) / 2)
          : Math.min(rate, Math.max(slowest, rate / 2, measured(now)));
    },
    perSecond: () => rate,
    rateReached,
    /** The rate at which requests got through, if the target said that it limits it. */
    rateOfLimit: () => (isLimited ? rateReached() : undefined),
  };
}
