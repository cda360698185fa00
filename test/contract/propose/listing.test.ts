import { describe, expect, it } from 'vitest';
import { proposalsIn } from '../../../src/contract/proposals.ts';
import { listOfProposals } from '../../../src/contract/propose/proposal.ts';
import { at, isObject, type Json, type JsonObject } from '../../../src/json/json.ts';

type Sketch = {
  /** Query parameters, each with its schema, or its type. */
  readonly query?: Readonly<Record<string, Json>>;
  readonly response: Json;
  readonly headers?: readonly string[];
  readonly url?: string;
  readonly urls?: readonly string[];
  /** Further fields of the operation. */
  readonly also?: JsonObject;
  readonly root?: JsonObject;
};

const schemaOf = (short: Json): JsonObject => {
  if (typeof short === 'string') return { type: short };
  if (Array.isArray(short)) return { type: 'array', items: schemaOf(short[0] ?? {}) };
  if (isObject(short) && ('type' in short || 'enum' in short)) return short;
  const fields = Object.entries(isObject(short) ? short : {});
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, one]) => [name, schemaOf(one)])),
  };
};

const documentOf = (sketch: Sketch): JsonObject => {
  const { query = {}, response, headers = [], url = '/books', urls = [], also = {}, root = {} } = sketch;
  const parameters = Object.entries(query).map(([name, short]): Json => {
    const { description, deprecated, explode, ...schema } = schemaOf(short);
    return {
      name,
      in: 'query',
      ...(description ? { description } : {}),
      ...(deprecated ? { deprecated } : {}),
      ...(explode === undefined ? {} : { explode }),
      schema,
    };
  });
  const answer = {
    description: 'ok',
    headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
    content: { 'application/json': { schema: schemaOf(response) } },
  };
  const get = { operationId: 'listBooks', parameters, responses: { '200': answer }, ...also };
  return {
    openapi: '3.1.1',
    ...root,
    paths: { [url]: { get }, ...Object.fromEntries(urls.map((one) => [one, {}])) },
  };
};

const proposed = (sketch: Sketch) => proposalsIn(documentOf(sketch))[0];

const listIn = (sketch: Sketch): JsonObject | undefined => {
  const found = proposed(sketch);
  return found && listOfProposals(found.proposals);
};

const book: JsonObject = {
  id: 'integer',
  title: 'string',
  year: 'integer',
  author: 'string',
  created_at: 'string',
};

