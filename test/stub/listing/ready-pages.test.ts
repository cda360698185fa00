import { expect, it } from 'vitest';
import type { Listed } from '../../../src/stub/listing/listed.ts';
import { createReadyPages } from '../../../src/stub/listing/ready-pages.ts';

const emptyListing: Listed<never> = { entries: [], select: () => [], sort: () => [] };

/** A page of so many bytes, and how often it was written. */
function pageOf(bytes: number) {
  let written = 0;
  const write = (): { body: Uint8Array } => {
    written += 1;
    return { body: new Uint8Array(bytes) };
  };
  return { write, written: () => written };
}

const at = (offset: number, kept = '', address = 'http://127.0.0.1/products') => ({
  address,
  kept,
  page: { offset, limit: 100 },
});

it('writes a page once, as long as the same is asked for', () => {
  const ready = createReadyPages();
  const { write, written } = pageOf(10);
  expect(ready(emptyListing, at(0), write)).toBe(ready(emptyListing, at(0), write));
  expect(written()).toBe(1);
});

it.each([
  ['offset', emptyListing, at(100)],
  ['limit', emptyListing, { ...at(0), page: { offset: 0, limit: 99 } }],
  ['filter', emptyListing, at(0, 'filter=eq(name,Tent)')],
  ['empty filter', emptyListing, at(0, 'filter=')],
  ['address', emptyListing, at(0, '', 'http://localhost/products')],
  ['listing', { ...emptyListing }, at(0)],
])('writes another page for another %s', (_, listing, position) => {
  const ready = createReadyPages();
  const { write, written } = pageOf(10);
  ready(emptyListing, at(0), write);
  ready(listing, position, write);
  expect(written()).toBe(2);
});

it('forgets the pages that were not asked for the longest time', () => {
  const ready = createReadyPages();
  const { write, written } = pageOf(1024 * 1024);
  for (let offset = 0; offset < 7; offset += 1) ready(emptyListing, at(offset), write);
  ready(emptyListing, at(0), write);
  expect(written()).toBe(7);
  ready(emptyListing, at(7), write);
  ready(emptyListing, at(0), write);
  expect(written()).toBe(8);
  ready(emptyListing, at(1), write);
  expect(written()).toBe(9);
});

it('keeps no page that is larger than all that are kept, and no more filters than that', () => {
  const ready = createReadyPages();
  const huge = pageOf(9 * 1024 * 1024);
  ready(emptyListing, at(0), huge.write);
  ready(emptyListing, at(0), huge.write);
  expect(huge.written()).toBe(2);
  const { write, written } = pageOf(10);
  const long = 'a'.repeat(3 * 1024 * 1024);
  for (const first of ['a', 'b', 'c', 'a']) ready(emptyListing, at(0, first + long), write);
  expect(written()).toBe(4);
});
