import { expect, test } from 'vitest';
import { completeReading } from '../../conformance/list/complete-reading.ts';
import { listingOf } from './listings.ts';
import { pageOf } from './pages.ts';

test.each([
  ['the products that it shows', 13, 13],
  ['no number', undefined, 13],
  ['more products than it shows', 14, undefined],
  ['fewer products than it shows', 12, undefined],
])('a listing that counts %s', (_, total, known) => {
  const pages = [pageOf({ limit: 100, offset: 0 }, 13, total)];
  const listing = listingOf(pages, { collection: { operation: 'node-products', values: ['h', 'n'] } });
  expect(completeReading(listing)?.items.length).toBe(known);
});
