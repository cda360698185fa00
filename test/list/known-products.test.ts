import { expect, test } from 'vitest';
import { completeReading } from '../../conformance/list/filters/claims.ts';
import { pageOf } from './pages.ts';

test.each([
  ['the products that it shows', 13, 13],
  ['no number', undefined, 13],
  ['more products than it shows', 14, undefined],
  ['fewer products than it shows', 12, undefined],
])('a listing that counts %s', (_, total, known) => {
  const pages = [pageOf({ limit: 100, offset: 0 }, 13, total)];
  const listing = {
    collection: { operation: 'node-products', values: ['h', 'n'] },
    pages,
    others: [],
    unserved: [],
    excluded: [],
    created: new Set<string>(),
  };
  expect(completeReading({ ...listing, knownInParent: new Map() })?.items.length).toBe(known);
});
