import { expect, it } from 'vitest';
import { type ListStructure, offsetOf, writtenOffset } from '../../src/contract/list.ts';

/** A listing whose parameter counts records, or pages from a first one on, which hold so many by default. */
const listing = (firstPage?: number, usual?: number) => ({ firstPage, usual }) as ListStructure;

it('an offset is written as it is', () => {
  expect(offsetOf(listing(), 7)).toBe(7);
  expect(writtenOffset(listing(), 7, 5)).toBe(7);
});

it('the number of a page says how many records are before it', () => {
  expect([1, 2, 3].map((page) => offsetOf(listing(1), page, 5))).toEqual([0, 5, 10]);
  expect([0, 1, 2].map((page) => offsetOf(listing(0, 20), page))).toEqual([0, 20, 40]);
  expect([1, 2].map((page) => offsetOf(listing(1), page))).toEqual([0, undefined]);
  expect(offsetOf(listing(1), 0, 5)).toBeUndefined();
});

it('a page is named in which an offset is', () => {
  expect([0, 4, 5, 14].map((offset) => writtenOffset(listing(1), offset, 5))).toEqual([1, 1, 2, 3]);
  expect([0, 3].map((offset) => writtenOffset(listing(0, 1), offset))).toEqual([0, 3]);
  expect(writtenOffset(listing(1), 5)).toBe(1);
  expect(writtenOffset(listing(1), 5, 0)).toBe(1);
});
