import { describe, expect, it, vi } from 'vitest';
import type { HttpResponse, Lost } from '../../src/http/exchange.ts';
import { seededRandom } from '../../src/stub/choices.ts';
import { responseOf } from '../json-response.ts';
import { get, lost, nonce, post, said, server, useStandingClock } from './standing-server.ts';

useStandingClock();

describe('Retry-After', () => {
  it.each([429, 502, 503, 504])('is waited for after a %i, whatever the call', async (status) => {
    for (const request of [get, post]) {
      const { send, waits, asked } = server([responseOf(status, [['Retry-After', '2']])]);
      expect(await said(send(request))).toBe('200');
      expect(waits).toEqual([2000]);
      expect(asked).toHaveLength(2);
    }
  });

  it('leaves the target alone for a moment even where it asks for none', async () => {
    const { send, waits } = server([responseOf(503, [['Retry-After', '0']])]);
    expect(await said(send(get))).toBe('200');
    expect(waits).toEqual([100]);
  });

  it('may be a date', async () => {
    vi.setSystemTime(new Date('2026-11-21T10:00:00Z'));
    const { send, waits } = server([responseOf(503, [['retry-after', 'Sat, 21 Nov 2026 10:00:03 GMT']])]);
    expect(await said(send(get))).toBe('200');
    expect(waits).toEqual([3000]);
  });

  it('is not waited for beyond the patience, and nothing more is sent there meanwhile', async () => {
    const { send, asked } = server([responseOf(429, [['Retry-After', '30']])], { patience: 1000 });
    expect(await said(send(get))).toBe('429');
    expect(await said(send({ ...get, target: '/a?c' }))).toBe(
      'the target asked for a pause of 30 s more (--timeout 60000)',
    );
    expect(await said(send({ ...get, target: '/elsewhere' }))).toBe('200');
    expect(asked).toHaveLength(2);
  });

  it('names no timeout longer than may be given', async () => {
    const { send } = server([responseOf(429, [['Retry-After', '3600']])], { patience: 1000 });
    await send(get);
    const said = await send({ ...get, target: '/a?c' });
    expect(said).toMatchObject({
      lost: 'unsent',
      detail: 'the target asked for a pause of 3600 s more',
    });
    expect(said).not.toHaveProperty('remedy');
  });

  it('is waited for only so many times', async () => {
    const { send, asked } = server(Array(9).fill(responseOf(429, [['Retry-After', '0']])));
    expect(await said(send(get))).toBe('429');
    expect(asked).toHaveLength(5);
  });

  it('is not shortened by another call that was told nothing', async () => {
    const { send, waits } = server([responseOf(503, [['Retry-After', '9']]), responseOf(503)]);
    const both = Promise.all([said(send(get)), said(send({ ...get, target: '/a?c' }))]);
    expect(await both).toEqual(['200', '200']);
    expect(waits[0]).toBe(9000);
  });
});

describe('a target that names no time', () => {
  it('is left alone for half a second, and twice as long each time', async () => {
    const { send, waits, asked } = server(Array(9).fill(responseOf(503)));
    expect(await said(send(get))).toBe('503');
    expect(waits).toEqual([500, 1000, 2000, 4000]);
    expect(asked).toHaveLength(5);
  });

  it('is the same if what it says cannot be read', async () => {
    const { send, waits } = server([responseOf(429, [['Retry-After', 'soon']])]);
    expect(await said(send(get))).toBe('200');
    expect(waits).toEqual([500]);
  });
});

