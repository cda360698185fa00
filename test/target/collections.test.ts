import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  atWord,
  collectionsOf,
  declaredCollection,
  idInFile,
  namedCollection,
  readAt,
} from '../../conformance/target/collections.ts';
import { readTarget } from '../../conformance/target/read.ts';
import { targetSchema } from '../../conformance/target/target-schema.ts';
import { loadContract } from '../../src/contract/load.ts';
import { at } from '../../src/json/json.ts';
import { loadPaths } from '../contract/own-contract.ts';
import { contract as shipped } from '../shipped.ts';

/** Lists authors' books and all books. */
const openapi = fileURLToPath(new URL('../stub/any-contract/library.yaml', import.meta.url));
const library = await loadContract({ openapi });

/** Has one listing, with a number in its path, and a text in its query. */
const shelves = await loadPaths(`
  /floors/{floor}/shelves:
    get:
      operationId: listShelves
      x-list: { items: /items, total: /total, pageSize: limit, offset: offset }
      parameters:
        - { name: floor, in: path, required: true, schema: { type: integer }, example: 3 }
        - { name: branch, in: query, required: true, schema: { type: string, examples: [north/east] } }
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
        - { name: offset, in: query, schema: { type: integer } }
      responses: { '200': { description: A page., content: { application/json: { schema: { type: object, properties: { total: { type: integer }, items: { type: array, items: { type: object, properties: { id: { type: integer } } } } } } } } } }
`);

async function withFile<T>(text: string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-collections-'));
  const path = join(folder, 'file.yaml');
  await writeFile(path, text);
  return use(path).finally(() => rm(folder, { recursive: true }));
}

const author = '0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c11';
const other = author.replace('0', '1');

describe('--at', () => {
  it.each([
    ['both values', shipped, `${author}/${other}`, 'node-products', [author, other]],
    ['the listing, too', shipped, `node-products=${author}/${other}`, 'node-products', [author, other]],
    ['one of several listings', library, `listAuthorBooks=${author}`, 'listAuthorBooks', [author]],
    ['a listing without values', library, 'listBooks=', 'listBooks', []],
    ['what a path and a query have', shelves, '3/north%2Feast', 'listShelves', ['3', 'north/east']],
    ['an equals sign in a value', shelves, '3/a=b', 'listShelves', ['3', 'a=b']],
    ['a percent sign that encodes nothing', shelves, '3/50%', 'listShelves', ['3', '50%']],
  ])('names %s', (_, contract, text, operation, values) => {
    expect(readAt(contract, text)).toEqual({ operation, values });
    expect(readAt(contract, atWord(contract, { operation, values }))).toEqual({ operation, values });
  });

  const write = 'write the values with slashes between them, and a slash in a value as %2F.';
  it.each([
    [shipped, author, `--at ${author} is not HIERARCHY_ID/NODE_ID: it has 1 value instead of 2; ${write}`],
    [shipped, `${author}/x`, `--at ${author}/x is not HIERARCHY_ID/NODE_ID: nodeID is not a UUID; ${write}`],
    [shelves, '3/', `--at 3/ is not FLOOR/BRANCH: branch is not a text that is not empty; ${write}`],
    [shelves, 'three/a', `--at three/a is not FLOOR/BRANCH: floor is not a whole number; ${write}`],
    [shelves, '3/a/b', `--at 3/a/b is not FLOOR/BRANCH: it has 3 values instead of 2; ${write}`],
    [
      library,
      author,
      `--at ${author} does not say what lists it; write --at listAuthorBooks=AUTHOR_ID or --at listBooks=.`,
    ],
    [
      library,
      'getAuthor=1',
      '--at getAuthor=1 does not say what lists it; write --at listAuthorBooks=AUTHOR_ID or --at listBooks=.',
    ],
  ])('says what is wrong, and what to write: %#', (contract, text, message) => {
    expect(() => readAt(contract, text)).toThrow(message);
  });
});

