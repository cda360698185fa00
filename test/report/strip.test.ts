import { expect, test } from 'vitest';
import type { ShownExchange } from '../../conformance/report/report.ts';
import { stripOf } from '../../conformance/report/strip.ts';

const letters = (text: string): string[] => [...text];

/** A response with the page of a listing: the query, how many records come before, and the ids. */
const page = (query: string, from: number | undefined, ids: string, selection = 'all'): ShownExchange => ({
  request: { method: 'GET', target: `/books?${query}`, headers: [] },
  response: { status: 200, headers: [], body: '', ms: 1 },
  page: { selection, ids: letters(ids), ...(from === undefined ? {} : { from }) },
});

/** Each row as text: a record is its id, with its mark in parentheses; a place without a record is a dot. */
const drawn = (...exchanges: ShownExchange[]): string[] | undefined =>
  stripOf(exchanges)?.rows.map(({ page: name, cells }) =>
    [name, ...cells.map((cell) => (cell ? cell.id + (cell.mark ? `(${cell.mark})` : '') : '.'))].join(' '),
  );

test('a record that two pages show is marked on both', () => {
  expect(drawn(page('page=1', 0, 'abc'), page('page=2', 3, 'cd'))).toEqual([
    'page=1 a b c(also at 4) . .',
    'page=2 . . . c(also at 3) d',
  ]);
});

test('a record that another page should show, and none does, is marked', () => {
  expect(drawn(page('page=2', 2, 'de'), page('limit=9', 0, 'abcde'))).toEqual([
    'limit=9 a b c(only here) d(also at 3) e(also at 4)',
    'page=2 . . d(also at 4) e(also at 5) .',
  ]);
});

test('pages that join have no marks', () => {
  expect(drawn(page('page=1', 0, 'ab'), page('page=2', 2, 'cd'))).toEqual([
    'page=1 a b . .',
    'page=2 . . c d',
  ]);
});

test('pages with tokens have no places: a record on two of them came twice', () => {
  const strip = [page('', 0, 'ab'), page('after=x', undefined, 'bc')];
  expect(drawn(...strip)).toEqual([' a b(twice)', 'after=x b(twice) c']);
  expect(stripOf(strip)?.places).toEqual([]);
});

test('of many places, those around the marks are shown', () => {
  const whole = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const strip = stripOf([page('limit=36', 0, whole), page('offset=30', 30, '3')]);
  expect(strip?.places).toEqual([27, 28, 29, 30, 31, 32, 33, 34]);
});

test.each([
  ['without a mark', 'b', Array.from({ length: 24 }, (_, index) => index + 1)],
  ['that shows a record again', 'a', Array.from({ length: 24 }, (_, index) => index + 1)],
])('a page at the end of all integers %s has a strip of the first places', (_, id, places) => {
  const strip = stripOf([page('page=0', 0, 'a'), page('page=9007199254740990', 9007199254740990, id)]);
  expect(strip?.places).toEqual(places);
  expect(strip?.rows.map(({ cells }) => cells.length)).toEqual([24, 24]);
});

test.each([
  ['one page', [page('page=1', 0, 'ab')]],
  ['the same page twice', [page('page=1', 0, 'ab'), page('page=1', 0, 'ba')]],
  ['pages under two filters', [page('', 0, 'ab'), page('name=a', 0, 'a', 'name=a')]],
])('%s is no strip', (_, exchanges) => {
  expect(stripOf(exchanges)).toBeUndefined();
});