describe('interference', () => {
  it('is told with what came at last', async () => {
    const { send, transientFailures } = server([responseOf(503), responseOf(429), responseOf(201)]);
    await send(post);
    expect(transientFailures).toEqual([
      { method: 'POST', target: '/a', saw: 'status 503', retries: 2, last: 'status 201' },
    ]);
  });

  it('is nothing that the target itself says', async () => {
    const { send, transientFailures } = server([responseOf(422), responseOf(404), responseOf(301)]);
    for (const status of ['422', '404', '301']) expect(await said(send(get))).toBe(status);
    expect(transientFailures).toEqual([]);
  });

  it.each(['connection', 'timeout'] as const)(
    'is a %s that is lost, which is tried once more',
    async (kind) => {
      for (const request of [get, post]) {
        const once = server([lost(kind)]);
        expect(await said(once.send(request))).toBe('200');
        expect(once.waits).toEqual([]);
        expect(once.transientFailures).toMatchObject([{ saw: kind, retries: 1, last: 'status 200' }]);
        const often = server(Array(9).fill(lost(kind)));
        expect(await said(often.send(request))).toBe(`${kind} (undefined)`);
        // A limiter may close connections; it never lets a request hang.
        expect(often.waits).toEqual(kind === 'connection' ? [1000, 2000] : []);
        expect(often.asked).toHaveLength(kind === 'connection' ? 4 : 2);
        expect(often.transientFailures).toMatchObject([{ last: kind }]);
      }
    },
  );

  it('has what was lost, came too slowly or took the wrong one sent again over a fresh connection', async () => {
    const fresh = async (first: HttpResponse | Lost) => {
      const { send, requests } = server([first]);
      await send(get);
      return requests.map(({ freshConnection = false }) => freshConnection);
    };
    expect(await fresh(lost('connection'))).toEqual([false, true]);
    expect(await fresh(lost('timeout'))).toEqual([false, true]);
    expect(await fresh(responseOf(408))).toEqual([false, true]);
    expect(await fresh(responseOf(421))).toEqual([false, true]);
    expect(await fresh(responseOf(503))).toEqual([false, false]);
  });

  it.each(['oversize', 'protocol', 'unsent'] as const)('is not what was %s', async (kind) => {
    const { send, asked, transientFailures } = server([lost(kind)]);
    await send(get);
    expect(asked).toHaveLength(1);
    expect(transientFailures).toEqual([]);
  });

  it('is a server that refuses connections while it restarts, but not one that never answered', async () => {
    const refused = lost('rejected');
    const absent = server([refused]);
    expect(await said(absent.send(get))).toBe('rejected (undefined)');
    expect([absent.asked.length, absent.waits, absent.transientFailures]).toEqual([1, [], []]);
    const restarting = server([responseOf(200), refused, refused]);
    for (const _ of [1, 2]) expect(await said(restarting.send(get))).toBe('200');
    expect(restarting.waits).toEqual([500, 1000]);
    const gone = server([responseOf(200), ...Array(12).fill(refused)]);
    for (const _ of [1, 2, 3, 4]) await gone.send(get);
    expect(gone.asked).toHaveLength(1 + 5 + 5 + 2);
  });

  it.each(['PUT', 'PATCH'])('has a %s sent again as it was', async (method) => {
    const { deliver, requests } = server([responseOf(504), lost('connection'), responseOf(429)]);
    const answered = await deliver({ ...post, method });
    expect(answered.request.body).toEqual(post.body);
    expect(requests.map(({ body }) => body)).toEqual(Array(4).fill(post.body));
  });

  it('has a creation sent again with a fresh nonce, in the same number of bytes', async () => {
    const { deliver, requests } = server([responseOf(504), lost('timeout'), responseOf(502)]);
    const answered = await deliver(post);
    // The response is to the last of them, and an echo is an echo of that one.
    const { freshConnection: _fresh, ...last } = requests.at(-1) ?? get;
    expect(answered).toMatchObject({ request: last });
    const bodies = requests.map(({ body }) => Buffer.from(body ?? []).toString());
    expect(bodies).toHaveLength(4);
    expect(bodies[0]).toBe(`{"a":"${nonce}01234567"}`);
    expect(new Set(bodies).size).toBe(4);
    for (const body of bodies) expect(body).toMatch(/^\{"a":"0a1b2c3d[0-9a-f]{8}"\}$/);
  });
});

