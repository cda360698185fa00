import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bailed, createHaltSwitch } from '../../conformance/engine/ending.ts';
import type { HttpRequest, HttpResponse, Lost } from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';

const request: HttpRequest = { method: 'GET', target: '/', headers: [] };

it('a halt ends what is under way, and nothing is sent after it', async () => {
  const { over, halt } = createHaltSwitch();
  const never = over(() => new Promise<HttpResponse | Lost>(() => {}))(request);
  halt({ ...bailed, why: 'enough' });
  expect(await never).toMatchObject({ lost: 'unsent', detail: 'enough' });
  expect(await over(async () => responseOf(200, [], new Uint8Array(1)))(request)).toMatchObject({
    lost: 'unsent',
    detail: 'enough',
  });
});

it('what a call throws is thrown on', async () => {
  const { over } = createHaltSwitch();
  await expect(over(() => Promise.reject(new Error('a mistake')))(request)).rejects.toThrow('a mistake');
});

it('a reply that came is not kept until the halt', async () => {
  const { over } = createHaltSwitch();
  const responses: WeakRef<object>[] = [];
  const send = over(async () => {
    const response = responseOf(200, [], new Uint8Array(1000));
    responses.push(new WeakRef(response));
    return response;
  });
  for (let count = 0; count < 10; count += 1) await send(request);
  await setTimeout(10);
  globalThis.gc?.();
  expect(responses).toHaveLength(10);
  expect(responses.filter((response) => response.deref() !== undefined).length).toBeLessThan(5);
});