describe('pages', () => {
  const styles: readonly (readonly [string, Sketch, JsonObject])[] = [
    [
      'offset and limit',
      { query: { offset: 'integer', limit: 'integer' }, response: { items: [book], total: 'integer' } },
      { items: '/items', identifier: '/id', pageSize: 'limit', offset: 'offset', total: '/total' },
    ],
    [
      'page and per_page with headers',
      { query: { page: 'integer', per_page: 'integer' }, response: [book], headers: ['Link', 'X-Total-Count'] },
      {
        items: '$response.body', identifier: '/id', pageSize: 'per_page', pageIndex: 'page',
        total: '$response.header.X-Total-Count', links: '$response.header.Link',
      },
    ],
    [
      'Spring',
      {
        query: { page: 'integer', size: 'integer' },
        response: { content: [book], totalElements: 'integer', totalPages: 'integer', number: 'integer', last: 'boolean' },
      },
      {
        items: '/content', identifier: '/id', pageSize: 'size', pageIndex: 'page', total: '/totalElements',
        totalPages: '/totalPages',
      },
    ],
    [
      'Django REST framework',
      { query: { page: 'integer' }, response: { count: 'integer', next: { type: 'string', format: 'uri' }, previous: { type: 'string', format: 'uri' }, results: [book] } },
      { items: '/results', identifier: '/id', pageIndex: 'page', total: '/count', links: { next: '/next', prev: '/previous' } },
    ],
    [
      'JSON:API',
      {
        query: { 'page[number]': 'integer', 'page[size]': 'integer' },
        response: {
          data: [{ type: { type: 'string' }, id: 'string', attributes: { title: 'string' } }].map((one) => ({ type: 'object', properties: { id: { type: 'string' }, type: { type: 'string' }, attributes: schemaOf(one.attributes) } })),
          included: [book],
          links: { self: 'string', first: 'string', next: 'string', last: 'string' },
          meta: { total: 'integer' },
        },
      },
      {
        items: '/data', identifier: ['/type', '/id'], pageSize: 'page[size]', pageIndex: 'page[number]', total: '/meta/total',
        links: '/links',
      },
    ],
    [
      'page[offset]',
      { query: { 'page[offset]': 'integer', 'page[limit]': 'integer' }, response: { data: [book] } },
      { items: '/data', identifier: '/id', pageSize: 'page[limit]', offset: 'page[offset]' },
    ],
    [
      'tokens',
      { query: { pageToken: 'string', pageSize: 'integer' }, response: { events: [book], nextPageToken: 'string' }, url: '/events' },
      { items: '/events', identifier: '/id', pageSize: 'pageSize', inputToken: 'pageToken', outputToken: '/nextPageToken' },
    ],
    [
      'a cursor within an object',
      { query: { cursor: 'string', limit: 'integer' }, response: { data: [book], paging: { next_cursor: 'string', has_more: 'boolean' } } },
      { items: '/data', identifier: '/id', pageSize: 'limit', inputToken: 'cursor', outputToken: '/paging/next_cursor', hasMore: '/paging/has_more' },
    ],
    [
      'a link to the page beside one to the listing',
      { query: { page: 'integer' }, response: { results: [book], _links: { self: { href: 'string' }, current: { href: 'string' }, next: { href: 'string' } } } },
      { items: '/results', identifier: '/id', pageIndex: 'page', links: { self: '/_links/current/href', next: '/_links/next/href' } },
    ],
    [
      'links of HAL',
      { query: { page: 'integer', limit: 'integer' }, response: { _embedded: { books: [book] }, _links: { self: { href: 'string' }, next: { href: 'string' } } } },
      { items: '/_embedded/books', identifier: '/id', pageSize: 'limit', pageIndex: 'page', links: { self: '/_links/self/href', next: '/_links/next/href' } },
    ],
  ]; // biome-ignore format: a table

  it.each(styles)('are proposed in the style of %s', (_, sketch, list) => {
    expect(listIn(sketch)).toEqual(list);
  });

  it.each([
    ['one record', { url: '/books/{id}', response: { id: 'integer', tags: [{ name: 'string' }] } }],
    ['a list below an id, without parameters for pages', { url: '/books/{id}', response: [book] }],
    ['texts', { query: { limit: 'integer', offset: 'integer' }, response: ['string'] }],
    [
      'one record with a list, among parameters for pages',
      { url: '/quotas/{name}', query: { per_page: 'integer' }, response: { limits: [book] } },
    ],
    ['an object of settings', { response: { theme: 'string', rules: [book] } }],
    ['what a POST returns', { also: {}, response: 'string' }],
  ] as const)('are not proposed of %s', (_, sketch) => {
    expect(proposed(sketch as Sketch)).toBeUndefined();
  });

  it.each<[what: string, sketch: Sketch, pages: object]>([
    ['two names that make each other clear', { query: { from: 'integer', size: 'integer' }, response: [book] }, { offset: 'from', pageSize: 'size' }],
    ['one ambiguous name', { query: { size: 'integer' }, response: [book] }, {}],
    ['a number that is written as text', { query: { page: { type: 'string', description: 'The page number.' }, limit: 'integer' }, response: [book] }, { pageIndex: 'page', pageSize: 'limit' }],
    ['a text that is no number', { query: { page: { type: 'string', enum: ['all'] }, limit: 'integer' }, response: [book] }, { pageSize: 'limit' }],
    ['an instant that is no token', { query: { after: { type: 'string', format: 'date-time' }, limit: 'integer' }, response: [book] }, { pageSize: 'limit' }],
    ['a token within `next`', { query: { cursor: 'string', limit: 'integer' }, response: { items: [book], next: { cursor: 'string' } } }, { inputToken: 'cursor', outputToken: '/next/cursor', pageSize: 'limit' }],
    ['a token behind, and one ahead', { query: { cursor: 'string', limit: 'integer' }, response: { items: [book], prev_cursor: 'string', next_cursor: 'string' } }, { inputToken: 'cursor', outputToken: '/next_cursor', pageSize: 'limit' }],
  ])('take pages from %s', (_, sketch, pages) => {
    const { items: _items, identifier: _identifier, ...found } = listIn(sketch) ?? {};
    expect(found).toEqual(pages);
  }); // biome-ignore format: one line a case

  it('leave open what takes the place of a token, and ask for it', () => {
    const found = proposed({
      query: { starting_after: 'string', limit: 'integer' },
      response: { data: [book], has_more: 'boolean' },
    });
    expect(found && listOfProposals(found.proposals)).toEqual({
      items: '/data',
      identifier: '/id',
      pageSize: 'limit',
      hasMore: '/has_more',
    });
    expect(found?.questions.map(({ keyword }) => keyword)).toEqual([['outputToken']]);
  });

  it('take no number of records on a page for the total', () => {
    const count = { type: 'integer', description: 'The number of items in this page.' };
    const found = proposed({
      query: { offset: 'integer', limit: 'integer' },
      response: { items: [book], count, total: count },
    });
    expect(found && listOfProposals(found.proposals)).not.toHaveProperty('total');
    expect(found?.questions).toEqual([]);
  });

  it('ask whether a count is one, if nothing says so', () => {
    const found = proposed({
      query: { offset: 'integer', limit: 'integer' },
      response: { items: [book], count: 'integer' },
    });
    expect(found?.questions).toEqual([
      { keyword: ['total'], asks: 'Does /count count all records, or those of one page?' },
    ]);
  });

  it('identify records by the parameter of the path of one, or ask', () => {
    const records = { url: '/users', response: [{ login: 'string', score: 'number' }] };
    expect(listIn({ ...records, urls: ['/users/{login}'] })).toMatchObject({ identifier: '/login' });
    expect(proposed(records)?.questions).toEqual([
      { keyword: ['identifier'], asks: 'Which field identifies a record?' },
    ]);
    expect(listIn({ ...records, response: [{ user_uuid: 'string' }] })).toMatchObject({
      identifier: '/user_uuid',
    });
    expect(listIn({ ...records, response: [{ metadata: { uid: 'string' } }] })).toMatchObject({
      identifier: '/metadata/uid',
    });
    expect(proposed({ ...records, response: [{ slug: 'string' }] })?.proposals).toContainEqual(
      expect.objectContaining({ keyword: ['identifier'], value: '/slug', sure: 'possible' }),
    );
  });

  it('take the list that is named as the path for the records, of several', () => {
    expect(listIn({ response: { authors: [book], books: [book] } })).toMatchObject({ items: '/books' });
    expect(listIn({ response: { authors: [book], reviews: [book] } })).not.toHaveProperty('items');
  });
});

