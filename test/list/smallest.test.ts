import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { smallestFailing } from '../../conformance/core/random-draws.ts';
import { filtersBy, misread, relist, respondWith } from '../../conformance/list/mutants.ts';
import { loadProof } from '../../conformance/proof/proof.ts';
import type { Mutant } from '../../src/http/exchange.ts';

const proof = await loadProof();

const orders = await loadProof({ openapi: join(import.meta.dirname, '../../examples/orders/openapi.yaml') });

/** The targets of the requests that a finding shows, decoded. */
async function shownBy(rule: string, wire: Mutant, { judged, faulty } = proof): Promise<string[]> {
  const results = await judged(faulty({ name: 'a server that breaks', wire }), { selected: [rule] });
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

it('shows the smallest page of a filter that large pages ignore', async () => {
  const targets = await shownBy(
    'node-products/filter-eq-name-only',
    misread(
      ({ limit = 0, hasOffset, shown, ...query }) =>
        filtersBy(query, 'name') && hasOffset && shown > 0 && limit >= seven && { filter: undefined },
    ),
  );
  expect(targets[0]).toContain(`page[limit]=${seven}`);
});

it('shows the smallest page of a sort that large pages reverse', async () => {
  const targets = await shownBy(
    'orders.list/sort-by-amount',
    relist(({ whole, further, size }) => further.has('direction') && size >= seven && whole.toReversed()),
    orders,
  );
  expect(targets[0]).toContain(`per_page=${seven}`);
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
