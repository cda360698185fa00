import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/wire/exchange.ts';
import { faulty, honest, judged, rules } from './ground.ts';

/** Servers on which a rule alone and the same rule among all others have to say the same. */
const servers: Record<string, () => Transport> = {
  'the honest stub': () => honest(),
  ...Object.fromEntries(
    [
      'node-products/curated-order',
      'node-products/total-count',
      'subscription/accepted',
      'application-key/created',
    ].map((id) => {
      const breach = rules.find((rule) => rule.id === id)?.mutants[0];
      return [breach?.name ?? id, () => (breach ? faulty(breach) : honest())];
    }),
  ),
};

describe('alone = together', () => {
  test.each(Object.entries(servers))('%s', async (_, server) => {
    const together = new Map((await judged(server())).map(({ rule, verdict }) => [rule, verdict]));
    for (const rule of rules) {
      const [alone] = await judged(server(), [rule]);
      expect(`${rule.id} ${alone?.verdict}`).toBe(`${rule.id} ${together.get(rule.id)}`);
    }
  });
});