describe('filters', () => {
  const paged = { offset: 'integer', limit: 'integer' };
  const filterIn = (query: Sketch['query'], record: JsonObject = book) =>
    at(listIn({ query: { ...paged, ...query }, response: { items: [record] } }), 'filter');

  it('are parameters with the name and the type of a field', () => {
    expect(
      filterIn({
        author: 'string',
        year: 'integer',
        created_at: { type: 'string', format: 'date-time' },
        isbn: 'string',
      }),
    ).toEqual({
      template: '{attribute}={value}',
      queryables: { author: '/author', year: '/year' },
      operators: ['eq'],
    });
    expect(filterIn({ year: 'boolean' })).toBeUndefined();
  });

  it.each([
    ['filter[author]', 'filter[{attribute}]={value}'],
    ['filter.author', 'filter.{attribute}={value}'],
    ['filters_author', 'filters_{attribute}={value}'],
  ])('may have a word in front: %s', (name, template) => {
    const queryables = { author: '/author' };
    expect(filterIn({ [name]: 'string' })).toEqual({ template, queryables, operators: ['eq'] });
  });

  it('may name an operator', () => {
    expect(filterIn({ author: 'string', year_gte: 'integer', year__lt: 'integer' })).toEqual({
      template: '{attribute}={value}',
      queryables: { author: '/author', year: '/year' },
      operators: {
        eq: { means: 'eq', on: ['author'] },
        gte: { means: 'ge', on: ['year'], template: '{attribute}_{operator}={value}' },
        lt: { means: 'lt', on: ['year'], template: '{attribute}__{operator}={value}' },
      },
    });
  });

  it.each([
    ['filter', '_'],
    ['filters', '$'],
    ['where', ''],
  ])('may name a field and an operator in brackets: %s[author][%seq]', (word, sign) => {
    const queries = {
      [`${word}[author][${sign}eq]`]: 'string',
      [`${word}[author][${sign}startsWith]`]: 'string',
      [`${word}[year][${sign}gte]`]: 'integer',
      [`${word}[year][${sign}null]`]: 'boolean',
    };
    expect(filterIn(queries)).toEqual({
      template: `${word}[{attribute}][${sign}{operator}]={value}`,
      queryables: { author: '/author', year: '/year' },
      operators: {
        eq: { means: 'eq', on: ['author'] },
        startsWith: { means: 'startswith', on: ['author'] },
        gte: { means: 'ge', on: ['year'] },
      },
    });
  });

  it('are of several values where a parameter takes them with commas between', () => {
    const author = { type: 'array', items: { type: 'string' }, explode: false };
    expect(filterIn({ author })).toEqual({
      template: '{attribute}={value}',
      queryables: { author: '/author' },
      operators: {
        eq: { means: 'eq', on: ['author'] },
        in: { means: 'in', on: ['author'], template: '{attribute}={value}' },
      },
    });
  });

  const rate = {
    id: 'integer',
    daily_rate: 'number',
    cookMinutes: 'integer',
    held_on: { type: 'string', format: 'date' },
  };
  const day = { type: 'string', format: 'date' };
  it.each([
    ['max_rate', 'number', 'le', 'daily_rate', 'possible'],
    ['max_daily_rate', 'number', 'le', 'daily_rate', 'likely'],
    ['daily_rate_min', 'number', 'ge', 'daily_rate', 'likely'],
    ['maxCookMinutes', 'integer', 'le', 'cookMinutes', 'likely'],
    ['from', day, 'ge', 'held_on', 'likely'],
    ['to', day, 'le', 'held_on', 'likely'],
    ['held_on_before', day, 'lt', 'held_on', 'likely'],
    ['heldAfter', day, 'gt', 'held_on', 'possible'],
    ['heldUntil', { ...day, description: 'Held before this day (exclusive)' }, 'lt', 'held_on', 'possible'],
    ['heldAfter', { ...day, description: 'Held on or after this day' }, 'ge', 'held_on', 'possible'],
  ] as const)('are bounds of a field: %s', (name, type, means, attribute, sure) => {
    const found = proposed({ query: { ...paged, [name]: type }, response: { items: [rate] } });
    const operators = found?.proposals.filter(({ keyword }) => keyword[1] === 'operators');
    const value = { means, on: [attribute], template: `${name}={value}` };
    expect(operators).toMatchObject([{ keyword: ['filter', 'operators', name], value, sure }]);
    expect(found?.questions).toEqual([]);
  });

  it.each([
    ['nameContains', 'wells whose `name` contains this text anywhere', 'contains', '/name'],
    ['codePrefix', 'wells whose code starts with this text; case matters', 'startswith', '/code'],
    ['tag', 'wells that carry exactly this tag', 'eq', '/tags'],
  ])('are as their description says: %s', (name, description, means, place) => {
    const record = { id: 'string', name: 'string', code: 'string', tags: ['string'] };
    const text = { type: 'string', description: `Only ${description}.` };
    const found = proposed({ query: { ...paged, [name]: text }, response: { items: [record] } });
    expect(found && listOfProposals(found.proposals).filter).toMatchObject({
      queryables: { [name]: place },
      operators: { [name]: { means, on: [name], template: `${name}={value}` } },
    });
    expect(found?.questions).toEqual([]);
  });

  it.each([
    ['max_rate beside two rates', { max_rate: 'number' }, { ...rate, hourly_rate: 'number' }, '`max_rate`'],
    ['from beside two dates', { from: day }, { ...rate, sold_on: day }, '`from`'],
    ['words that name no field', { q: 'string', all: 'boolean', max_size: 'number' }, rate, '`max_size`'],
    ['a field of another type', { max_rate: 'string' }, rate, '`max_rate`'],
  ] as const)('are asked for: %s', (_, query, record, names) => {
    const found = proposed({ query: { ...paged, ...query }, response: { items: [record] } });
    expect(found && listOfProposals(found.proposals).filter).toBeUndefined();
    expect(found?.questions).toMatchObject([
      { keyword: ['filter'], asks: expect.stringMatching(new RegExp(`^What do(es)? ${names} filter by\\?`)) },
    ]);
  });

  it('are none where the parameter searches, may choose a language, or has values that no record has', () => {
    expect(
      filterIn({ author: { type: 'string', description: 'Full-text search by author' } }),
    ).toBeUndefined();
    expect(filterIn({ title: 'string' })).toBeUndefined();
    expect(filterIn({ language: 'string' }, { ...book, language: 'string' })).toBeUndefined();
    const status = { type: 'string', enum: ['open', 'closed'] };
    expect(
      filterIn({ status: { type: 'string', enum: ['mine', 'all'] } }, { ...book, status }),
    ).toBeUndefined();
  });
});

