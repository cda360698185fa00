import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/wire/exchange.ts';
import { runCheck } from '../engine/check.ts';
import { measure } from '../engine/cost.ts';
import { createWire } from '../engine/wire.ts';
import { json } from '../report/json.ts';
import { contract, faulty, honest, observations, rules, setting, target } from './ground.ts';

/** A server whose replies come in whatever order. */
const unsteady =
  (next: Transport): Transport =>
  async (call) => {
    await setTimeout(Math.random() * 4);
    return next(call);
  };

/** A JSON report without what may differ between two runs: times, ids of what was created, secrets. */
async function reported(server: Transport): Promise<string> {
  const catalogue = { rules, observations };
  const report = await runCheck({
    contract,
    catalogue,
    target,
    transport: unsteady(server),
    nonce: '0a1b2c3d',
  });
  return json(report)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replaceAll(/\b[0-9a-f]{32,}\b/g, '(secret)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '(time)')
    .replaceAll(/"(ms|durationMs)": [\d.]+/g, '"$1": 0')
    .replaceAll(/\["?content-length"?,\s*"\d+"\s*\]/g, '(length)');
}

const breach = (id: string) =>
  rules.find((rule) => rule.id === id)?.mutants[0] ?? { name: '', wire: (next: Transport) => next };

describe('the same seed, nonce, contract and target', () => {
  test.each([
    ['an honest server', () => honest()],
    ['a server that breaks creations', () => faulty(breach('application-key/created'))],
    ['a server that breaks listings', () => faulty(breach('node-products/page-limit'))],
  ])('bring the same report of %s', async (_, server) => {
    const [one, other] = [await reported(server()), await reported(server())];
    expect(one).toContain('"verdict"');
    expect(other).toBe(one);
  });

  test('bring the same requests in the same order, rule by rule', async () => {
    const sent = async (): Promise<unknown> => {
      const costs = await measure(setting, createWire(unsteady(honest())), { rules, observations });
      return [...costs].map(([id, calls]) => [id, [...calls]]);
    };
    expect(await sent()).toEqual(await sent());
  });
});
