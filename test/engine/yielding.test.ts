import { expect, it } from 'vitest';
import { oneAtATime } from '../../conformance/engine/yielding.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';

const request: HttpRequest = { method: 'GET', target: '/', headers: [] };

/** What happens, in order, while eight responses of a length come at once and a timer is due. */
async function orderOf(size: number): Promise<string[]> {
  const events: string[] = [];
  const send = oneAtATime(async () => responseOf(200, [], new Uint8Array(size)));
  const timer = new Promise<void>((resolve) => {
    setTimeout(() => {
      events.push('timer');
      resolve();
    }, 1);
  });
  const responses = Array.from({ length: 8 }, async () => {
    await send(request);
    // What a response leads to takes longer than the timer.
    const until = performance.now() + 5;
    while (performance.now() < until);
    events.push('reply');
  });
  await Promise.all([timer, ...responses]);
  return events;
}

it('long replies leave others a turn between them', async () => {
  expect((await orderOf(1_000_000)).slice(-6)).not.toContain('timer');
});

it('short replies are given as they come', async () => {
  expect(await orderOf(10)).toEqual([...Array.from({ length: 8 }, () => 'reply'), 'timer']);
});
