import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace } from '../../conformance/engine/sending/pace.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';
import { seededRandom } from '../../src/stub/choices.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = async (milliseconds: number): Promise<void> => {
  vi.advanceTimersByTime(milliseconds);
};

/** Sends requests to a server that turns some away; returns the requests and the failures of the last ten seconds. */
async function sendFor(seconds: number, isRejected: (now: number) => boolean) {
  const pace = createPace(undefined, pass);
  const request = { method: 'GET', target: '/', headers: [] };
  const send = pace.over(async (): Promise<HttpResponse> => {
    await pass(5);
    const status = isRejected(performance.now()) ? 503 : 200;
    return { status, headers: [], body: new Uint8Array(), ms: 5 };
  });
  const began = performance.now();
  let [all, failed] = [0, 0];
  while (performance.now() - began < seconds * 1000) {
    const response = await send(request);
    const isLate = performance.now() - began > (seconds - 10) * 1000;
    const isFailed = 'status' in response && response.status === 503;
    if (isFailed) pace.slow();
    all += isLate ? 1 : 0;
    failed += isLate && isFailed ? 1 : 0;
  }
  return { perSecond: all / 10, share: failed / all };
}

it.each([0.1, 0.2, 0.4])(
  'is not slowed without end by failures that do not depend on it: %d',
  async (share) => {
    const draw = seededRandom('pace');
    const seen = await sendFor(120, () => draw(1000) < 1000 * share);
    expect(seen.perSecond).toBeGreaterThan(10);
  },
);

it.each([2, 5, 20])('comes down to a limit of %i requests a second', async (limit) => {
  let [tokens, at] = [limit, performance.now()];
  const seen = await sendFor(120, (now) => {
    tokens = Math.min(limit, tokens + ((now - at) * limit) / 1000);
    at = now;
    if (tokens < 1) return true;
    tokens -= 1;
    return false;
  });
  expect(seen.perSecond).toBeLessThan(2.5 * limit);
  expect(seen.share).toBeLessThan(0.5);
});
