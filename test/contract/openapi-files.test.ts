import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { allows } from '../../src/contract/schema-values.ts';
import { namedStatuses } from '../../src/contract/statuses.ts';
import { at } from '../../src/json/json.ts';
import { bookshop, loadDocument, loadFiles } from './own-contract.ts';

const stated = ({ constraints }: Contract): Record<string, unknown> =>
  Object.fromEntries(constraints.map(({ id, side, value }) => [`${side} ${id}`, value]));

describe('OpenAPI 3.0', () => {
  it('allows null by nullable, and excludes a bound by a flag', async () => {
    const schema = `      type: object
      properties:
        title: { type: string, nullable: true, enum: [a, b] }
        nullable: { type: integer, minimum: 3, exclusiveMinimum: false }
        decided: { type: string, nullable: true, allOf: [{ type: string, format: date-time }] }
        author: { nullable: true, allOf: [{ $ref: '#/components/schemas/Identified' }] }
      example: { nullable: true, $ref: nowhere }
`;
    const contract = await loadDocument(bookshop(schema, '3.0.4'));
    expect(stated(contract)).toMatchObject({
      'response createBook/title/type': ['string', 'null'],
      'response createBook/title/enum': ['a', 'b', null],
      'response createBook/nullable/minimum': 3,
      'response createBook/author/type': ['object', 'null'],
    });
    const decided = contract.constraints.filter(
      ({ side, id }) => `${side} ${id}` === 'response createBook/decided/type',
    );
    expect(decided.map(({ value }) => value)).toEqual([['string', 'null']]);
    expect(contract.unchecked).toEqual([]);
  });
});

describe('what can mean one thing only', () => {
  it('is read, against the letter of OpenAPI', async () => {
    const schema = `      type: object
      required: [title, title]
      $recursiveAnchor: true
      description: null
      properties: { title: { type: string, pattern: '^\\d+\\-x$' } }
`;
    const text = bookshop(schema, '3.0.3')
      .replace(
        '/books:',
        '/shelves/{shelf}/books:\n    parameters: [{ name: shelf, in: path, allowEmptyValue: false, schema: { type: string } }]',
      )
      .replace("        '201'", "        4xx: { description: rejected }\n        '201'");
    const contract = await loadDocument(text);
    expect(operationIn(contract, 'createBook')).toMatchObject({
      parameters: [{ name: 'shelf', required: true }],
      request: { required: ['title'] },
    });
    expect(contract.texts?.get('^\\d+\\-x$')).toContainEqual(expect.stringMatching(/^\d+-x$/));
  });
});

describe('an enum without values', () => {
  it.each(['3.0.3', '3.1.1'])('allows nothing, also beside an allOf, in OpenAPI %s', async (version) => {
    const schema = `      type: object
      properties:
        genre: { type: string, enum: [], allOf: [{ $ref: '#/components/schemas/Genre' }] }
        shelf: { $ref: '#/components/schemas/Shelf' }
        both: { allOf: [{ $ref: '#/components/schemas/Genre' }, { $ref: '#/components/schemas/Shelf' }] }
        title: { type: string }
    Genre: { type: string, enum: [novel, play] }
    Shelf: { type: string, enum: [] }
`;
    const contract = await loadDocument(bookshop(schema, version));
    const { request, response } = operationIn(contract, 'createBook');
    expect(allows(request, { title: 'Emma' })).toBe(true);
    for (const field of ['genre', 'shelf', 'both'])
      for (const one of [request, response]) expect(allows(one, { [field]: 'novel' })).toBe(false);
    expect(contract.constraints.filter(({ keyword }) => keyword === 'enum')).toEqual([]);
    expect(contract.unchecked).toContainEqual({
      what: 'a schema that no value satisfies',
      where: 'openapi.yaml:24',
    });
  });
});

describe('a contract in several files', () => {
  const book = `      $ref: './schemas/book.yaml#/Book'\n`;
  const files = {
    'schemas/book.yaml': `Book:
  type: object
  properties:
    title: { type: string, maxLength: 9 }
    not: { type: string }
    author: { $ref: author.json }
    next: { $ref: '#/Book' }
    shop: { $ref: '../openapi.yaml#/components/schemas/Identified' }
    other:
      not: { type: string }
`,
    'schemas/lists.yaml': 'titles: [Emma]',
    'schemas/author.json':
      '{\n  "type": "object",\n  "properties": {\n    "name": { "type": "string", "not": {} }\n  }\n}',
  };

  it('is read as one, and each part keeps its file and line', async () => {
    const contract = await loadFiles({ 'openapi.yaml': bookshop(book), ...files });
    expect(stated(contract)).toMatchObject({
      'response createBook/title/maxLength': 9,
      'response createBook/author.name/type': 'string',
      'response createBook/shop.id/type': 'string',
    });
    expect(contract.unchecked).toContainEqual({ what: 'the keyword not', where: 'schemas/book.yaml:10' });
    expect(contract.unchecked).toContainEqual({
      what: 'a schema that no value satisfies',
      where: 'schemas/author.json:4',
    });
  });

  it.each([
    ['https://example.com/book.yaml', 'leads away from the files of the contract, and only those are read; save its target beside them.'],
    ['//example.com/book.yaml', 'leads away from the files of the contract, and only those are read; save its target beside them.'],
    ['file:///etc/passwd', 'leads away from the files of the contract, and only those are read; save its target beside them.'],
    ['/etc/passwd', 'leads out of the folder of openapi.yaml; move its target into that folder.'],
    ['../book.yaml', 'leads out of the folder of openapi.yaml; move its target into that folder.'],
    ['schemas/book.yaml#/Nothing', '"schemas/book.yaml#/Nothing" does not resolve; point it at something in that file.'],
    ['"#/components/schemas/Nothing"', '"#/components/schemas/Nothing" does not resolve; point it at something under #/components.'],
    ['schemas/lists.yaml#/titles', '"schemas/lists.yaml#/titles" leads to a list, and only objects are referred to; write the list in its place.'],
  ])('is not read through %s', async (reference, sentence) => {
    const error = loadFiles({ 'openapi.yaml': bookshop(`      $ref: ${reference}\n`), ...files });
    await expect(error).rejects.toThrow(`openapi.yaml:22: $ref "`);
    await expect(error).rejects.toThrow(sentence);
  }); // biome-ignore format: one line a case
});

