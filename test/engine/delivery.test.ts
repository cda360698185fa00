import { describe, expect, it, vi } from 'vitest';
import { bailed, createHaltSwitch } from '../../conformance/engine/ending.ts';
import { openDelivery } from '../../conformance/engine/sending/delivery.ts';
import type { HttpRequest, Transport } from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';
import { get, nonce, post, said, server, useStandingClock } from './standing-server.ts';

useStandingClock();

describe('a rate', () => {
  it('is kept, however many calls come at once', async () => {
    const { send, asked } = server([], { rate: 50 });
    await Promise.all(Array.from({ length: 6 }, () => send(get)));
    expect(asked).toEqual([0, 20, 40, 60, 80, 100]);
  });

  it('is halved for the whole run where the target complains, once for all that was under way', async () => {
    const { send, pace, asked } = server([responseOf(429), responseOf(429), responseOf(503)], { rate: 40 });
    await Promise.all([send(get), send({ ...get, target: '/b' })]);
    expect(pace.perSecond()).toBe(20);
    const before = asked.length;
    await Promise.all(['/c', '/d', '/e'].map((path) => send({ ...get, target: path })));
    const [first = 0, second, third] = asked.slice(before);
    expect([second, third]).toEqual([first + 50, first + 100]);
  });

  it('is made from how fast calls went out, where there was none', async () => {
    const { send, pace } = server([...Array(200).fill(responseOf(200)), responseOf(503)]);
    for (let index = 0; index < 200; index += 1) {
      await send(get);
      vi.advanceTimersByTime(5);
    }
    expect(pace.perSecond()).toBeUndefined();
    await send(get);
    expect(pace.perSecond()).toBeCloseTo(100, -1);
  });

  it('falls to one call a second at least, and comes back when the complaints end', async () => {
    const { send, pace } = server(Array(60).fill(responseOf(429)), { rate: 8 });
    for (let index = 0; index < 12; index += 1) await send({ ...get, target: `/${index}` });
    expect(pace.perSecond()).toBe(1);
    for (let index = 0; index < 40; index += 1) await send(get);
    expect(pace.perSecond()).toBe(8);
  });
});

describe('the rate that gets through', () => {
  /** Sends so many requests, one after the other, to a limiter of so many a minute; gives what got through in a second. */
  async function rateReached(perMinute: number, requests: number): Promise<number | undefined> {
    const taken = new Map<number, number>();
    const limiter: Transport = async () => {
      const minute = Math.floor(performance.now() / 60_000);
      taken.set(minute, (taken.get(minute) ?? 0) + 1);
      return responseOf((taken.get(minute) ?? 0) > perMinute ? 429 : 200);
    };
    const pause = (milliseconds: number): Promise<void> =>
      new Promise((resolve) => setTimeout(resolve, milliseconds));
    const { deliver, pace } = openDelivery(limiter, {}, { ...createHaltSwitch(), pause }, nonce, () => {});
    for (let index = 0; index < requests; index += 1) {
      const delivered = deliver({ ...get, target: `/${index}` });
      await vi.runAllTimersAsync();
      await delivered;
      vi.advanceTimersByTime(5);
    }
    return pace.rateReached();
  }

  it.each([[120, 400], [30, 80], [600, 1000]])('stays below a limit of %i a minute', async (perMinute, requests) => {
    const rate = await rateReached(perMinute, requests);
    expect(rate).toBeLessThanOrEqual(perMinute / 60);
    expect(rate).toBeGreaterThan(perMinute / 240);
  }); // biome-ignore format: one line a case

  it('is not known where nobody complained', async () => {
    expect(await rateReached(1000, 10)).toBeUndefined();
  });
});

describe('the most writes', () => {
  it('count every creation that is sent, rejected ones and repeats included', async () => {
    const { send, asked } = server([responseOf(422), responseOf(503), responseOf(201)], { maxWrites: 3 });
    const answers = [];
    for (const request of [post, post, post]) answers.push(await said(send(request)));
    const held = 'this run may send no more than 3 requests that create records (--max-writes 300)';
    expect(answers).toEqual(['422', '201', held]);
    expect(await said(send(get))).toBe('200');
    expect(asked).toHaveLength(4);
  });

  it('do not count what never reached the server', async () => {
    const refused = { lost: 'rejected', detail: 'the server rejects connections', ms: 0 } as const;
    const { send } = server([responseOf(201), refused, responseOf(201)], { maxWrites: 2 });
    expect([await said(send(post)), await said(send(post))]).toEqual(['201', '201']);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])(
    'are four times as many requests that change or delete, such as %s',
    async (method) => {
      const { send, asked } = server([], { maxWrites: 1 });
      const answers = [];
      for (const request of [...Array(5).fill({ ...post, method }), post])
        answers.push(await said(send(request)));
      const held =
        'this run may send no more than 4 requests that change or delete records (--max-writes 300)';
      expect(answers).toEqual(['200', '200', '200', '200', held, '200']);
      expect(asked).toHaveLength(5);
    },
  );

  it('may be none', async () => {
    expect(await said(server([], { maxWrites: 0 }).send(post))).toMatch('no more than 0 requests');
    expect(await said(server([], { maxWrites: 1 }).send(post))).toBe('200');
  });
});

describe('a halt', () => {
  const halt = {
    verdict: 'inconclusive',
    why: 'enough',
    by: 'budget',
    remedy: { kind: 'option', option: '--budget', value: '2' },
  } as const;

  it('ends what is under way, what waits for its turn, and what comes after', async () => {
    const run = createHaltSwitch();
    const asked: HttpRequest[] = [];
    const transport: Transport = async ({ method, target, headers, body }) => {
      const request = { method, target, headers, ...(body ? { body } : {}) };
      asked.push(request);
      return request.method === 'POST' ? new Promise(() => {}) : responseOf(200);
    };
    const { deliver } = openDelivery(transport, { rate: 0.1 }, run, nonce, () => {});
    const send = async (request: HttpRequest) => (await deliver(request)).response;
    await send(get);
    const [waiting, underWay] = [send(get), run.over(transport)(post)];
    run.halt(halt);
    for (const request of [waiting, underWay, send(get)])
      expect(await said(request)).toBe('enough (--budget 2)');
    expect(asked).toEqual([get, post]);
  });

  it('is the first of several', async () => {
    const { send, run } = server([]);
    run.halt({ ...bailed, why: 'chosen' });
    run.halt(halt);
    expect(await said(send(get))).toBe('chosen (undefined)');
    expect(run.halted()?.why).toBe('chosen');
  });

  it('leaves no pause behind', async () => {
    vi.useRealTimers();
    const run = createHaltSwitch();
    const started = performance.now();
    const pausing = run.pause(60_000);
    run.halt(halt);
    await pausing;
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
