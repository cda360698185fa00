import { expect, test } from 'vitest';
import type { Transport } from '../../src/wire/exchange.ts';
import { runCheck } from '../engine/check.ts';
import { contract, honest, observations, rules, target } from './ground.ts';

test('a check of the stub sends at most 600 requests, 120 of which leave something behind', async () => {
  const sent = { GET: 0, POST: 0 };
  const stub = honest();
  const transport: Transport = (call) => {
    if (call.method === 'POST') sent.POST += 1;
    else sent.GET += 1;
    return stub(call);
  };
  const report = await runCheck({ contract, catalogue: { rules, observations }, target, transport });
  expect(report.headline.verdict).toBe('conforms');
  expect(sent.POST).toBeGreaterThan(0);
  expect(sent.POST).toBeLessThanOrEqual(120);
  expect(sent.GET + sent.POST).toBeLessThanOrEqual(600);
});
