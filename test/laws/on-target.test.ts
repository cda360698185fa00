import { expect, test } from 'vitest';
import type { Target } from '../../conformance/core/target.ts';
import { proveOnTarget } from '../../conformance/proof/on-target.ts';
import { conforming, contract, ruleSet, target } from '../shipped.ts';

/** Every twentieth mutant: the law of kills tries them all. */
const some = {
  ...ruleSet,
  rules: ruleSet.rules.map((rule, place) => ({
    ...rule,
    mutants: rule.mutants.filter((_, index) => (place + index) % 20 === 0),
  })),
};

/** Proves on the stub as though it were somebody's server; counts what reaches it. */
async function proved(of: Target) {
  let requests = 0;
  const stub = conforming({ choices: { 'extra-fields': 'some' } });
  const subject = {
    contract,
    ruleSet: some,
    target: of,
    transport: async (request: Parameters<typeof stub>[0]) => {
      requests += 1;
      expect(request.method).toBe('GET');
      return stub(request);
    },
    nonce: 'a55a4000',
  };
  const findings = await proveOnTarget(subject, () => {});
  return { requests, seen: findings.filter(({ holds }) => holds).length, tried: findings.length };
}

test('before a target with every kind of collection, every fault on the wire is seen, at a price that is bounded', async () => {
  const { requests, seen, tried } = await proved(target);
  expect(tried).toBeGreaterThan(15);
  expect(seen).toBe(tried);
  // Of four such samples, the averages are 27, 31, 43 and 49.
  expect(requests / tried).toBeLessThan(60);
});

test('before a target with one short collection, fewer are seen, and the others are told', async () => {
  const [shelter] = target.collections;
  if (!shelter) throw new Error('the shop lists nothing');
  const { seen, tried } = await proved({
    ...target,
    collections: [{ operation: shelter.operation, values: shelter.values }],
  });
  expect(seen).toBeGreaterThan(5);
  expect(seen).toBeLessThan(tried);
});
