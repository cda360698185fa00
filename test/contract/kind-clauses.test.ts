import { expect, test } from 'vitest';
import { loadFiles } from './own-contract.ts';

const book = {
  type: 'object',
  required: ['shelf'],
  properties: {
    shelf: { type: 'integer' },
    id: { type: 'string', readOnly: true },
    title: { type: 'string' },
    shop: { type: 'string', format: 'uuid' },
  },
};
const parameters = ['limit', 'offset', 'page', 'cursor', 'title', 'shop', 'sort'].map((name) => ({
  name,
  in: 'query',
  schema: { type: ['title', 'shop', 'cursor', 'sort'].includes(name) ? 'string' : 'integer' },
}));

/** The names of the clauses that a listing gets by what its annotation says, beside those of a bare one. */
async function namesWith(list: object): Promise<readonly string[]> {
  const { clauses } = await loadFiles({
    'openapi.yaml': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1.0.0' },
      paths: {
        '/books': {
          get: {
            operationId: 'list',
            'x-list': { items: '/data', identifier: '/id', ...list },
            parameters,
            responses: {
              200: {
                description: 'a page',
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: {
                        data: { type: 'array', items: book },
                        total: { type: 'integer' },
                        pages: { type: 'integer' },
                        more: { type: 'boolean' },
                        next: { type: 'string' },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    }),
  });
  return [...clauses.keys()].map((id) => id.replace('list/', '')).toSorted();
}

const sortedBy = (attribute: string) => ({
  sort: { asc: 'sort={attribute}', sortables: { [attribute]: `/${attribute}` } },
});

test.each([
  ['title', ['sort-absent']],
  ['shelf', []],
])('a listing sorted by %s has %j of records without it', async (attribute, names) => {
  const all = await namesWith(sortedBy(attribute));
  expect(all).toContain('sort-same-records');
  expect(all.filter((name) => name === 'sort-absent')).toEqual(names);
});

const limits = ['page-limit', 'page-limit-exact', 'page-limit-not-kept', 'parameters-optional'];
const bare = await namesWith({});

test('a listing with a parameter for any text has no 5xx status for that', () => {
  expect(bare).toContain('valid-not-crash');
});

test.each<readonly [object, readonly string[]]>([
  [{ order: ['/title asc'] }, ['order-stated']],
  [{ pageSize: 'limit' }, limits],
  [
    { pageSize: 'limit', offset: 'offset' },
    [
      'offset-tail',
      ...limits,
      'page-offset-alone',
      'page-offset-default',
      'page-offset-past-end',
      'page-offset-past-end-served',
      'pages-join',
    ],
  ],
  [{ pageSize: 'limit', pageIndex: 'page' }, [...limits, 'page-offset-past-end', 'pages-join']],
  [
    { pageSize: 'limit', inputToken: 'cursor', outputToken: '/next' },
    [
      'page-limit',
      'page-limit-not-kept',
      'pages-join',
      'parameters-optional',
      'token-ends',
      'token-invented',
      'token-invented-not-crash',
      'token-on-every-page',
    ],
  ],
  [{ total: '/total' }, ['total-constant', 'total-count']],
  [{ total: { at: '/total', counts: 'estimated' } }, []],
  [{ totalPages: '/pages', pageSize: 'limit' }, [...limits, 'total-pages']],
  [{ hasMore: '/more' }, ['has-more']],
  [
    { filter: { template: '{attribute}={value}', queryables: { title: '/title' }, operators: ['eq'] } },
    [
      'filter-case',
      'filter-eq-title-all',
      'filter-eq-title-only',
      'filter-none-matches',
      'filter-none-rejected',
      'filter-pages-exact',
      'filter-served',
    ],
  ],
  [
    { filter: { template: '{attribute}={value}', queryables: { shop: '/shop' }, operators: ['eq'] } },
    [
      'filter-eq-shop-all',
      'filter-eq-shop-only',
      'filter-none-matches',
      'filter-none-rejected',
      'filter-pages-exact',
      'filter-served',
    ],
  ],
  [
    { sort: { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables: { title: '/title' } } },
    [
      'sort-absent',
      'sort-by-title',
      'sort-descending',
      'sort-same-records',
      'sort-served',
      'sort-ties',
      'sort-unknown',
    ],
  ],
])('of a listing with %j more is stated', async (list, more) => {
  const names = await namesWith(list);
  expect(names.filter((name) => !bare.includes(name))).toEqual(more.toSorted());
});
