import { expect, it } from 'vitest';
import type { Item, ReadExchange } from '../../conformance/core/evidence.ts';
import { kinds } from '../../conformance/kinds.ts';
import { beginComparisonWindow } from '../../conformance/recorded/comparison-window.ts';
import { listOf } from '../../src/contract/list.ts';
import { sampleTarget } from '../report/sample.ts';
import { contract } from '../shipped.ts';

const list = listOf(contract);

const collection = { operation: 'node-products', values: ['h', 'n'] };

/** A page of some items, as it was read. */
function pageOf(items: readonly Item[]): ReadExchange {
  const request = { method: 'GET', target: '/', headers: [] };
  const response = { status: 200, headers: [], body: new Uint8Array(), ms: 1 };
  const exchange = { id: 1, request, response };
  return {
    ...exchange,
    operation: 'node-products',
    accepted: true,
    requestContent: { defects: [] },
    body: { json: {} },
    page: { collection, query: { isDefined: true, list, bounds: list.bounds }, items, size: items.length, links: [], turn: 1, exchange },
  }; // biome-ignore format: short
}

const { page, ...other } = pageOf([]);
const long = 24 * 3_600_000;

it.each([
  ['a page', pageOf([]), false],
  ['a listing that was not served', { ...other, ...(page ? { unserved: page } : {}) }, false],
  ['anything else', other, true],
])('a pause that ends a stretch of a recording begins with %s: %#', (_, exchange, takesLater) => {
  const comparisonWindow = beginComparisonWindow(contract, sampleTarget, kinds);
  comparisonWindow.take(exchange, 0);
  expect(comparisonWindow.takesAt(long)).toBe(takesLater);
});

it('a stretch of a recording ends after 150,000 records, which a few megabytes may hold', () => {
  const items = Array.from({ length: 125_000 }, (): Item => ({ values: {}, isPinned: false }));
  const comparisonWindow = beginComparisonWindow(contract, sampleTarget, kinds);
  comparisonWindow.take(pageOf(items), 0);
  expect(comparisonWindow.takesAt(0)).toBe(true);
  comparisonWindow.take(pageOf(items), 0);
  expect(comparisonWindow.takesAt(0)).toBe(false);
});