it('a mistake in another file is named by its place there', async () => {
  const files = {
    'openapi.yaml': bookshop('      $ref: schemas/book.yaml#/Book\n'),
    'schemas/book.yaml': 'Book: { type: object, properties: { title: { maxLength: long } } }',
  };
  await expect(loadFiles(files)).rejects.toThrow(
    'schemas/book.yaml:1: schemas/book.yaml#/Book/properties/title/maxLength must be integer; correct it.',
  );
});

describe('a reference to a text', () => {
  const files = { 'texts.yaml': 'intro: Books of all kinds\n', 'texts/about.md': '# About: *books*\n' };

  it.each([
    ['texts.yaml#/intro', 'Books of all kinds'],
    ['texts/about.md', '# About: *books*\n'],
    ['"#/components/schemas/Book/title"', 'A book'],
  ])('is read as the text (%s)', async (reference, text) => {
    const { document } = await loadFiles({
      'openapi.yaml': bookshop('      title: A book\n      type: object\n').replace(
        'title: Books,',
        `title: Books, description: { $ref: ${reference} },`,
      ),
      ...files,
    });
    expect(at(document, 'info', 'description')).toBe(text);
  });
});

describe('allOf', () => {
  it('states what each part states, the narrower bound where two differ', async () => {
    const contract = await loadFiles({
      'openapi.yaml': bookshop(`      allOf:
        - $ref: '#/components/schemas/Identified'
        - { properties: { title: { type: string, maxLength: 9, minLength: 1 } } }
        - { required: [title], properties: { title: { type: string, maxLength: 5 } } }
`),
    });
    expect(at(operationIn(contract, 'createBook').request, 'properties', 'title')).toMatchObject({
      maxLength: 5,
      minLength: 1,
    });
  });

  it('is a sentence where its parts contradict each other', async () => {
    const error = loadFiles({
      'openapi.yaml': bookshop(`      allOf: [{ type: string }, { type: object }]\n`),
    });
    await expect(error).rejects.toThrow(
      /^openapi\.yaml:\d+: the parts of an "allOf" .*; correct one of them\.$/,
    );
  });
});

describe('responses', () => {
  const listing = (responses: string): string => `openapi: 3.2.0
info: { title: Books, version: 1.0.0 }
paths:
  /books/{id}:
    $ref: '#/components/pathItems/Book'
components:
  pathItems:
    Book:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      get:
        responses:
${responses}
`;

  it.each([
    ['2XX', "          2XX: { description: d, content: { 'application/vnd.api+json': { schema: { type: object } } } }"],
    ['default', "          404: { description: d }\n          default: { description: d, content: { text/csv: {}, 'application/json; charset=utf-8': { schema: { type: object } } } }"],
    ['201', "          default: { description: d }\n          2XX: { description: d }\n          201: { description: d, content: { application/json: { schema: { type: object } } } }"],
  ])('%s is read', async (status, responses) => {
    const contract = await loadDocument(listing(responses));
    const operation = operationIn(contract, 'get-books-id');
    expect(operation.success).toBe(status);
    expect(namedStatuses(contract, operation)).toContain(status);
    expect(stated(contract)).toMatchObject({ 'response get-books-id/body/type': 'object' });
  }); // biome-ignore format: one line a case
});

describe('a schema that contains itself', () => {
  it('is read to some depth', async () => {
    const tree = `      type: object
      properties:
        title: { type: string }
        children: { type: array, items: { $ref: '#/components/schemas/Book' } }
`;
    const contract = await loadDocument(bookshop(tree));
    const title = contract.constraints.find(
      ({ id, side }) => side === 'response' && id.endsWith('title/type'),
    );
    expect(title?.paths.slice(0, 2)).toEqual([['title'], ['children', '[]', 'title']]);
  });

  it.each([
    ['in itself alone', "      allOf: [{ $ref: '#/components/schemas/Book' }]\n"],
    ['in one of two', "      oneOf: [{ type: string }, { $ref: '#/components/schemas/Book' }]\n"],
  ])('%s is a sentence', async (_, schema) => {
    await expect(loadDocument(bookshop(schema))).rejects.toThrow(
      'openapi.yaml:22: $ref "#/components/schemas/Book" refers back to itself; break the cycle.',
    );
  });
});
