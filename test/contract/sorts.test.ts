import { expect, it } from 'vitest';
import { readSort, readSortForm } from '../../src/contract/list-sorts.ts';
import type { JsonObject } from '../../src/json/json.ts';

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

const sortsWith = (asc: string, desc: string, schemas: Readonly<Record<string, JsonObject>>): string[] => {
  const { keys } = readSortForm(
    { asc, desc, sortables: { title: '/title', year: '/year' } },
    { schemaOf: () => ({}), parameter: (name) => schemas[name], isRepeated: () => false },
    () => 'openapi.yaml:1',
  );
  return keys.map(({ attribute, isDescending }) => `${attribute} ${isDescending ? 'desc' : 'asc'}`);
};

it.each([
  ['any', {}, ['title asc', 'title desc', 'year asc', 'year desc']],
  [
    'those of an enum',
    { type: 'string', enum: ['title', 'year', '-year'] },
    ['title asc', 'year asc', 'year desc'],
  ],
  [
    'those of a pattern',
    { type: 'string', pattern: '^(-title|-?year)$' },
    ['title desc', 'year asc', 'year desc'],
  ],
  ['those of a list', { type: 'array', items: { enum: ['title', '-year'] } }, ['title asc', 'year desc']],
  [
    'those of one alternative',
    { anyOf: [{ enum: ['title', 'year'] }, { type: 'null' }] },
    ['title asc', 'year asc'],
  ],
] as const)('asks only for sorts that the schema of the parameter allows: %s', (_, schema, expected) => {
  expect(sortsWith(...bySign, { sort: schema as unknown as JsonObject })).toEqual(expected);
});

it('asks only for directions that the schema of their parameter allows', () => {
  const schemas = { sort: {}, direction: { type: 'string', enum: ['asc'] } };
  expect(sortsWith(...byDirection, schemas)).toEqual(['title asc', 'year asc']);
});

it('names a sortable that the schema of the parameter allows in no direction', () => {
  expect(() => sortsWith(...bySign, { sort: { type: 'string', enum: ['year', '-year'] } })).toThrow(
    'openapi.yaml:1: no request can sort by title, because the schema of the parameter does not allow sort=title or sort=-title; correct the schema or the template, or remove title.',
  );
});

// As Spring reads a sort.
it('asks for sorts with a comma within an item of a list', () => {
  const sort = { type: 'array', items: { type: 'string', pattern: '^(title|year)(,(asc|desc))?$' } };
  expect(sortsWith('sort={attribute},asc', 'sort={attribute},desc', { sort })).toEqual([
    'title asc',
    'title desc',
    'year asc',
    'year desc',
  ]);
});
