import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContract } from '../../src/contract/load.ts';
import { serveLocally } from '../serve-locally.ts';
import { runAssay } from './assay-in-process.ts';

const openapi = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
        - { name: author, in: query, schema: { type: string } }
        - { name: shelf, in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string, pattern: '^-?(title|year)$' } }
      responses:
        '200':
          description: A page of books.
          content:
            application/json:
              schema:
                type: object
                properties:
                  items: { type: array, items: { $ref: '#/components/schemas/Book' } }
                  total: { type: integer }
  /shops/{shop}/books:
    get:
      operationId: listShopBooks
      responses:
        '200':
          description: All books of a shop.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } }
components:
  schemas:
    Book:
      type: object
      properties:
        id: { type: integer }
        title: { type: string }
        author: { type: string }
        shelf: { type: string }
        year: { type: integer }
`;

type Book = { id: number; title: string; author: string; shelf: string; year: number; publisher_id: string };

const books = Array.from(
  { length: 30 },
  (_, index): Book => ({
    id: index + 1,
    title: `Book ${(index * 7) % 30}`,
    author: `Author ${index % 3}`,
    shelf: `Shelf ${index % 2}`,
    year: 1900 + ((index * 11) % 30),
    publisher_id: `p-${index + 1}`,
  }),
);

type Faults = {
  readonly totalOfAll?: boolean;
  readonly ignores?: string;
  readonly isPagedFromZero?: boolean;
  /** How many records each page after the first skips. */
  readonly skips?: number;
  /** After which book the first is reviewed. */
  readonly reviewedAfter?: number;
  /** The API key that each request needs. */
  readonly key?: string;
};

/** The reviews of the first books. */
const reviewsOf: Readonly<Record<string, readonly { readonly id: number }[]>> = {
  1: [{ id: 6 }],
  2: [{ id: 7 }, { id: 8 }],
  3: [{ id: 9 }],
};

/** Serves the books; each request that is no GET fails the test. */
async function bookshop({
  totalOfAll = false,
  ignores = '',
  isPagedFromZero = false,
  skips = 0,
  reviewedAfter = 0,
  key: apiKey,
}: Faults = {}) {
  const methods = new Set<string>();
  const targets: string[] = [];
  const server = await serveLocally(({ url = '', method = '', headers }, response) => {
    methods.add(method);
    targets.push(url);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    response.setHeader('content-type', 'application/json');
    if (apiKey !== undefined && headers['x-key'] !== apiKey) return response.writeHead(401).end('{}');
    const [, reviewed] = /^\/books\/(\d+)\/reviews$/.exec(pathname) ?? [];
    if (reviewed !== undefined)
      return response.end(JSON.stringify(reviewsOf[Number(reviewed) - reviewedAfter] ?? []));
    if (pathname !== '/books') return response.writeHead(404).end();
    const get = (name: string): string | null => (name === ignores ? null : searchParams.get(name));
    const found = books.filter(
      ({ author, shelf, year }) =>
        [null, author].includes(get('author')) &&
        [null, shelf].includes(get('shelf')) &&
        year <= Number(get('maxYear') ?? year),
    );
    const key = (get('sort') ?? 'id').replace('-', '') as keyof Book;
    found.sort((one, other) => (one[key] < other[key] ? -1 : 1));
    if (get('sort')?.startsWith('-')) found.reverse();
    const limit = Number(get('limit') ?? 20);
    const cursor = get('cursor');
    if (cursor !== null && !/^\d+$/.test(cursor)) return response.writeHead(400).end('{}');
    const offset = isPagedFromZero ? Number(get('page') ?? 0) * limit : Number(cursor ?? get('offset') ?? 0);
    const skipped = offset > 0 ? skips : 0;
    const total = totalOfAll ? books.length : found.length;
    return response.end(
      JSON.stringify({
        items: found.slice(offset + skipped, offset + skipped + limit),
        total,
        links: { next: `/books?limit=${limit}&cursor=${offset + limit}` },
      }),
    );
  });
  return { ...server, methods, targets };
}

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(process.cwd(), 'init-contract-'));
  await writeFile(join(folder, 'openapi.yaml'), openapi);
});

const run = (...words: string[]) => runAssay(words, { folder });
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const init = (...words: string[]) => run('init', '--contract', 'openapi.yaml', ...words);
const listOf = async () => parse(await read('assay.overlay.yaml')).actions[0].update['x-list'];

describe('init --contract', () => {
  it('writes an Overlay with what the file suggests, and a target file that names it', async () => {
    const { code, out } = await init();
    expect(code).toBe(0);
    expect(await listOf()).toEqual({
      items: '/items',
      identifier: '/id',
      pageSize: 'limit',
      offset: 'offset',
      total: '/total',
      filter: {
        template: '{attribute}={value}',
        queryables: { author: '/author', shelf: '/shelf' },
        operators: ['eq'],
      },
      sort: {
        asc: 'sort={attribute}',
        desc: 'sort=-{attribute}',
        sortables: { title: '/title', year: '/year' },
      },
    });
    expect(await read('assay.overlay.yaml')).toContain('identifier: /id   # likely: its name\n');
    expect(parse(await read('assay.target.yaml'))).toMatchObject({
      contract: 'openapi.yaml',
      overlays: ['assay.overlay.yaml'],
    });
    expect(out).toContain('assay.overlay.yaml written, with 2 listings\n');
    expect(out).toContain(
      '  1. Write the address of the server after baseUrl:, and remove the # before it (assay.target.yaml:11).\n',
    );
    expect(out).not.toContain('token');
    expect((await run('clauses', '--all', '--target', 'assay.target.yaml')).out).toMatch(
      /^ *listBooks\/page-limit +must +assay.overlay.yaml/m,
    );
  });

  it('asks of creations and changes whether fields come back as they were sent', async () => {
    const body = (schema: string) => `{ content: { application/json: { schema: ${schema} } } }`;
    const sent = body('{ type: object, properties: { title: { type: string } } }');
    const returned = body("{ $ref: '#/components/schemas/Book' }").slice(2, -2);
    const responses = (status: number) => `{ '${status}': { description: A book., ${returned} } }`;
    const changing = [
      `    post: { operationId: createBook, requestBody: ${sent}, responses: ${responses(201)} }`,
      '  /books/{book}:',
      '    parameters: [{ name: book, in: path, required: true, schema: { type: integer } }]',
      `    put: { operationId: replaceBook, requestBody: ${sent}, responses: ${responses(200)} }`,
      `    patch: { operationId: updateBook, requestBody: ${sent}, responses: ${responses(200)} }`,
      '  /shops/{shop}/books:',
    ];
    await writeFile(
      join(folder, 'openapi.yaml'),
      openapi.replace('  /shops/{shop}/books:', changing.join('\n')),
    );
    await init();
    const text = await read('assay.overlay.yaml');
    for (const [name, target] of [
      ['POST /books', "$.paths['/books'].post"],
      ['PUT /books/{book}', "$.paths['/books/{book}'].put"],
      ['PATCH /books/{book}', "$.paths['/books/{book}'].patch"],
    ])
      expect(text).toContain(
        [
          `  # ${name}: fields of the request and of the response have these names.`,
          '  # If each is returned as it was sent, remove the "# " of these lines.',
          `  # - target: "${target}"`,
          '  #   update:',
          '  #     x-level: { title-returned: must }',
        ].join('\n'),
      );
  });

  it('proposes x-distinct of what a description calls unique, if a conflict is documented', async () => {
    const code = "code: { type: string, description: 'Unique among the books.' }";
    const create = (statuses: string) =>
      openapi
        .replace(
          '  /shops/{shop}/books:',
          `    post: { operationId: createBook, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }, responses: { '201': { description: A book., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }${statuses} } }
  /shops/{shop}/books:`,
        )
        .replace(/(Book:\n(?:.*\n)*? {6}properties:)(\n)( *)/, `$1$2$3${code}$2$3`);
    await writeFile(join(folder, 'openapi.yaml'), create(", '409': { description: It is there. }"));
    await init();
    expect(await read('assay.overlay.yaml')).toContain(
      [
        '  # POST /books: likely, no two records have the same code: a description says so, and 400, 409 or 422 is documented.',
        '  # If so, remove the "# " of these lines.',
        '  # - target: $.components.schemas.Book.properties.code',
        '  #   update: { x-distinct: requests }',
      ].join('\n'),
    );
    await rm(join(folder, 'assay.overlay.yaml'));
    await rm(join(folder, 'assay.target.yaml'));
    await writeFile(join(folder, 'openapi.yaml'), create(''));
    await init();
    expect(await read('assay.overlay.yaml')).not.toContain('x-distinct');
  });

  it('asks the server by GET, and says what it has seen', async () => {
    await using shop = await bookshop();
    expect((await init(shop.baseUrl)).code).toBe(0);
    const text = await read('assay.overlay.yaml');
    expect(text).toContain(
      '# order: [id asc]   # possible: the first 20 records are in it; state it only if the API promises it\n',
    );
    expect(text).toContain('offset: offset   # seen: the second page joins the first\n');
    expect(text).toContain('total: /total   # seen: the server returns 30, and 10 with author=Author 0\n');
    expect(text).toContain('year: /year   # seen: the server sorts by it\n');
    expect([...shop.methods]).toEqual(['GET']);
    const check = await run('check');
    expect(check.out).toMatch(/\nconforms — |\npasses — |\nundetermined — /);
  });

  it.each([
    ['the first of five that shows most', 0, 2, [7, 8]],
    ['one of the next if the first five show none', 10, 11, [6]],
  ])('reads a listing below a record below %s', async (_, reviewedAfter, book, holds) => {
    await using shop = await bookshop({ reviewedAfter });
    const reviews = [
      '  /books/{book}/reviews:',
      '    parameters: [{ name: book, in: path, required: true, schema: { type: integer } }]',
      '    get:',
      '      operationId: listReviews',
      '      responses:',
      "        '200':",
      '          description: The reviews of a book.',
      "          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } }",
      '  /shops/{shop}/books:',
    ];
    await writeFile(
      join(folder, 'openapi.yaml'),
      openapi.replace('  /shops/{shop}/books:', reviews.join('\n')),
    );
    const { out } = await init(shop.baseUrl);
    expect(await read('assay.overlay.yaml')).toContain(
      `items: $response.body   # seen: the server returns ${holds.length} record`,
    );
    expect(parse(await read('assay.target.yaml')).collections).toContainEqual({
      list: 'listReviews',
      at: { book },
      holds,
    });
    expect(out).toContain('Add a collection of listShopBooks under collections: (assay.target.yaml:');
  });

  it('finds out once whether a server is there', async () => {
    await using shop = await bookshop();
    expect((await init(shop.baseUrl)).code).toBe(0);
    // The other request for the listing reads it.
    expect(shop.targets.filter((target) => target === '/books')).toHaveLength(2);
  });

  it.each([
    ['minimum: 1', true],
    ['minimum: 0', false],
    ['minimum: 0.0', false],
  ])('asks which page is the first unless the file states it: %s', async (minimum, isAsked) => {
    await using shop = await bookshop({ isPagedFromZero: true });
    const paged = openapi.replace('name: offset', 'name: page').replace('minimum: 0 }', `${minimum} }`);
    await writeFile(join(folder, 'openapi.yaml'), paged);
    const { code, out } = await init(shop.baseUrl);
    expect([code, out.includes('The first page is page=0')]).toEqual([0, isAsked]);
    expect(await listOf()).toMatchObject({ pageIndex: 'page' });
  });

  it('takes the token of the next page out of the link that has it', async () => {
    await using shop = await bookshop();
    const chained = openapi
      .replace(
        'name: offset, in: query, schema: { type: integer, minimum: 0 }',
        'name: cursor, in: query, schema: { type: string }',
      )
      .replace('total: { type: integer }', 'links: { type: object, properties: { next: { type: string } } }');
    await writeFile(join(folder, 'openapi.yaml'), chained);
    const { out } = await init(shop.baseUrl);
    expect(out).not.toContain('Is inputToken wrong here');
    expect(await read('assay.overlay.yaml')).toContain(
      'inputToken: cursor   # seen: the second page joins the first\n',
    );
    expect(await listOf()).toMatchObject({ inputToken: 'cursor', outputToken: '/links/next' });
  });

  it('writes nothing where no server responds', async () => {
    const { code, error } = await init('http://127.0.0.1:1');
    expect([code, error]).toEqual([2, expect.stringContaining('http://127.0.0.1:1')]);
    expect(await readdir(folder)).toEqual(['openapi.yaml']);
  });

  it('asks for credentials once, and writes nothing until it has them', async () => {
    await using shop = await bookshop({ key: 'secret' });
    const schemes = 'securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }';
    await writeFile(
      join(folder, 'openapi.yaml'),
      openapi.replace('components:', `security: [{ key: [] }]\ncomponents:\n  ${schemes}`),
    );
    const asked = `credentials (401), so nothing was written; set ASSAY_TOKEN to a bearer token, an API key, or user:password, or add --header 'NAME: VALUE', and run this again.\n`;
    expect(await init(shop.baseUrl)).toEqual({
      code: 2,
      out: '',
      error: `${shop.baseUrl} asks for ${asked}`,
    });
    const wrong = await init(shop.baseUrl, '--token', 'other');
    expect(wrong).toEqual({ code: 2, out: '', error: `${shop.baseUrl} rejects the ${asked}` });
    expect(await readdir(folder)).toEqual(['openapi.yaml']);
    expect((await init(shop.baseUrl, '--token', 'secret')).code).toBe(0);
    const before = await read('assay.target.yaml');
    expect(parse(before).collections).toHaveLength(1);
    await writeFile(join(folder, 'assay.target.yaml'), before.replace(/^token:[\s\S]*/m, ''));
    const words = ['init', '--contract', 'openapi.yaml', '--merge', shop.baseUrl];
    const merged = await runAssay(words, { folder, environment: { ASSAY_TOKEN: 'secret' } });
    expect([merged.error, merged.out.split('\n')[0]]).toEqual([
      '',
      'assay.overlay.yaml has everything that is proposed',
    ]);
  });

  it('states nothing that the server contradicts, but asks who is wrong', async () => {
    await using shop = await bookshop({ ignores: 'shelf' });
    const { out } = await init(shop.baseUrl);
    expect((await listOf()).filter.queryables).toEqual({ author: '/author' });
    const line =
      (await read('assay.overlay.yaml'))
        .split('\n')
        .findIndex((one) => one.includes('# shelf: /shelf   # possible')) + 1;
    expect(line).toBeGreaterThan(0);
    expect(out).toContain(
      `assay.overlay.yaml:${line}  GET /books: shelf=Shelf 0 returns 10 of 20 records with another value. If the server is wrong, state this line`,
    );
    const { out: checked } = await runAssay(['check', '--plan'], { folder });
    expect(checked).toContain(
      'assay.overlay.yaml has 1 open question, and what it asks about is not checked\n',
    );
  });

  const bounded = openapi.replace(
    '- { name: shelf,',
    '- { name: maxYear, in: query, schema: { type: integer } }\n        - { name: q, in: query, schema: { type: string } }\n        - { name: shelf,',
  );
  it.each(['', 'maxYear'])('tries a bound, and asks of what it cannot read; ignored: %s', async (ignores) => {
    await using shop = await bookshop({ ignores });
    await writeFile(join(folder, 'openapi.yaml'), bounded);
    const { out } = await init(shop.baseUrl);
    const { queryables, operators } = (await listOf()).filter;
    const eq = { means: 'eq', on: ['author', 'shelf'] };
    const maxYear = { means: 'le', on: ['year'], template: 'maxYear={value}' };
    expect([Object.keys(queryables), operators]).toEqual(
      ignores === '' ? [['author', 'year', 'shelf'], { eq, maxYear }] : [['author', 'shelf'], { eq }],
    );
    expect(out.includes('maxYear')).toBe(ignores !== '');
    expect(out).not.toContain('`q`');
    expect(await read('assay.overlay.yaml')).toContain('since they search or switch something: q\n');
    expect((await run('clauses', '--target', 'assay.target.yaml')).code).toBe(0);
  });

  it('states no filter that only a contradicted parameter has', async () => {
    await using shop = await bookshop({ ignores: 'author' });
    const without = openapi.replace(/.*name: shelf.*\n/, '');
    await writeFile(join(folder, 'openapi.yaml'), without);
    await init(shop.baseUrl);
    expect((await listOf()).filter).toBeUndefined();
    expect((await run('clauses', '--target', 'assay.target.yaml')).code).toBe(0);
  });

  it('says that the second page does not join the first, and keeps the line', async () => {
    await using shop = await bookshop({ skips: 1 });
    const { out } = await init(shop.baseUrl);
    expect(out).toContain(
      'The second page does not join the first: with limit=3, record 1 of offset=3 is not record 4 of the listing (5 instead of 4).',
    );
    expect((await listOf()).offset).toBe('offset');
  });

  it('suggests ids that it has seen, and choices of this contract, and looks only for lists that are written', async () => {
    const create =
      '/books:\n    post: { operationId: addBook, requestBody: { content: { application/json: { schema: &book { $ref: "#/components/schemas/Book" } } } }, responses: { "201": { description: d, content: { application/json: { schema: *book } } } } }\n';
    const field = '        year: { type: integer }\n';
    const named = openapi.replace(field, `${field}        publisher_id: { type: string }\n`);
    await writeFile(join(folder, 'openapi.yaml'), named.replace('/books:\n', create));
    await using shop = await bookshop();
    const { out } = await init(shop.baseUrl);
    expect(out).not.toContain('holds: and order:');
    const text = await read('assay.target.yaml');
    expect(text).toMatch(/^# choices: /m);
    expect(text).toContain('#   addBook: { publisher_id: p-1, id: …, year: … }\n');
    await writeFile(join(folder, 'assay.target.yaml'), text.replace(/^# choices:/m, 'choices:'));
    expect((await run('clauses', '--target', 'assay.target.yaml')).error).toBe('');
  });

  it('takes an operation with another name for no amendment', async () => {
    await writeFile(
      join(folder, 'names.yaml'),
      `overlay: 1.0.0\ninfo: { title: Names, version: '1' }\nactions:\n  - { target: "$.paths['/books'].get", update: { x-operation: books } }\n`,
    );
    const { amended, lost, operations } = await loadContract({
      openapi: join(folder, 'openapi.yaml'),
      overlays: [join(folder, 'names.yaml')],
    });
    expect([amended, lost, Object.keys(operations)]).toEqual([[], [], ['books', 'listShopBooks']]);
  });

  it('leaves the total that ignores a filter to the check, whose first finding it is', async () => {
    await using shop = await bookshop({ totalOfAll: true });
    const { out } = await init(shop.baseUrl);
    expect(out).toContain('It stays 30 with author=Author 0.');
    expect((await listOf()).total).toBe('/total');
    const check = await run('check');
    expect(check.code).toBe(1);
    expect(/✗ (\S+)/.exec(check.out)?.[1]).toBe('listBooks/total-filter');
  });

  it('is what a check without annotations offers, as lines that can be pasted', async () => {
    await using shop = await bookshop();
    const { out } = await run('check', shop.baseUrl, '--contract', 'openapi.yaml');
    const [, count = '', lines = ''] =
      /\nRules more, or as a must, .* \((\d+)\)\n((?: {4}.*\n)+)/.exec(out) ?? [];
    expect(Number(count)).toBeGreaterThan(10);
    await writeFile(join(folder, 'own.overlay.yaml'), lines.replaceAll(/^ {4}/gm, ''));
    const stated = await run(
      'check',
      shop.baseUrl,
      '--contract',
      'openapi.yaml',
      '--overlay',
      'own.overlay.yaml',
    );
    expect(stated.out).toMatch(/^listBooks +\d+ +0 /m);
    expect(stated.out).not.toContain('Rules more, or as a must');
  });

  it('writes two files, and not one over the other', async () => {
    const { code, error } = await init('--output', 'one.yaml', '--overlay', './one.yaml');
    expect([code, error]).toEqual([
      2,
      '--output and --overlay both name one.yaml; name another file with one of them.\n',
    ]);
    await expect(read('one.yaml')).rejects.toThrow('ENOENT');
  });

  it('overwrites nothing, and adds with --merge what is new', async () => {
    await init();
    const before = await read('assay.overlay.yaml');
    await rm(join(folder, 'assay.target.yaml'));
    const refused = await init();
    expect([refused.code, refused.error]).toEqual([
      2,
      'assay.overlay.yaml already exists; add what is new with --merge, or name another file with --overlay.\n',
    ]);
    expect(await read('assay.overlay.yaml')).toBe(before);
    const more = openapi.replace(
      'components:',
      `  /authors:
    get:
      operationId: listAuthors
      responses:
        '200':
          description: d
          content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } }
components:`,
    );
    await writeFile(join(folder, 'openapi.yaml'), more);
    const target = join(folder, 'assay.target.yaml');
    await writeFile(target, 'not: [closed');
    expect((await init('--merge')).code).toBe(2);
    expect(await read('assay.overlay.yaml')).toBe(before);
    await rm(target);
    const { code, out } = await init('--merge');
    expect([code, out.split('\n')[0]]).toEqual([0, 'assay.overlay.yaml has 1 listing more']);
    const after = await read('assay.overlay.yaml');
    expect(after.startsWith(before.trimEnd())).toBe(true);
    expect(parse(after).actions.at(-1).update['x-list']).toEqual({
      items: '$response.body',
      identifier: '/id',
    });
    expect((await run('clauses', '--target', 'assay.target.yaml')).code).toBe(0);
  });

  it('adds with --merge to an Overlay that states nothing yet, or is written in another way', async () => {
    const book = (type: string): string =>
      `content: { application/json: { schema: { type: ${type}, properties: { id: { type: integer }, title: { type: string } } } } }`;
    const creation = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    post: { operationId: addBook, requestBody: { ${book('object')} }, responses: { '201': { description: d, ${book('[object]')} } } }
`;
    const listing = `  /authors:
    get: { operationId: listAuthors, responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } } } } }
`;
    await writeFile(join(folder, 'openapi.yaml'), creation);
    await init();
    const before = await read('assay.overlay.yaml');
    expect(before).toContain('\n# actions:\n');
    await writeFile(join(folder, 'openapi.yaml'), `${creation}${listing}`);
    expect((await init('--merge')).out).toContain('assay.overlay.yaml has 1 listing more\n');
    const merged = await read('assay.overlay.yaml');
    expect(merged.startsWith(before.replace('# actions:', 'actions:'))).toBe(true);
    expect(parse(merged).actions).toHaveLength(1);

    const [head, tail] = [
      "overlay: 1.0.0\ninfo: {title: Ours, version: '1'}\nactions:\n- target: $.info # ours\n  update: { x-owner: [a,b] }\n  # and so on",
      '# the end\nextends: openapi.yaml',
    ];
    await writeFile(join(folder, 'assay.overlay.yaml'), `${head}\n${tail}`);
    const { out } = await init('--merge');
    const both = await read('assay.overlay.yaml');
    expect([both.startsWith(`${head}\n# GET /authors\n- target: `), both.endsWith(`\n${tail}\n`)]).toEqual([
      true,
      true,
    ]);
    expect(parse(both).actions).toHaveLength(2);
    for (const [, line, asks] of out.matchAll(/^ {2}assay\.overlay\.yaml:(\d+) {2}GET \/authors: (.*)$/gm))
      expect(both.split('\n')[Number(line) - 1]).toContain(asks);
  });
});
