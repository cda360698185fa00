// What contracts of others have, on which a check once ended with an error of its own.

import { describe, expect, it } from 'vitest';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import {
  bookshop,
  changes,
  creates,
  deletes,
  loadDocument,
  pathParameter,
  reads,
} from '../contract/own-contract.ts';

const checkStubOf = async (text: string) => {
  const contract = await loadDocument(text);
  return checkOf(contract, { token: 'any', writes: 'allow' }, createStub({ contract }).transport);
};

const paths = (text: string): string => `openapi: 3.1.1
info: { title: Books, version: 1.0.0 }
paths:
${text}`;

const json = (schema: string): string =>
  `responses: { '200': { description: d, content: { application/json: { schema: ${schema} } } } }`;

describe('a check', () => {
  it('asks nothing of a single reading without a creation, and finds the server', async () => {
    const { results, exitCode } = await checkStubOf(
      paths(
        `  /books/{id}:\n    get:\n      ${json('{ type: object, properties: { id: { type: string } } }')}\n`,
      ),
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
    expect(exitCode).toBe(3);
  });

  it('reads an example that has an $id', async () => {
    const { results } = await checkStubOf(
      bookshop(`      type: object
      example: { inner: { $id: one }, other: { $id: one } }
      properties: { id: { type: string, readOnly: true }, title: { type: string, example: { $id: one } } }
`),
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
  });

  it('of the stub finds a required field that the request may leave out', async () => {
    const { results } = await checkStubOf(
      bookshop(`      type: object
      required: [active]
      properties: { id: { type: string, readOnly: true }, active: { type: boolean, default: true } }
`).replace(
        "$ref: '#/components/schemas/Book' }\n      responses",
        'type: object, properties: { active: { type: boolean } } }\n      responses',
      ),
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
    expect(results.find(({ rule }) => rule === 'createBook/response-active-required')?.verdict).toBe('pass');
  });

  it('of the stub checks an operation at the root', async () => {
    const { results } = await checkStubOf(
      paths(`  /:
    get:
      operationId: about
      security: [{ key: [] }]
      ${json('{ type: object, required: [name], properties: { name: { type: string } } }')}
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`),
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
    expect(results.find(({ rule }) => rule === 'about/authorization')?.verdict).toBe('pass');
  });

  it('of the stub takes operations that are called as kinds are', async () => {
    const { results } = await checkStubOf(
      paths(`  /books:
    ${creates('create', 'Book')}
    get: { operationId: list, responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } } }
  /books/{id}:
    ${pathParameter('id', 'string')}
    ${reads('all', 'Book')}
    ${changes('put', 'update', 'Book')}
    ${deletes('delete')}
components:
  schemas:
    Book: { type: object, required: [title], properties: { id: { type: string, readOnly: true }, title: { type: string } } }
`),
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
    expect(results.find(({ rule }) => rule === 'delete/gone')?.verdict).toBe('pass');
  });

  it('asks nothing of a reading whose query must have more than an id', async () => {
    const { results } = await checkStubOf(
      `${bookshop(
        '      type: object\n      properties: { id: { type: string, readOnly: true }, title: { type: string } }\n',
      ).replace(
        'components:',
        `  /books/{id}:
    get:
      operationId: readBook
      parameters: [{ name: proof, in: query, required: true, schema: { type: string } }]
      ${json("{ $ref: '#/components/schemas/Book' }")}
components:`,
      )}`,
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
    expect(results.find(({ rule }) => rule === 'readBook/as-created')?.verdict).toBe('untested');
  });

  it('of the stub replaces a record that may have no field', async () => {
    const { results } = await checkStubOf(
      bookshop(
        '      type: object\n      properties: { id: { type: string, readOnly: true }, title: { type: string } }\n',
      ).replace(
        'components:',
        `  /books/{id}:
    ${pathParameter('id', 'string')}
    ${reads('readBook', 'Book')}
    ${changes('put', 'replaceBook', 'Book')}
components:`,
      ),
    );
    const bad = results.filter(({ verdict }) => !['pass', 'untested', 'observed'].includes(verdict));
    expect(bad.map(({ rule, why }) => `${rule}: ${why}`)).toEqual([]);
    expect(results.find(({ rule }) => rule === 'replaceBook/shown')?.verdict).toBe('pass');
  });

  it('takes a field called as a parameter of the path for the id of the parent', async () => {
    const text = bookshop(
      '      type: object\n      properties: { id: { type: string }, title: { type: string } }\n',
    ).replace('/books:', '/shops/{id}/books:');
    const { clauses } = await loadDocument(text);
    expect(clauses.has('createBook/accepted')).toBe(true);
    expect(clauses.has('createBook/id-distinct')).toBe(false);
  });

  it('of the stub finds no null where only an alternative allows it', async () => {
    const { results } = await checkStubOf(
      paths(`  /items:
    get:
      operationId: items
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
      ${json('{ type: object, properties: { items: { type: array, items: { type: object, required: [id, of], properties: { id: { type: string }, of: { type: object, oneOf: [{ type: [object, "null"], properties: { a: { type: string } } }, { type: object, properties: { b: { type: string } } }] } } } } } }')}
`),
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
    expect(results.find(({ rule }) => rule === 'items/response-items-each-of-type')?.verdict).toBe('pass');
  });

  it.each([
    ['3.0.3', undefined],
    ['3.1.1', 'must'],
  ])('reads what is beside a reference as OpenAPI %s does', async (version, level) => {
    const text = bookshop(
      `      type: object
      properties: { price: { $ref: '#/components/schemas/Price', type: object, maxLength: 3 } }
    Price: { type: ${version === '3.0.3' ? 'number' : 'object'} }
`,
      version,
    );
    const { clauses } = await loadDocument(text);
    expect(clauses.get('createBook/response-price-maxLength')?.level).toBe(level);
  });

  it('names the operation whose alternative contradicts itself, however deep', async () => {
    // The last level of a body that is read: what is below it is read schema by schema.
    const bad =
      '{ oneOf: [{ type: string }, { type: object, properties: { b: { allOf: [{ enum: [a] }, { enum: [b] }] } } }] }';
    const levels = 40;
    const text = bookshop(
      `      ${'{ type: object, properties: { a: '.repeat(levels)}${bad}${' } }'.repeat(levels)}\n`,
    );
    await expect(loadDocument(text)).rejects.toThrow(
      /^openapi\.yaml:5: the parts of an "allOf" in post \/books contradict each other/,
    );
  });

  it('reads a list with a schema for each entry, however deep', async () => {
    const levels = 40;
    const tuple = '{ type: array, prefixItems: [{ type: string }, { type: integer }] }';
    const { results } = await checkStubOf(
      bookshop(
        `      ${'{ type: object, properties: { a: '.repeat(levels)}${tuple}${' } }'.repeat(levels)}\n`,
      ),
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
  });

  it('tells a field called body from the body', async () => {
    const { results } = await checkStubOf(
      bookshop(
        '      type: object\n      required: [body, "null"]\n      properties: { body: { type: string }, "null": { type: string } }\n',
      ).replace('        required: true\n', ''),
    );
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
    expect(results.find(({ rule }) => rule === 'createBook/request-body-required-2')?.verdict).toBe('pass');
  });

  it('expects no field back whose response lists other values', async () => {
    const text = bookshop(
      '      type: object\n      properties: { id: { type: string, readOnly: true }, kind: { type: string, enum: [book] }, title: { type: string } }\n',
    ).replace(
      "$ref: '#/components/schemas/Book' }\n      responses",
      'type: object, properties: { kind: { type: string, enum: [draft] }, title: { type: string } } }\n      responses',
    );
    const { clauses } = await loadDocument(text);
    expect(clauses.has('createBook/title-returned')).toBe(true);
    expect(clauses.has('createBook/kind-returned')).toBe(false);
    const { results } = await checkStubOf(text);
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail')).toEqual([]);
  });

  it('says which line has nothing that it can check', async () => {
    await expect(
      checkStubOf(paths("  /books:\n    post:\n      responses: { '202': { description: taken } }\n")),
    ).rejects.toThrow(
      /^openapi\.yaml:5: the contract has no operation that assay can check; the operation POST/,
    );
  });
});
