import { isLost, type Transport } from '../../src/http/exchange.ts';
import { asksForRest } from '../core/status.ts';
import type { HaltSwitch } from './halt.ts';

/** How fast calls go out; it is slowed where the target complains, and quickens again where it no longer does. */
export type Pace = {
  readonly over: (next: Transport) => Transport;
  /** Slows down to what got through in the last second, at most to half of what was let through. */
  readonly slow: () => void;
  /** Calls a second that are let through; undefined: as many as come. */
  readonly perSecond: () => number | undefined;
  /** Calls a second that got through since the target first complained, or the slowest pace; undefined where it never did. */
  readonly stood: () => number | undefined;
};

/** The least that the pace is slowed to at first, and the slowest of all, in calls a second. */
const [firstStep, slowest] = [20, 1];
/** How long a target is quiet before the pace is doubled again, in milliseconds. */
const quiet = 5000;
/** Complaints within so many milliseconds are one, and the pace is what got through in them. */
const second = 1000;

/** Lets no more calls through than so many a second, evenly spread. */
export function createPace(perSecond: number | undefined, pause: HaltSwitch['pause']): Pace {
  let rate = perSecond;
  let free = 0;
  let changedAt: number | undefined;
  let complainedAt: number | undefined;
  /** How many calls got through since then. */
  let through = 0;
  /** When the last calls got through. */
  const recent: number[] = [];

  /** Doubles the pace after a while without complaints, up to what it was. */
  const quicken = (now: number): void => {
    if (rate === undefined || changedAt === undefined || now - changedAt < quiet) return;
    rate = Math.min(perSecond ?? Number.POSITIVE_INFINITY, rate * 2);
    changedAt = rate === perSecond ? undefined : now;
  };
  const forgetBefore = (time: number): void => {
    const kept = recent.findIndex((one) => one > time);
    recent.splice(0, kept < 0 ? recent.length : kept);
  };
  const measured = (now: number): number => {
    forgetBefore(now - second);
    return (recent.length * 1000) / Math.max(second / 10, now - (recent[0] ?? now));
  };
  return {
    over: (next) => async (call) => {
      const now = performance.now();
      quicken(now);
      if (rate !== undefined) {
        const turn = Math.max(now, free);
        free = turn + 1000 / rate;
        if (turn > now) await pause(turn - now);
      }
      const reply = await next(call);
      if (isLost(reply) || asksForRest(reply)) return reply;
      const came = performance.now();
      forgetBefore(came - second);
      recent.push(came);
      if (complainedAt !== undefined) through += 1;
      return reply;
    },
    slow: () => {
      // Calls that were under way together are one complaint.
      const now = performance.now();
      complainedAt ??= now;
      if (changedAt !== undefined && now - changedAt < second) return;
      changedAt = now;
      rate =
        rate === undefined
          ? Math.max(firstStep, measured(now) / 2)
          : Math.min(rate, Math.max(slowest, rate / 2, measured(now)));
    },
    perSecond: () => rate,
    stood: () => {
      if (complainedAt === undefined) return undefined;
      const seconds = Math.max(second, performance.now() - complainedAt) / 1000;
      return Math.min(rate ?? Number.POSITIVE_INFINITY, through === 0 ? slowest : through / seconds);
    },
  };
}
