import { expect, it } from 'vitest';
import type { Answer, Item } from '../../conformance/core/evidence.ts';
import { beginComparisonWindow } from '../../conformance/recorded/comparison-window.ts';
import { sampleTarget } from '../report/sample.ts';

const node = { hierarchy: 'h', node: 'n' };

/** A page of some items, as it was read. */
function pageOf(items: readonly Item[]): Answer {
  const call = { method: 'GET', target: '/', headers: [] };
  const reply = { status: 200, headers: [], body: new Uint8Array(), ms: 1 };
  const exchange = { call, reply };
  return {
    ...exchange,
    operation: 'node-products',
    accepted: true,
    request: { defects: [] },
    body: { json: {} },
    page: { node, query: { isPlain: true }, items, size: items.length, links: [], turn: 1, exchange },
  }; // biome-ignore format: short
}

const item = (components: readonly string[]): Item => ({ isCurated: false, components });

it.each<[string, readonly Item[]]>([
  ['products', Array.from({ length: 125_000 }, () => item([]))],
  ['components', [item(Array.from({ length: 125_000 }, () => 'a'))]],
])('a stretch of a recording ends after 150,000 %s, which a few megabytes may hold', (_, items) => {
  const comparisonWindow = beginComparisonWindow(sampleTarget, new Map());
  comparisonWindow.take(pageOf(items), 0);
  expect(comparisonWindow.takesAt(0)).toBe(true);
  comparisonWindow.take(pageOf(items), 0);
  expect(comparisonWindow.takesAt(0)).toBe(false);
});
