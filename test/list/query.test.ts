import { describe, expect, it } from 'vitest';
import { betweenWords, countWords } from '../../conformance/list/pages/rules.ts';
import { constraintsOfParameters } from '../../conformance/list/parameters/rules.ts';
import { pageWords, readQueryOf } from '../../conformance/list/query.ts';
import { totalWords } from '../../conformance/list/totals/rules.ts';
import { loadDocument } from '../contract/own-contract.ts';
import { contractOf, documentOf, listIn, readerOf, styles, things } from './listings.ts';

const contract = await contractOf(
  'offset',
  "filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }",
);
const list = listIn(contract);

describe('the query of a listing', () => {
  it.each([
    ['has only parameters of the contract', '?offset=1&limit=2&name=x', true],
    ['has none', '', true],
    ['has another parameter', '?offset=1&other=2', false],
    ['names a parameter twice', '?limit=1&limit=2', false],
    ['has two places', '?offset=1&offset=1', false],
    ['has two filters', '?name=x&name=y', false],
    ['has brackets that are not encoded', '?name=x[1]', false],
    ['has no integer', '?limit=abc', false],
    ['has a negative number', '?offset=-1', false],
    ['has fifteen digits', '?offset=123456789012345', true],
    ['has sixteen digits', '?offset=1234567890123456', false],
  ])('%s: %s', (_, query, isDefined) => {
    expect(readQueryOf(list, `/things${query}`).isDefined).toBe(isDefined);
  });

  it('is read into its parts', () => {
    expect(readQueryOf(list, '/things?name=x&offset=4&limit=2&sort=-name')).toMatchObject({
      filter: 'eq(name,x)',
      offset: 4,
      limit: 2,
      place: '4',
    });
    expect(readQueryOf(list, '/things')).not.toHaveProperty('offset');
  });

  it('has the same filter in whatever order its parameters are', async () => {
    const filter =
      "filter: { template: '{attribute}={value}', queryables: { name: /name, type: /type }, operators: { eq: { means: eq, on: [name] }, q: { means: contains, on: [type], template: 'sort={value}' } } }";
    const both = listIn(await contractOf('offset', filter));
    const readings = ['?name=x&limit=2&sort=y', '?sort=y&name=x&limit=2'].map(
      (query) => readQueryOf(both, `/things${query}`).filter,
    );
    expect(readings).toEqual(['eq(name,x) and q(type,y)', 'eq(name,x) and q(type,y)']);
  });

  it('is named by its parameters', () => {
    expect(pageWords(readQueryOf(list, '/things?name=x&offset=4&limit=2'))).toBe('name=x&limit=2&offset=4');
    expect(pageWords(readQueryOf(list, '/things'))).toBe('the listing without parameters');
    expect(pageWords(readQueryOf(list, '/things?limit=2&other=1'))).toBe('limit=2 (in another spelling)');
  });
});

it('no text is due as a token that the server did not return, however its schema bounds it', async () => {
  const bounded = 'schema: { type: string, minLength: 2, maxLength: 9, pattern: ^a, enum: [ab, ac] }';
  const document = documentOf(styles.token)
    .replace('name: cursor, in: query, schema: { type: string }', `name: cursor, in: query, ${bounded}`)
    .replace('name: name, in: query, schema: { type: string }', `name: name, in: query, ${bounded}`);
  const bounds = constraintsOfParameters(await loadDocument(document), 'listThings');
  const names = ['name-enum', 'name-maxLength', 'name-minLength', 'name-pattern'];
  expect(
    bounds
      .map(({ clause }) => clause.id)
      .filter((id) => !/limit|page/.test(id))
      .toSorted(),
  ).toEqual(
    [
      'listThings/parameter-offset-minimum',
      'listThings/parameter-offset-type',
      ...names.map((name) => `listThings/parameter-${name}`),
    ].toSorted(),
  );
});

describe('a wrong total is explained', () => {
  const said = (query: string, ids: string, total: number, whole?: number) =>
    totalWords(readerOf(contract)(query, { items: things(...ids), total }), whole);

  it.each([
    ['by the size of the page', '?offset=0&limit=5', 'ab', 2, 9, '2, the number of things on this page'],
    ['by the limit', '?offset=0&limit=5', 'ab', 5, 9, '5, the same as limit'],
    [
      'by the end of the page',
      '?offset=4&limit=5',
      'ab',
      6,
      9,
      '6, the number of things up to the end of this page',
    ],
    ['by what is left', '?offset=4&limit=3', 'ab', 5, 9, '5, the number of things from offset on'],
    ['by too many', '?offset=0&limit=5', 'ab', 12, 9, '12, more than all things of the collection'],
    ['by nothing', '?offset=0&limit=5', 'ab', 7, 9, '7'],
    ['by nothing at the first record', '?offset=0&limit=5', 'ab', 9, 9, '9'],
  ])('%s', (_, query, ids, total, whole, expected) => {
    expect(said(query, ids, total, whole)).toBe(expected);
  });

  it('by what the other wrong totals are, too, where numbers of one page are equal by chance', () => {
    const read = readerOf(contract);
    const last = read('?offset=7&limit=5', { items: things(...'ab'), total: 2 });
    const other = read('?offset=4&limit=3', { items: things(...'abc'), total: 5 });
    expect(totalWords(last, 9, [last])).toBe('2, the number of things on this page');
    expect(totalWords(last, 9, [last, other])).toBe('2, the number of things from offset on');
  });
});

it('numbers of records are in words', () => {
  const { nouns } = list;
  expect([betweenWords(nouns, 2, 2), betweenWords(nouns, 1, 3)]).toEqual([
    '2 things',
    'at least 1 and at most 3 things',
  ]);
  expect([countWords(nouns, 1, 1), countWords(nouns, 2, 3), countWords(nouns, 2, undefined)]).toEqual([
    '1 thing',
    '2 things (`holds` of the target file names 3)',
    '2 things',
  ]);
});
