import { describe, expect, it } from 'vitest';
import { loadDocument } from './own-contract.ts';

const document = (more = ''): string => `openapi: 3.1.1
info: { title: Books, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /books:
    post:
      operationId: add
${more}      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
      responses:
        201: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
    get:
      operationId: proposed
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1 } }
        - { name: limit, in: query, schema: { type: integer, enum: [5, 10] } }
        - { name: shelf, in: query, x-level: unspecified, schema: { type: integer, minimum: 1, maximum: 9, x-level: { minimum: should } } }
        - { name: state, in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string, enum: [state, -state] } }
        - { name: shop, in: query, required: true, schema: { type: string } }
      responses:
        200: { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } }
  /books/{id}:
    get:
      operationId: one
      responses:
        200: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
  /shops/1/books/{id}:
    get:
      operationId: elsewhere
      responses:
        200: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
  /loans:
    post:
      operationId: lend
      requestBody:
        content: { application/json: { schema: { type: object, properties: { book: { type: string }, note: { type: string, x-level: unspecified, maxLength: 3 } } } } }
      responses:
        201: { description: d, content: { application/json: { schema: { type: object, properties: { book: { type: string }, at: { type: string } } } } } }
  /visits:
    post:
      operationId: visit
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { book: { type: string } } } } }
      responses:
        201: { description: d, content: { application/json: { schema: { type: object, properties: { book: { type: string }, at: { type: string, readOnly: true } } } } } }
  /notes:
    post:
      operationId: note
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, minProperties: 1, properties: { book: { type: string } } } } }
      responses:
        201: { description: d, content: { application/json: { schema: { type: object, properties: { book: { type: string } } } } } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Book:
      type: object
      required: [title]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string, minLength: 1, maxLength: 9, pattern: '^[a-z]*$' }
        pages: { type: integer, minimum: 1, maximum: 9, x-level: { maximum: should } }
        state: { enum: [new, old] }
        kind: { const: book }
        tags: { type: array, minItems: 1, items: { type: string } }
        day: { type: string, format: date }
        at: { type: string, format: date-time }
        mail: { type: string, format: email }
`;

const levelsOf = async (text: string): Promise<Readonly<Record<string, string>>> => {
  const { clauses } = await loadDocument(text);
  return Object.fromEntries([...clauses.values()].map(({ id, level }) => [id, level]));
};

const levels = await levelsOf(document());

describe('the level of a clause that nobody wrote', () => {
  it.each([
    ['O1', 'add/accepted', 'must'],
    ['O1', 'add/created', 'should'],
    ['O1', 'one/response-json', 'must'],
    ['O2', 'add/response-title-type', 'must'],
    ['O2', 'add/response-title-required', 'must'],
    ['O2', 'add/response-title-maxLength', 'must'],
    ['O2', 'add/response-title-pattern', 'must'],
    ['O2', 'add/response-state-enum', 'must'],
    ['O2', 'add/response-kind-const', 'must'],
    ['O2', 'add/response-id-format', 'must'],
    ['O2', 'add/response-day-format', 'must'],
    ['O2', 'add/response-at-format', 'should'],
    ['O2', 'add/response-mail-format', 'should'],
    ['O3', 'add/request-title-required', 'must'],
    ['O3', 'add/request-title-minLength', 'must'],
    ['O3', 'add/request-title-maxLength', 'must'],
    ['O3', 'add/request-title-pattern', 'must'],
    ['O3', 'add/request-pages-minimum', 'must'],
    ['O3', 'add/request-state-enum', 'must'],
    ['O3', 'add/request-kind-const', 'must'],
    ['O3', 'add/request-tags-minItems', 'must'],
    ['O3', 'add/request-title-type', 'must'],
    ['O3', 'add/request-title-type-converted', 'should'],
    ['O3', 'add/request-tags-type', 'should'],
    ['O4', 'proposed/parameter-shop-required', 'must'],
    ['O3', 'add/request-day-format', 'should'],
    ['O3', 'add/request-body-required', 'must'],
    ['O3', 'note/request-body-required', 'must'],
    ['O3', 'visit/request-body-required', 'should'],
    ['O3', 'add/request-body-json', 'must'],
    ['O3', 'lend/request-body-json', 'should'],
    ['O4', 'proposed/parameter-page-minimum', 'should'],
    ['O4', 'proposed/parameter-limit-enum', 'should'],
    ['O5', 'add/authorization', 'must'],
    ['O5', 'one/authorization', 'must'],
    ['O9', 'proposed/page-limit', 'should'],
    ['O9', 'proposed/served', 'should'],
    ['O9', 'proposed/filter-eq-state-only', 'should'],
    ['O9', 'proposed/sort-by-state', 'should'],
    ['O9', 'proposed/response-json', 'must'],
    ['O9', 'elsewhere/as-created', 'should'],
    ['O9', 'lend/book-returned', 'should'],
    ['V1', 'one/as-created', 'must'],
    ['V1', 'add/title-returned', 'must'],
    ['V1', 'visit/book-returned', 'must'],
    ['V3', 'add/id-distinct', 'must'],
    ['V4', 'one/unknown-id', 'must'],
    ['V4', 'one/id-form', 'should'],
    ['V4', 'one/unknown-id-not-crash', 'should'],
    ['x-level', 'add/request-pages-maximum', 'should'],
    ['x-level', 'lend/request-note-maxLength', 'unspecified'],
    ['x-level', 'proposed/parameter-shelf-maximum', 'unspecified'],
    ['x-level', 'proposed/parameter-shelf-minimum', 'should'],
  ])('by reading %s, %s is a %s', (_, id, level) => {
    expect({ id, level: levels[id] }).toEqual({ id, level });
  });

  it('is that of x-level beside the operation, or of the document', async () => {
    const beside = await levelsOf(document('      x-level: should\n'));
    expect([beside['add/accepted'], beside['add/request-title-required'], beside['one/unknown-id']]).toEqual([
      'should',
      'should',
      'must',
    ]);
    const root = await levelsOf(
      document().replace('\npaths:', '\nx-level: { accepted: unspecified }\npaths:'),
    );
    expect([root['add/accepted'], root['add/id-distinct']]).toEqual(['unspecified', 'must']);
  });

  it('is a sentence if x-level is none', async () => {
    await expect(levelsOf(document('      x-level: may\n'))).rejects.toThrow(
      'openapi.yaml:8: x-level is "may"; write must, should, unspecified.',
    );
  });
});
