import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { lintChecks } from '../../src/contract/lint.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import { withFiles } from './own-contract.ts';

const sound = `openapi: 3.1.1
info: { title: Books, version: 1.0.0 }
security: [{ token: [] }]
paths:
  /books:
    get:
      operationId: listBooks
      x-list: { items: $response.body, identifier: /id, pageSize: size }
      parameters: [{ name: size, in: query, schema: { type: integer, minimum: 1, maximum: 20, default: 10 } }]
      responses:
        '200':
          description: books
          content:
            application/json:
              schema: { type: array, maxItems: 20, items: { $ref: '#/components/schemas/Book' } }
              example: [{ id: b1, title: Emma }]
    post:
      operationId: createBook
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/NewBook' }
            examples: { one: { value: { title: Emma } } }
      responses:
        '201':
          description: created
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
          links: { read: { operationId: readBook, parameters: { bookId: $response.body#/id } } }
  /books/{bookId}:
    get:
      operationId: readBook
      parameters: [{ name: bookId, in: path, required: true, schema: { type: string, maxLength: 40 } }]
      responses:
        '200': { description: a book, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewBook:
      type: object
      required: [title]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1, maxLength: 80, pattern: '^[A-Z]', examples: [Emma] }
        kind: { type: string, enum: [novel, poem], default: novel }
    Book:
      required: [id]
      allOf: [{ $ref: '#/components/schemas/Titled' }]
      properties: { id: { type: string, readOnly: true } }
    Titled:
      type: object
      required: [title]
      properties: { title: { type: string } }
    Poem: { type: object, properties: { kind: { const: poem } } }
    Any:
      oneOf: [{ $ref: '#/components/schemas/Poem' }]
      discriminator: { propertyName: kind, mapping: { poem: '#/components/schemas/Poem' } }
`;

/** An edit of the sound contract, and what is found: a part of the line, and how the sentence begins. */
type Case = readonly [
  what: string,
  from: string,
  to: string,
  ...found: (readonly [line: string, sentence: string])[],
];

