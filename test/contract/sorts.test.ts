import { expect, it } from 'vitest';
import { readSort, readSortForm } from '../../src/contract/list-sorts.ts';

const form = (asc: string, desc: string) =>
  readSortForm(
    { asc, desc, sortables: { title: '/title', year: '/year' } },
    { schemaOf: () => ({}), parameter: () => ({}), isRepeated: () => false },
    () => 'openapi.yaml:1',
  );

const read = (
  [asc, desc]: readonly [string, string],
  query: string,
  defaults: Readonly<Record<string, string>>,
): string | undefined => {
  const key = readSort(form(asc, desc), new URLSearchParams(query), new Map(Object.entries(defaults)));
  return typeof key === 'object' ? `${key.attribute} ${key.isDescending ? 'desc' : 'asc'}` : key;
};

const bySign = ['sort={attribute}', 'sort=-{attribute}'] as const;
const byOrder = ['sort={attribute}', 'sort={attribute}&order=desc'] as const;
const byDirection = ['sort={attribute}&direction=asc', 'sort={attribute}&direction=desc'] as const;

it.each([
  ['without a sort', bySign, '', {}, undefined],
  ['by sign', bySign, 'sort=-year', {}, 'year desc'],
  ['by an attribute that is no sortable', bySign, 'sort=price', {}, 'unknown'],
  ['with the default of a direction only', byOrder, '', { order: 'asc' }, undefined],
  ['with a direction only', byOrder, 'order=desc', { order: 'asc' }, undefined],
  ['with a direction that is left out', byOrder, 'sort=title', { order: 'asc' }, 'title asc'],
  ['with a direction that is the default', byOrder, 'sort=title&order=asc', { order: 'asc' }, 'title asc'],
  ['with the other direction', byOrder, 'sort=title&order=desc', { order: 'asc' }, 'title desc'],
  ['with a direction that no template has', byOrder, 'sort=title&order=up', { order: 'asc' }, 'unknown'],
  ['with defaults of both', byDirection, '', { sort: 'year', direction: 'desc' }, 'year desc'],
  ['with the default direction', byDirection, 'sort=title', { direction: 'desc' }, 'title desc'],
] as const)('reads a sort %s', (_, templates, query, defaults, expected) => {
  expect(read(templates, query, defaults)).toBe(expected);
});