describe('sorts', () => {
  const sortIn = (query: Sketch['query']) => {
    const list = listIn({
      query: { offset: 'integer', limit: 'integer', ...query },
      response: { items: [book] },
    });
    return [at(list, 'sort'), at(list, 'order')];
  };
  const sortables = { title: '/title', created: '/created_at' };
  const minus = { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables };

  it('are read from an enum, with or without a direction beside it, or from a pattern', () => {
    expect(
      sortIn({
        sort: { type: 'string', enum: ['title', '-title', 'created', '-created'], default: '-created' },
      }),
    ).toEqual([minus, ['created desc']]);
    expect(sortIn({ sort: { type: 'string', pattern: '^-?(title|created)$' } })).toEqual([minus, undefined]);
    expect(
      sortIn({
        sort: { type: 'string', pattern: '^(title|created)(,(asc|desc))?$', default: 'title,asc' },
      }),
    ).toEqual([{ asc: 'sort={attribute},asc', desc: 'sort={attribute},desc', sortables }, ['title asc']]);
    expect(
      sortIn({
        sort_by: { enum: ['title', 'created'], type: 'string' },
        order: { type: 'string', enum: ['asc', 'desc'] },
      }),
    ).toEqual([
      { asc: 'sort_by={attribute}&order=asc', desc: 'sort_by={attribute}&order=desc', sortables },
      undefined,
    ]);
    expect(sortIn({ orderBy: { type: 'string', enum: ['title', 'title desc'] } })).toEqual([
      { asc: 'orderBy={attribute}', desc: 'orderBy={attribute} desc', sortables: { title: '/title' } },
      undefined,
    ]);
    expect(sortIn({ order: { type: 'string', enum: ['title_asc', 'title_desc'] } })).toEqual([
      { asc: 'order={attribute}_asc', desc: 'order={attribute}_desc', sortables: { title: '/title' } },
      undefined,
    ]);
  });

  it('leave out what the schema of a parameter allows in no direction', () => {
    expect(sortIn({ sort: { type: 'string', enum: ['created_asc', 'created_desc', 'title'] } })).toEqual([
      { asc: 'sort={attribute}_asc', desc: 'sort={attribute}_desc', sortables: { created: '/created_at' } },
      undefined,
    ]);
    expect(sortIn({ sort: { type: 'string', enum: ['id', 'title', '-title'] } })).toEqual([
      { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables: { id: '/id', title: '/title' } },
      undefined,
    ]);
    expect(sortIn({ sort: { type: 'string', enum: ['+title', '-title'] } })).toEqual([
      { asc: 'sort=+{attribute}', desc: 'sort=-{attribute}', sortables: { title: '/title' } },
      undefined,
    ]);
  });

  it('have the form that a description states', () => {
    const sort = { type: 'string', description: 'In the format: property,(asc|desc).' };
    const found = proposed({
      query: { offset: 'integer', limit: 'integer', sort },
      response: { items: [book] },
    });
    const [asc, desc, first] = found?.proposals.filter(({ keyword }) => keyword[0] === 'sort') ?? [];
    expect([asc?.value, desc?.value, first?.value]).toEqual([
      'sort={attribute},asc',
      'sort={attribute},desc',
      '/id',
    ]);
    expect(found && listOfProposals(found.proposals).sort).toBeUndefined();
    expect(found?.questions.map(({ keyword }) => keyword)).toEqual([['sort']]);
  });

  it('are asked for where nothing lists their fields', () => {
    const found = proposed({
      query: { offset: 'integer', limit: 'integer', sort: 'string' },
      response: { items: [book] },
    });
    expect(found?.questions.map(({ keyword }) => keyword)).toEqual([['sort']]);
  });
});

