import { describe, expect, test } from 'vitest';
import {
  type FilterForm,
  readConditions,
  readFilterForm,
  writeConditions,
} from '../../src/contract/list-filters.ts';
import { readSort, readSortForm, type SortForm, writeSort } from '../../src/contract/list-sorts.ts';
import { type Pair, readTemplate, writePairs } from '../../src/contract/templates.ts';
import type { Json, JsonObject, Path } from '../../src/json/json.ts';

const where = (path: Path): string => `api.yaml:${path.join('.')}`;

const has = { schemaOf: () => ({}), parameter: () => ({}), isRepeated: () => false };

const formOf = (stated: JsonObject): FilterForm => readFilterForm(stated, has, where);

const sortOf = (stated: JsonObject): SortForm => readSortForm(stated, has, where);

const pairsIn = (query: string): Pair[] => [...new URLSearchParams(query)];

type Style = {
  readonly style: string;
  readonly filter: JsonObject;
  readonly condition: readonly [operator: string, attribute: string, value: string];
  /** As it is sent. */
  readonly query: string;
};

const operators = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name, index) => [name, ['eq', 'ne', 'gt', 'ge', 'lt', 'le'][index] ?? 'eq']));

const pocketBase = {
  template: "filter=({attribute}{operator}'{value}')",
  queryables: { name: '/name', size: { at: '/size', template: 'filter=({attribute}{operator}{value})' } },
  operators: operators('=', '!=', '>', '>='),
  and: '&&',
};