describe('a collection in a target file', () => {
  it('is named by what the parameters take', () => {
    expect(namedCollection(shelves, { operation: 'listShelves', values: ['3', '4'] })).toEqual({
      list: 'listShelves',
      at: { floor: 3, branch: '4' },
    });
    expect(namedCollection(library, { operation: 'listBooks', values: [] })).toEqual({
      list: 'listBooks',
      at: {},
    });
    expect(idInFile(shelves, 'listShelves', '12')).toBe(12);
    expect(idInFile(shipped, 'node-products', author)).toBe(author);
  });

  it('has its values in the order of the contract, and ids of any form', () => {
    expect(
      declaredCollection(shelves, { at: { branch: 'b', floor: 3 }, holds: [1, '2'] }, 'collections 1'),
    ).toEqual({ operation: 'listShelves', values: ['3', 'b'], holds: ['1', '2'] });
  });

  it.each([
    [library, {}, 'P does not say which operation lists it; add "list": listAuthorBooks or listBooks.'],
    [
      library,
      { list: 'listBook' },
      'P: "listBook" is not an operation that lists; did you mean "listBooks"?',
    ],
    [library, { list: 'listAuthorBooks' }, 'P has no value of authorId; add it under "at".'],
    [
      shelves,
      { at: { floor: 3, brunch: 'b' } },
      'P: "brunch" names no collection of listShelves; did you mean "branch"?',
    ],
  ])('says what is wrong with it, and what to write: %#', (contract, entry, message) => {
    expect(() => declaredCollection(contract, entry, 'P')).toThrow(message);
  });
});

describe('the collections to list', () => {
  const named = { operation: 'listAuthorBooks', values: [author] };
  const all = { operation: 'listBooks', values: [] };

  it('are those that are declared, and what needs no values', () => {
    expect(collectionsOf(library, [])).toEqual([all]);
    expect(collectionsOf(library, [named])).toEqual([named, all]);
    expect(collectionsOf(library, [{ ...all, holds: ['1'] }, named])).toEqual([
      { ...all, holds: ['1'] },
      named,
    ]);
  });

  it('are each read once: the first says what is declared', () => {
    const spelled = { operation: 'listAuthorBooks', values: [author.toUpperCase()], holds: [] };
    expect(collectionsOf(library, [{ ...named, holds: ['1'] }, spelled])).toEqual([
      { ...named, holds: ['1'] },
      all,
    ]);
  });

  it('are the examples of a contract of one’s own, never of the shipped one', () => {
    expect(collectionsOf(shelves, [])).toEqual([{ operation: 'listShelves', values: ['3', 'north/east'] }]);
    expect(collectionsOf(shipped, [])).toEqual([]);
  });
});

describe('the schema of a target file', () => {
  const properties = (...path: string[]) => at(targetSchema(library), 'properties', ...path);

  it('knows the names of its contract', () => {
    expect(Object.keys(Object(properties('token', 'else', 'properties')))).toEqual([
      'createAuthor',
      'getAuthor',
      'removeAuthor',
      'listAuthorBooks',
      'createAuthorBook',
      'listBooks',
      'bearer',
    ]);
    expect(Object.keys(Object(properties('known', 'properties')))).toEqual([
      'createAuthor',
      'createAuthorBook',
    ]);
    expect(properties('collections', 'items', 'properties', 'list', 'enum')).toEqual([
      'listAuthorBooks',
      'listBooks',
    ]);
  });

  const said = (...lines: string[]): Promise<string> =>
    withFile([`contract: ${openapi}`, ...lines].join('\n'), (path) =>
      readTarget(path, { environment: {} }).then(
        () => 'nothing',
        (error: Error) => error.message.replace(/^.*file\.yaml/, 'file.yaml'),
      ),
    );

  it.each([
    [`collections: [{ list: listAuthorBooks, at: { authorId: ${author} }, holds: [1, 2] }]`, 'nothing'],
    ['collections: [{ list: listBooks, order: [1] }]\nknown: { createAuthor: { name: Iris } }', 'nothing'],
    ['collections: [{ list: listBook }]', 'listBook'],
    ['collections: [{ list: listAuthorBooks, at: { authorId: 12 } }]', 'authorId'],
    ['collections: [{ list: listAuthorBooks, at: { author: 12 } }]', 'author'],
    ['collections: [{ list: listBooks, holds: [one] }]', 'holds'],
    ['known: { createAutor: {} }', 'createAutor'],
    ['known: { createAuthor: { nam: Iris } }', 'nam'],
    ['token: { subscription: secret }', 'subscription'],
  ])('judges a file: %s', async (lines, what) => {
    const words = await said(lines);
    if (what === 'nothing') expect(words).toBe(what);
    else expect(words).toMatch(new RegExp(`^file\\.yaml:2.*${what}`));
  });
});
