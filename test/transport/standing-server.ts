import { afterEach, beforeEach, vi } from 'vitest';
import { remedyWords } from '../../conformance/core/remedies.ts';
import { type Conduct, conducted, type TransientFailure } from '../../conformance/engine/send.ts';
import { createHaltSwitch } from '../../conformance/engine/stop.ts';
import {
  type Call,
  type Header,
  isLost,
  type Lost,
  type Reply,
  type Transport,
} from '../../src/http/exchange.ts';

/** The nonce of the run. */
export const nonce = '0a1b2c3d';
/** A read. */
export const get: Call = { method: 'GET', target: '/a?b', headers: [] };
/** A creation. */
export const post: Call = {
  method: 'POST',
  target: '/a',
  headers: [],
  body: Buffer.from(`{"a":"${nonce}01234567"}`),
};

/** A response of that status. */
export const reply = (status: number, headers: readonly Header[] = []): Reply => ({
  status,
  headers,
  body: new Uint8Array(),
  ms: 1,
});
/** No response. */
export const lost = (kind: Lost['lost']): Lost => ({ lost: kind, detail: kind, ms: 1 });

/** No test waits: the clock moves only when somebody reads a response. */
export function useStandingClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** A server that answers one call after the other as told, then 200; when it was asked, and what was waited for. */
export function server(replies: readonly (Reply | Lost)[], conduct: Conduct = {}) {
  const began = performance.now();
  const run = createHaltSwitch();
  const asked: number[] = [];
  const calls: Call[] = [];
  const waits: number[] = [];
  const transientFailures: TransientFailure[] = [];
  const pause = (milliseconds: number): Promise<void> => {
    waits.push(Math.round(milliseconds));
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  };
  const transport: Transport = async (call) => {
    asked.push(Math.round(performance.now() - began));
    calls.push(call);
    return replies[calls.length - 1] ?? reply(200);
  };
  const stack = conducted(transport, conduct, { ...run, pause }, nonce, (one) => transientFailures.push(one));
  const send: Transport = async (call) => {
    const answer = stack.transport(call);
    await vi.runAllTimersAsync();
    return answer;
  };
  return { send, pace: stack.pace, run, asked, calls, waits, transientFailures };
}

/** What came of a call, in words. */
export const said = async (sent: ReturnType<Transport>): Promise<string> => {
  const answer = await sent;
  return isLost(answer)
    ? `${answer.detail} (${answer.remedy && remedyWords(answer.remedy)})`
    : String(answer.status);
};