describe('the extensions of others', () => {
  const records = { data: { rows: [book] }, next: 'string' };
  const extensions: readonly (readonly [string, Sketch, JsonObject])[] = [
    ['x-ms-pageable', { response: { value: [book], nextLink: 'string' }, also: { 'x-ms-pageable': { nextLinkName: 'nextLink' } } }, { items: '/value', links: { next: '/nextLink' } }],
    [
      'x-speakeasy-pagination',
      {
        query: { p: 'integer', n: 'integer' }, response: records,
        also: { 'x-speakeasy-pagination': { type: 'offsetLimit', inputs: [{ name: 'p', in: 'parameters', type: 'page' }, { name: 'n', in: 'parameters', type: 'limit' }], outputs: { results: '$.data.rows' } } },
      },
      { items: '/data/rows', pageIndex: 'p', pageSize: 'n' },
    ],
    [
      'x-fern-pagination',
      { query: { from_id: 'string' }, response: records, also: { 'x-fern-pagination': { cursor: '$request.from_id', next_cursor: '$response.next', results: '$response.data.rows' } } },
      { items: '/data/rows', inputToken: 'from_id', outputToken: '/next' },
    ],
    [
      'x-scalar-pagination',
      {
        query: { skipped: 'integer', n: 'integer' }, response: records, also: { 'x-scalar-pagination': 'pages' },
        root: { 'x-scalar-pagination': [{ name: 'pages', type: 'offset', request: { skipped: { type: 'offset', param: 'skipped' }, n: { type: 'limit' } }, response: { rows: { type: 'items', path: ['data', 'rows'] } } }] },
      },
      { items: '/data/rows', offset: 'skipped', pageSize: 'n' },
    ],
    [
      'x-stainless-pagination-property',
      {
        query: { mark: { type: 'string', 'x-stainless-pagination-property': { purpose: 'next_cursor_param' } } },
        response: { type: 'object', properties: { rows: { ...schemaOf([book]), 'x-stainless-pagination-property': { purpose: 'items' } }, mark: { type: 'string', 'x-stainless-pagination-property': { purpose: 'next_cursor_field' } } } },
      },
      { items: '/rows', inputToken: 'mark', outputToken: '/mark' },
    ],
    [
      'x-ms-list-page-items',
      {
        query: { mark: { type: 'string', 'x-ms-list-continuation-token': true } },
        response: { type: 'object', properties: { rows: { ...schemaOf([book]), 'x-ms-list-page-items': true }, mark: { type: 'string', 'x-ms-list-continuation-token': true } } },
      },
      { items: '/rows', inputToken: 'mark', outputToken: '/mark' },
    ],
  ]; // biome-ignore format: a table

  it.each(extensions)('are read: %s', (extension, sketch, list) => {
    const found = proposed(sketch);
    expect(found && listOfProposals(found.proposals)).toMatchObject(list);
    expect(found?.proposals.find(({ keyword }) => keyword[0] === 'items')).toMatchObject({
      sure: 'stated',
      why: `${extension} says so`,
    });
  });

  it('are not followed to what the operation does not have', () => {
    const found = listIn({
      query: { limit: 'integer' },
      response: { data: [book] },
      also: {
        'x-speakeasy-pagination': {
          type: 'url',
          outputs: { nextUrl: '$.links.next' },
          inputs: [{ name: 'page', in: 'parameters', type: 'page' }],
        },
      },
    });
    expect(found).toEqual({ items: '/data', identifier: '/id', pageSize: 'limit' });
  });

  it.each([
    [{ operationId: 'listBooks', parameters: { mark: '$response.body#/next' } }, '/next'],
    [{ operationRef: '#/paths/~1books/get', parameters: { 'query.mark': '$response.body#/next' } }, '/next'],
    [
      { operationId: 'listBooks', parameters: { mark: '$response.header.X-Next' } },
      '$response.header.X-Next',
    ],
  ])('are a Link from the listing to itself, too: %o', (more, outputToken) => {
    const links = { more };
    const list = listIn({
      query: { mark: 'string' },
      response: records,
      also: {
        responses: {
          '200': { description: 'ok', links, content: { 'application/json': { schema: schemaOf(records) } } },
        },
      },
    });
    expect(list).toMatchObject({ inputToken: 'mark', outputToken });
  });
});