const styles: readonly Style[] = [
  {
    style: 'the shipped contract',
    filter: {
      template: 'filter={operator}({attribute},{value})',
      queryables: { name: '/attributes/name', id: '/id' },
      operators: { eq: { means: 'eq', on: 'name' }, in: { means: 'in', on: 'id' } },
    },
    condition: ['eq', 'name', 'Tent'],
    query: 'filter=eq(name,Tent)',
  },
  {
    style: 'plain',
    filter: { template: '{attribute}={value}', queryables: { name: '/name' }, operators: ['eq'] },
    condition: ['eq', 'name', 'Tent & pole'],
    query: 'name=Tent%20%26%20pole',
  },
  {
    style: 'the recommendation of JSON:API',
    filter: {
      template: 'filter[{attribute}]={value}',
      queryables: { post: '/post' },
      operators: ['eq', 'in'],
    },
    condition: ['in', 'post', '1,2'],
    query: 'filter%5Bpost%5D=1,2',
  },
  {
    style: 'Directus',
    filter: {
      template: 'filter[{attribute}][{operator}]={value}',
      queryables: { first_name: '/first_name' },
      operators: operators('_eq', '_neq'),
    },
    condition: ['_neq', 'first_name', 'Rijk'],
    query: 'filter%5Bfirst_name%5D%5B_neq%5D=Rijk',
  },
  {
    style: 'Strapi',
    filter: {
      template: 'filters[{attribute}][{operator}]={value}',
      queryables: { username: '/username' },
      operators: operators('$eq', '$ne'),
    },
    condition: ['$eq', 'username', 'John'],
    query: 'filters%5Busername%5D%5B%24eq%5D=John',
  },
  {
    style: 'TMF630',
    filter: {
      template: '{attribute}.{operator}={value}',
      queryables: { price: '/price' },
      operators: { gte: 'ge' },
    },
    condition: ['gte', 'price', '5'],
    query: 'price.gte=5',
  },
  {
    style: 'AIP-160',
    filter: {
      template: 'filter={attribute} {operator} "{value}"',
      queryables: { a: '/a' },
      operators: { '=': 'eq', '<=': 'le' },
    },
    condition: ['<=', 'a', 'foo'],
    query: 'filter=a%20%3C%3D%20%22foo%22',
  },
  {
    style: 'PostgREST',
    filter: {
      template: '{attribute}={operator}.{value}',
      queryables: { age: '/age' },
      operators: {
        ...operators('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
        in: { means: 'in', template: '{attribute}=in.({value})' },
      },
    },
    condition: ['in', 'age', '13,14'],
    query: 'age=in.(13,14)',
  },
  {
    style: 'json-server 0.17',
    filter: {
      template: '{attribute}_{operator}={value}',
      queryables: { views: '/views' },
      operators: { eq: { means: 'eq', template: '{attribute}={value}' }, gte: 'ge', ne: 'ne' },
    },
    condition: ['gte', 'views', '10'],
    query: 'views_gte=10',
  },
  {
    style: 'PocketBase, a text',
    filter: pocketBase,
    condition: ['!=', 'name', 'x'],
    query: 'filter=(name!%3D%27x%27)',
  },
  {
    style: 'PocketBase, a number',
    filter: pocketBase,
    condition: ['>=', 'size', '5'],
    query: 'filter=(size%3E%3D5)',
  },
  {
    style: 'OData, a function',
    filter: {
      template: "$filter={attribute} {operator} '{value}'",
      queryables: {
        Name: '/Name',
        Price: { at: '/Price', template: '$filter={attribute} {operator} {value}' },
      },
      operators: {
        ...operators('eq', 'ne', 'gt'),
        contains: { means: 'contains', on: 'Name', template: "$filter=contains({attribute},'{value}')" },
        in: { means: 'in', on: 'Name', template: "$filter={attribute} in ('{value}')" },
      },
      and: ' and ',
      or: ' or ',
    },
    condition: ['contains', 'Name', 'Milk'],
    query: '%24filter=contains(Name,%27Milk%27)',
  },
  {
    style: 'RSQL',
    filter: {
      template: 'query={attribute}{operator}{value}',
      queryables: { year: '/year' },
      operators: operators('==', '!=', '=gt=', '=ge='),
      and: ';',
      or: ',',
    },
    condition: ['=ge=', 'year', '2003'],
    query: 'query=year%3Dge%3D2003',
  },
  {
    style: 'SCIM',
    filter: {
      template: 'filter={attribute} {operator} "{value}"',
      queryables: { userName: '/userName' },
      operators: { eq: 'eq', co: 'contains', sw: 'startswith', ew: 'endswith' },
    },
    condition: ['sw', 'userName', 'bj'],
    query: 'filter=userName%20sw%20%22bj%22',
  },
  {
    style: 'FHIR, a prefix',
    filter: {
      template: '{attribute}={operator}{value}',
      queryables: { birthdate: '/birthDate' },
      operators: { eq: { means: 'eq', template: '{attribute}={value}' }, ge: 'ge', le: 'le' },
    },
    condition: ['ge', 'birthdate', '2000-01-01'],
    query: 'birthdate=ge2000-01-01',
  },
  {
    style: 'an attribute in a parameter of its own',
    filter: {
      template: 'by={attribute}&value={value}',
      queryables: { name: '/name', slug: '/slug' },
      operators: ['eq'],
    },
    condition: ['eq', 'slug', 'a b'],
    query: 'by=slug&value=a%20b',
  },
];

type JoinedConditions = Parameters<typeof writeConditions>[1];

const conditionsOf = (...all: readonly Style['condition'][]): JoinedConditions => ({
  conditions: all.map(([operator, attribute, value]) => ({ operator, attribute, value })),
});

describe('a condition is written and read back', () => {
  test.each(styles)('$style', ({ filter, condition, query }) => {
    const form = formOf(filter);
    const conditions = conditionsOf(condition);
    const pairs = writeConditions(form, conditions);
    expect(pairs && writePairs(pairs)).toBe(query);
    expect(readConditions(form, pairsIn(query))).toEqual({
      conditions: [conditions],
      unread: [],
    });
  });
});

const styleOf = (name: string): FilterForm =>
  formOf(styles.find(({ style }) => style.startsWith(name))?.filter ?? {});

describe('two conditions', () => {
  test.each([
    [
      'in one parameter',
      'OData',
      ['eq', 'Name', 'Milk'],
      ['gt', 'Price', '3'],
      '%24filter=Name%20eq%20%27Milk%27%20and%20Price%20gt%203',
    ],
    [
      'in parentheses',
      'PocketBase',
      ['=', 'name', 'x'],
      ['>', 'size', '3'],
      'filter=(name%3D%27x%27)%26%26(size%3E3)',
    ],
  ] as const)('%s', (_, style, one, other, query) => {
    const form = styleOf(style);
    const both: JoinedConditions = { ...conditionsOf(one, other), join: 'and' };
    const pairs = writeConditions(form, both);
    expect(pairs && writePairs(pairs)).toBe(query);
    expect(readConditions(form, pairsIn(query)).conditions).toEqual([both]);
  });
  test('are further parameters without a text between them', () => {
    const form = formOf({
      template: '{attribute}={operator}.{value}',
      queryables: { age: '/age', name: '/name' },
      operators: ['eq', 'gt'],
    });
    const pairs = writeConditions(form, conditionsOf(['gt', 'age', '3'], ['eq', 'name', 'x']));
    expect(pairs && writePairs(pairs)).toBe('age=gt.3&name=eq.x');
    expect(readConditions(form, pairs ?? []).conditions).toHaveLength(2);
  });
  test('of one parameter cannot be written without a text between them', () => {
    expect(
      writeConditions(styleOf('the shipped'), conditionsOf(['eq', 'name', 'a'], ['in', 'id', '1'])),
    ).toBe(undefined);
  });
  test('a value may contain the text between conditions', () => {
    const query = "$filter=Name eq 'rock and roll'";
    expect(readConditions(styleOf('OData'), pairsIn(query)).conditions).toEqual([
      conditionsOf(['eq', 'Name', 'rock and roll']),
    ]);
  });
  test('one of which holds', () => {
    const form = styleOf('RSQL');
    const either: JoinedConditions = {
      ...conditionsOf(['==', 'year', '1'], ['=gt=', 'year', '5']),
      join: 'or',
    };
    expect(writePairs(writeConditions(form, either) ?? [])).toBe('query=year%3D%3D1,year%3Dgt%3D5');
    expect(readConditions(form, pairsIn('query=year==1,year=gt=5')).conditions).toEqual([either]);
  });
});

describe('what the contract does not know', () => {
  test('an operator is read as such', () => {
    expect(readConditions(styleOf('Directus'), pairsIn('filter[first_name][_assay]=x')).conditions).toEqual([
      conditionsOf(['_assay', 'first_name', 'x']),
    ]);
  });
  test('an attribute of a family of parameters is read as such', () => {
    expect(readConditions(styleOf('the recommendation'), pairsIn('filter[colour]=x')).conditions).toEqual([
      conditionsOf(['eq', 'colour', 'x']),
    ]);
  });
  test('an attribute that is a parameter of its own is another parameter', () => {
    expect(readConditions(styleOf('plain'), pairsIn('colour=x'))).toEqual({ conditions: [], unread: [] });
  });
  test('what cannot be read is left as it is', () => {
    expect(readConditions(styleOf('OData'), pairsIn('$filter=Name eq')).unread).toEqual([
      ['$filter', 'Name eq'],
    ]);
  });
});

const sorts: readonly (readonly [
  style: string,
  asc: string,
  desc: string,
  attribute: string,
  query: string,
])[] = [
  ['JSON:API, PocketBase, Directus', 'sort={attribute}', 'sort=-{attribute}', 'created', 'sort=-created'],
  ['Strapi', 'sort={attribute}:asc', 'sort={attribute}:desc', 'name', 'sort=name%3Adesc'],
  ['AIP-132', 'order_by={attribute}', 'order_by={attribute} desc', 'foo', 'order_by=foo%20desc'],
  ['json-server 1', '_sort={attribute}', '_sort=-{attribute}', 'views', '_sort=-views'],
  [
    'SCIM',
    'sortBy={attribute}&sortOrder=ascending',
    'sortBy={attribute}&sortOrder=descending',
    'userName',
    'sortBy=userName&sortOrder=descending',
  ],
  ['OData', '$orderby={attribute}', '$orderby={attribute} desc', 'Name', '%24orderby=Name%20desc'],
  ['PostgREST', 'order={attribute}.asc', 'order={attribute}.desc', 'age', 'order=age.desc'],
  [
    'json-server 0.17',
    '_sort={attribute}&_order=asc',
    '_sort={attribute}&_order=desc',
    'views',
    '_sort=views&_order=desc',
  ],
];

describe('a sort is written and read back', () => {
  test.each(sorts)('%s', (_, asc, desc, attribute, query) => {
    const form = sortOf({ asc, desc, sortables: { [attribute]: '/at', other: '/other' } });
    const key = { attribute, place: ['at'], schema: {}, isDescending: true };
    expect(writePairs(writeSort(form, key) ?? [])).toBe(query);
    expect(readSort(form, pairsIn(query))).toEqual(key);
    const ascending = { ...key, isDescending: false };
    expect(readSort(form, writeSort(form, ascending) ?? [])).toEqual(ascending);
    expect(readSort(form, writeSort(form, { attribute: 'nobody', isDescending: true }) ?? [])).toBe(
      'unknown',
    );
    expect(readSort(form, [['page', '2']])).toBe(undefined);
  });
});

describe('what is wrong is named with its line', () => {
  const good = { template: '{attribute}={value}', queryables: { name: '/name' }, operators: ['eq'] };
  const strict = {
    schemaOf: (place: Path) => (['name', 'size'].includes(String(place)) ? {} : undefined),
    parameter: (name: string) => (['name', 'sort'].includes(name) ? {} : undefined),
    isRepeated: () => false,
  };
  test.each<readonly [string, Json, string]>([
    ['no object', 'x', 'api.yaml:: filter is no object; write template, queryables and operators.'],
    [
      'an unknown keyword',
      { ...good, ors: ',' },
      'api.yaml:ors: a filter has no "ors"; it has template, queryables, operators, and, or.',
    ],
    [
      'no template',
      { ...good, template: 1 },
      'api.yaml:template: the template is no text; write one such as {attribute}={value}.',
    ],
    [
      'a template without a value',
      { ...good, template: '{attribute}=1' },
      'api.yaml:template: the template "{attribute}=1" has no {value}; correct the template.',
    ],
    [
      'a misspelt placeholder',
      { ...good, template: '{name}={value}' },
      'api.yaml:template: the template "{name}={value}" has {name}, which nothing is filled in for; correct the template.',
    ],
    [
      'a template that is no parameter',
      { ...good, template: '{attribute}' },
      'api.yaml:template: the template "{attribute}" has a part that is not name=value; correct the template.',
    ],
    [
      'an unknown parameter',
      { ...good, template: 'q={attribute}:{value}' },
      'api.yaml:template: the operation has no parameter q; correct the name.',
    ],
    [
      'an attribute that is no parameter',
      { ...good, queryables: { size: '/size' } },
      'api.yaml:template: the operation has no parameter size; correct the name.',
    ],
    [
      'an unknown place',
      { ...good, queryables: { name: '/nome' } },
      'api.yaml:queryables.name: no record has /nome; correct the place.',
    ],
    [
      'no queryables',
      { ...good, queryables: {} },
      'api.yaml:queryables: no queryables are named; write each attribute with its place in a record.',
    ],
    [
      'an unknown meaning',
      { ...good, operators: ['like'] },
      'api.yaml:operators.0: no operator can mean "like"; use one of eq, ne, gt, ge, lt, le, in, contains, startswith, endswith.',
    ],
    [
      'an unknown attribute',
      { ...good, operators: { eq: { means: 'eq', on: 'nome' } } },
      'api.yaml:operators.eq: "nome" is no attribute of queryables; use name.',
    ],
    [
      'an unknown keyword of an operator',
      { ...good, operators: { eq: { means: 'eq', parameter: 'x' } } },
      'api.yaml:operators.eq.parameter: an operator has no keyword "parameter"; use means, on, template.',
    ],
    [
      'two operators that are written alike',
      { ...good, operators: ['gt', 'lt'] },
      'api.yaml:operators.1: lt of name is written as gt of name is, name={value}; give one of them {operator} or a template of its own, or leave both out: a search in several attributes is not checked.',
    ],
    [
      'no text between',
      { ...good, and: '' },
      'api.yaml:and: "and" is no text; write what is between two conditions.',
    ],
  ])('%s', (_, stated, message) => {
    expect(() => readFilterForm(stated, strict, where)).toThrow(message);
  });
  test.each<readonly [string, Json, string]>([
    ['no object', [], 'api.yaml:: sort is no object; write asc, desc and sortables.'],
    [
      'no attribute',
      { asc: 'sort=name', sortables: { name: '/name' } },
      'api.yaml:asc: the template of asc has no {attribute}; write one such as sort={attribute}.',
    ],
    [
      'an unknown parameter',
      { asc: 'order={attribute}', sortables: { name: '/name' } },
      'api.yaml:asc: the operation has no parameter order; correct the name.',
    ],
    [
      'an unknown place',
      { asc: 'sort={attribute}', sortables: { name: '/nome' } },
      'api.yaml:sortables.name: no record has /nome; correct the place.',
    ],
    [
      'an object instead of a place',
      { asc: 'sort={attribute}', sortables: { name: { at: '/name' } } },
      'api.yaml:sortables.name: {"at":"/name"} is not a place in a record; write a pointer such as /name.',
    ],
    [
      'no sortables',
      { asc: 'sort={attribute}' },
      'api.yaml:sortables: no sortables are named; write each attribute with its place in a record.',
    ],
    [
      'an unknown keyword',
      { ascending: '', asc: 'sort={attribute}' },
      'api.yaml:ascending: a sort has no "ascending"; it has asc, desc, sortables.',
    ],
  ])('a sort: %s', (_, stated, message) => {
    expect(() => readSortForm(stated, strict, where)).toThrow(message);
  });
  test('a template that has an empty name', () => {
    expect(readTemplate('={value}', ['value'])).toEqual({ wrong: 'has a part that is not name=value' });
  });
});
