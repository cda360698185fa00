import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bailed, createHaltSwitch } from '../../conformance/engine/stop.ts';
import type { Call, Lost, Reply } from '../../src/http/exchange.ts';

const call: Call = { method: 'GET', target: '/', headers: [] };
const replyOf = (size: number): Reply => ({ status: 200, headers: [], body: new Uint8Array(size), ms: 0 });

it('a halt ends what is under way, and nothing is sent after it', async () => {
  const { over, halt } = createHaltSwitch();
  const never = over(() => new Promise<Reply | Lost>(() => {}))(call);
  halt({ ...bailed, why: 'enough' });
  expect(await never).toMatchObject({ lost: 'unsent', detail: 'enough' });
  expect(await over(async () => replyOf(1))(call)).toMatchObject({ lost: 'unsent', detail: 'enough' });
});

it('what a call throws is thrown on', async () => {
  const { over } = createHaltSwitch();
  await expect(over(() => Promise.reject(new Error('a mistake')))(call)).rejects.toThrow('a mistake');
});

it('a reply that came is not kept until the halt', async () => {
  const { over } = createHaltSwitch();
  const replies: WeakRef<object>[] = [];
  const send = over(async () => {
    const reply = replyOf(1000);
    replies.push(new WeakRef(reply));
    return reply;
  });
  for (let count = 0; count < 10; count += 1) await send(call);
  await setTimeout(10);
  globalThis.gc?.();
  expect(replies).toHaveLength(10);
  expect(replies.filter((reply) => reply.deref() !== undefined).length).toBeLessThan(5);
});
