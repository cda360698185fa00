import { describe, expect, test } from 'vitest';
import type { Rule } from '../engine/rule.ts';
import { kill, occasions } from './kills.ts';

/** The law of kills: every rule has an occasion to pass, carries a mutant, and fails on each it carries. */
export function lawOfKills(name: string, rules: readonly Rule[]): void {
  describe(`kills: ${name}`, async () => {
    const occasion = await occasions();
    test.each(rules.map((rule) => [rule.id, rule] as const))('%s', async (id, rule) => {
      const choices = occasion.get(id);
      expect(choices, 'the rule passes on an honest stub').toBeDefined();
      expect(rule.mutants.length, 'the rule carries a mutant').toBeGreaterThan(0);
      for (const breach of rule.mutants) {
        const { killed, said } = await kill(rule, breach, choices ?? {});
        expect(killed, `${breach.name}: ${said}`).toBe(true);
      }
    });
  });
}