const cases: Readonly<Record<string, readonly Case[]>> = {
  example: [
    ['an example of a schema', 'examples: [Emma]', 'examples: [Emma, emma]', ['examples: [Emma', 'error: the example breaks its schema: must match pattern "^[A-Z]"; correct one of the two']],
    ['an example of a response', '{ id: b1, title: Emma }', '{ id: b1, title: 3 }', ['{ id: b1', 'error: the example breaks its schema at /0/title: must be string; correct one of the two']],
    ['an example of a request', 'value: { title: Emma }', 'value: { name: Emma }', ['examples: { one', 'error: the example breaks its schema']],
  ],
  default: [
    ['a default outside its bounds', 'default: 10', 'default: 0', ['default: 0', 'error: the default breaks its schema: must be >= 1; correct one of the two']],
    ['a default that is not allowed', 'default: novel', 'default: essay', ['default: essay', 'error: the default breaks its schema: must be equal to one of the allowed values']],
  ],
  'allowed-value': [['a number among texts', 'enum: [novel, poem]', 'enum: [novel, 2]', ['enum', 'error: the allowed value 2 is not of type string']]],
  bounds: [['no number between', '{ kind: { const: poem } }', '{ lines: { type: integer, minimum: 5, maximum: 4 } }', ['lines', 'error: no value can keep this: "minimum" is 5 and "maximum" is 4']]],
  'required-field': [['a closed object without it', 'required: [title]\n      additionalProperties', 'required: [title, author]\n      additionalProperties', ['examples: { one', 'error: the example breaks its schema'], ['required: [title, author]', 'error: "author" is required, and "additionalProperties: false" rejects it']]],
  'read-only': [
    ['required in requests only', 'title: { type: string, minLength', 'title: { readOnly: true, type: string, minLength', ['title: { readOnly', 'error: "title" is readOnly, and required in a schema that only requests have']],
    ['both marks', 'kind: { type', 'kind: { readOnly: true, writeOnly: true, type', ['writeOnly', 'error: a field cannot be both readOnly and writeOnly']],
  ],
  pattern: [['that nothing matches', '{ kind: { const: poem } }', "{ verse: { type: string, pattern: '^a(?<!a)b' } }", ['verse', 'warning: no text was found that matches this pattern']]],
  'same-path': [['another name of a parameter', 'components:\n', '  /books/{id}:\n    get:\n      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n      responses: { 200: { description: a book, content: { application/json: { schema: { type: object } } } } }\ncomponents:\n', ['get:', 'error: no request tells GET /books/{id} from /books/{bookId}']]],
  'path-parameter': [
    ['that nothing describes', 'parameters: [{ name: bookId, in: path, required: true, schema: { type: string, maxLength: 40 } }]', 'parameters: []', ['get:', 'error: the path has {bookId}, and no parameter describes it']],
    ['that the path has not', 'name: bookId, in: path', 'name: id, in: path', ['get:', 'error: the path has {bookId}'], ['name: id, in: path', 'error: the path of GET /books/{bookId} has no {id}']],
  ],
  'needed-default': [['a required parameter', '{ name: size, in: query, schema', '{ name: size, in: query, required: true, schema', ['name: size', 'warning: size is required and has a default, so no rule requires it']]],
  'record-id': [['an id that is sent, and a path that takes fewer', 'properties:\n        title: { type: string, minLength: 1', 'properties:\n        id: { type: string }\n        title: { type: string, minLength: 1', ['bookId', 'warning: {bookId} is narrower than /id in a request to POST /books']]],
  'response-schema': [['no content', "description: created\n          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }", 'description: created', ["'201'", 'warning: the response 201 has no schema']]],
  security: [['of another name', 'security: [{ token: [] }]', 'security: [{ tokens: [] }]', ['tokens', 'error: the security scheme "tokens" is not declared']]],
  link: [['to no operation', 'operationId: readBook, parameters', 'operationId: getBook, parameters', ['operationId: getBook', 'error: no operation has the operationId "getBook"']]],
  discriminator: [['to no schema', "poem: '#/components/schemas/Poem'", 'poem: Verse', ['Verse', 'error: the value "poem" leads to Verse, which the contract does not have']]],
  listing: [
    ['an identifier that may be absent', 'required: [id]', 'required: [title]', ['x-list', 'error: a record may be without /id, which identifies it']],
    ['a page that is too small', 'maxItems: 20', 'maxItems: 5', ['x-list', 'error: size is 10 by default, and a page has at most 5 records']],
  ],
}; // biome-ignore format: one line a case

const lint = (text: string, ...words: string[]) =>
  withFiles({ 'openapi.yaml': text }, (folder) =>
    runAssay(['clauses', '--lint', '--contract', join(folder, 'openapi.yaml'), ...words]),
  );

describe('assay clauses --lint', () => {
  it('finds nothing in a sound contract', async () => {
    expect(await lint(sound)).toMatchObject({
      code: 0,
      out: '0 errors, 0 warnings in the contract\n',
      error: '',
    });
  });

  it('has a case for each check', () => {
    expect(Object.keys(cases)).toEqual(lintChecks);
  });

  const all = Object.entries(cases).flatMap(([check, some]) =>
    some.map((one) => [`${check}: ${one[0]}`, one] as const),
  );
  test.each(all)('%s', async (_, [, from, to, ...expected]) => {
    expect(sound).toContain(from);
    const edited = sound.replace(from, to);
    const { code, out } = await lint(edited);
    const found = out
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const [, number, sentence] = /^openapi\.yaml:(\d+): (.*)\.$/.exec(line) ?? [];
        return [edited.split('\n')[Number(number) - 1], sentence];
      });
    expect(found).toEqual(
      expected.map(([line, sentence]) => [expect.stringContaining(line), expect.stringContaining(sentence)]),
    );
    expect(code).toBe(out.includes(': error: ') ? 1 : 0);
  });

  it('is about the whole contract', async () => {
    expect(await lint(sound, '--all')).toMatchObject({
      code: 2,
      error: expect.stringContaining('--lint and --all cannot be combined'),
    });
  });
});
