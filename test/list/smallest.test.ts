import fc from 'fast-check';
import { expect, it } from 'vitest';
import { smallestFailing } from '../../conformance/core/draw.ts';
import { misread, respondWith } from '../../conformance/list/mutants.ts';
import { loadProof } from '../../conformance/proof/proof.ts';
import type { Mutant } from '../../src/http/exchange.ts';

const proof = await loadProof();

/** The targets of the requests that a finding shows, decoded. */
async function shownBy(rule: string, wire: Mutant): Promise<string[]> {
  const results = await proof.judged(proof.faulty({ name: 'a server that breaks', wire }), {
    selected: [rule],
  });
  const found = results.find((one) => one.rule === rule);
  expect(found?.verdict).toBe('fail');
  return (found?.exchanges ?? []).map(({ request }) => decodeURIComponent(request.target));
}

const seven = 7;

it('shows the shortest list of ids of a server that takes six', async () => {
  const [target = ''] = await shownBy(
    'node-products/filter-in-list',
    respondWith(400)(({ filter = '' }) => filter.startsWith('in(id,') && filter.split(',').length > seven),
  );
  expect(target.match(/,/g)).toHaveLength(seven);
});

it('shows the smallest page of a server whose pages of seven lack a product', async () => {
  const targets = await shownBy(
    'node-products/page-limit-exact',
    misread(
      ({ filter, limit = 0, offset, total }) =>
        filter === undefined &&
        offset % limit > 0 &&
        limit >= seven &&
        offset + limit <= total && { limit: limit - 1 },
    ),
  );
  expect(targets[0]).toContain(`page[limit]=${seven}`);
  expect(targets[0]).toContain('page[offset]=1');
});

it('asks at most two dozen times, and keeps a value that does not fail', async () => {
  let asked = 0;
  const small = await smallestFailing(fc.integer({ min: 0, max: 1_000_000 }), 999_983, async (value) => {
    asked += 1;
    return value > 17;
  });
  expect(asked).toBeLessThanOrEqual(24);
  expect(small).toBe(18);
  expect(await smallestFailing(fc.nat(), 5, async () => false)).toBe(5);
});