describe('what a file says in other words', () => {
  const book = { id: 'string', title: 'string', author: 'string' };

  it('is a token in the link to the next page', () => {
    const list = listIn({
      query: { limit: 'integer', after: 'string' },
      response: { data: [book], links: { next: { type: 'string', format: 'uri' } } },
    });
    expect(list).toMatchObject({ inputToken: 'after', outputToken: '/links/next' });
  });

  it.each(['total', 'totalPages'])('is a %s that a parameter has to ask for', (name) => {
    const [query, response] = [
      { limit: 'integer', page: 'integer' },
      { data: [book], [name]: 'integer' },
    ];
    expect(listIn({ query, response })).toHaveProperty(name);
    expect(listIn({ query: { ...query, count: 'boolean' }, response })).not.toHaveProperty(name);
  });

  it('is a filter that needs another parameter', () => {
    const filtered = (description: string) =>
      listIn({ query: { author: { type: 'string', description } }, response: [book] });
    expect(filtered('The author')).toHaveProperty('filter');
    expect(filtered('Optional, but requires the `from` parameter')).not.toHaveProperty('filter');
  });

  it('is an exact match, although the response contains something', () => {
    const description = 'The response will only contain books with exactly this title';
    const list = listIn({ query: { title: { type: 'string', description } }, response: [book] });
    expect(list).toMatchObject({ filter: { queryables: { title: '/title' }, operators: ['eq'] } });
  });

  it('is no listing if a GET needs a body', () => {
    const body = (required: boolean) => ({
      requestBody: { required, content: { 'application/json': { schema: { type: 'object' } } } },
    });
    expect(proposed({ response: [book], also: body(false) })).toBeDefined();
    expect(proposed({ response: [book], also: body(true) })).toBeUndefined();
  });
});