describe('the pace', () => {
  /** Sends requests to a server that fails so in some of a hundred requests, and gives back how long all of them waited in ms. */
  async function disturbed(failing: HttpResponse | Lost, percent: number) {
    const draw = seededRandom('disturbed');
    const responses = Array.from({ length: 900 }, () => (draw(100) < percent ? failing : responseOf(200)));
    const { send, pace, waits } = server(responses);
    for (let count = 0; count < 300; count += 1) {
      await send({ ...get, target: `/a?${count}`, isDue: true });
      await send(post);
    }
    return { perSecond: pace.perSecond(), waited: waits.reduce((sum, wait) => sum + wait, 0) };
  }

  it.each([
    [500, 5, 500],
    [500, 10, 2_000],
    [404, 30, 15_000],
    [403, 5, 500],
    [401, 5, 500],
  ])('is not changed by a %i in %i of a hundred, and hardly a call waits', async (status, percent, most) => {
    const { perSecond, waited } = await disturbed(responseOf(status), percent);
    expect(perSecond).toBeUndefined();
    expect(waited).toBeLessThan(most);
  });

  it.each([502, 504, 520, 408])(
    'is not changed by a %i, after which only its own call waits',
    async (status) => {
      expect((await disturbed(responseOf(status), 5)).perSecond).toBeUndefined();
    },
  );

  it.each(['connection', 'timeout'] as const)('is not changed by a %s that is lost once', async (kind) => {
    expect((await disturbed(lost(kind), 2)).perSecond).toBeUndefined();
  });

  it.each([
    responseOf(429),
    responseOf(503),
    ...[401, 403, 404, 500, 502].map((status) => responseOf(status, [['Retry-After', '1']])),
  ])('slows down for a $status that asks for it', async (asking) => {
    const { send, pace } = server([responseOf(200), asking]);
    for (const _ of [1, 2]) await send({ ...get, isDue: true });
    expect(pace.perSecond()).toBeDefined();
  });

  it.each(['connection', 'rejected'] as const)('slows down for a %s lost again and again', async (kind) => {
    const { send, pace } = server([responseOf(200), lost(kind), responseOf(200), lost(kind), lost(kind)]);
    for (const _ of [1, 2]) await send(get);
    expect(pace.perSecond()).toBeUndefined();
    await send(get);
    expect(pace.perSecond()).toBeDefined();
  });

  it('is not changed by what comes back however long one waits', async () => {
    const { send, pace } = server(Array(99).fill(responseOf(403, [['Retry-After', '1']])));
    for (const _ of [1, 2]) await send(get);
    const before = pace.perSecond();
    for (const _ of [1, 2, 3]) await send(get);
    expect(pace.perSecond()).toBe(before);
  });
});

describe('a failure that may pass', () => {
  const due = { ...get, isDue: true };

  it.each([401, 403, 404, 500])('is tried again where a call is to be accepted: a %i', async (status) => {
    const { deliver, waits } = server([responseOf(status)]);
    expect(await deliver(due)).toMatchObject({
      id: 2,
      response: { status: 200 },
      failedOnce: { id: 1, response: { status } },
    });
    expect(waits).toEqual([]);
  });

  it('is tried again in vain twice, and then taken as it is', async () => {
    const { deliver, asked, waits } = server(Array(11).fill(responseOf(404)));
    for (const _ of [1, 2, 3])
      expect(await deliver(due)).toMatchObject({ response: { status: 404 }, cameBack: 'always' });
    expect(asked).toHaveLength(5 + 5 + 1);
    expect(waits).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('is not what came first where the call failed at last, too', async () => {
    const { deliver } = server([
      ...Array(8).fill(responseOf(404)),
      responseOf(403),
      ...Array(4).fill(responseOf(404)),
    ]);
    for (const _ of [1, 2]) expect(await deliver(due)).not.toHaveProperty('failedOnce');
  });

  it('is told as blocked where many replies are like it and waiting helped before', async () => {
    const { deliver } = server([responseOf(403), responseOf(200), ...Array(9).fill(responseOf(403))]);
    await deliver(due);
    expect(await deliver(get)).toMatchObject({ response: { status: 403 }, cameBack: 'blocked' });
  });

  it('is told with what it says, where it comes back in spite of its Retry-After', async () => {
    const { deliver, asked } = server(Array(20).fill(responseOf(403, [['Retry-After', '1']])));
    for (const _ of [1, 2]) await deliver(get);
    expect(asked).toHaveLength(2 * 5);
    expect(await deliver(get)).toMatchObject({ response: { status: 403 }, cameBack: 'always' });
  });
});
