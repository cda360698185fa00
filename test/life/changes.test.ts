import { expect, it } from 'vitest';
import { tellingEdits } from '../../conformance/create/telling-values.ts';
import {
  demandsOfChange,
  fieldsAlone,
  onlyField,
  onlyFirst,
  onlyInner,
  spoiled,
  withNulls,
  withOtherValues,
  withValuesOf,
} from '../../conformance/life/changes.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Json } from '../../src/json/json.ts';
import { creates, loadPaths } from '../contract/own-contract.ts';

const contract = await loadPaths(`
  /books:
    ${creates('createBook', 'Book')}
  /letters:
    ${creates('create', 'Letter')}
  /letters/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    patch:
      operationId: update
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Letter' } }, application/merge-patch+json: { schema: { $ref: '#/components/schemas/Letter' } } } }
      responses: { '200': { description: done, content: { application/json: { schema: { $ref: '#/components/schemas/Letter' } } } } }
    put:
      operationId: replace
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Letter' } } } }
      responses:
        '200': { description: done, content: { application/json: { schema: { $ref: '#/components/schemas/Letter' } } } }
        '204': { description: done }
components:
  schemas:
    Book: { type: object, properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
    Letter:
      type: object
      properties:
        id: { type: string, readOnly: true }
        title: { type: string, maxLength: 40 }
        text: { type: [string, 'null'], maxLength: 500 }
        state: { enum: [draft, sent] }
        isOpen: { type: boolean }
        pages: { type: integer, maximum: 5 }
        to: { type: object, properties: { name: { type: string }, phone: { type: [string, 'null'] } } }
        bookId: { type: integer, x-refers: createBook }
`);
const update = operationIn(contract, 'update');

const body: Json = { title: 'a', text: 'b', state: 'draft', isOpen: true, pages: 5, to: {}, bookId: 3 };

const reading = (record: Json) => ({
  id: 1,
  request: { method: 'GET', target: '/letters/1', headers: [] },
  response: { status: 200, headers: [], body: Buffer.from(JSON.stringify(record)), ms: 1 },
});

it('is sent as a merge patch if the contract has both', () => {
  expect(update.requestType).toBe('application/merge-patch+json');
});

it('gives fields other values that their schemas allow, and leaves what refers to another record', () => {
  const others = { title: 'a', text: 'b', state: 'sent', isOpen: false, pages: 4, to: {}, bookId: 3 };
  expect(withOtherValues(update, body)).toEqual(others);
});

it('gives a text another one where the record shows it in another form', () => {
  expect(withOtherValues(update, { title: '6.5' }, { first: { title: '6.50' } }, [], 'texts')).toEqual({
    title: '6.a',
  });
});

it('cuts a request to one field, or to the first if it lacks that one', () => {
  expect(onlyField(update, body, 'pages')).toEqual({ pages: 5 });
  expect(onlyField(update, { text: 'b', pages: 5 }, 'title')).toEqual({ text: 'b' });
  expect(fieldsAlone(update)).toEqual(['title', 'text', 'state', 'isOpen', 'pages', 'to']);
});

it('gives them values that the record did not show, declared ones first, and texts another letter', () => {
  const declared = [{ title: 'c', pages: 2 }, { title: 'd' }];
  const shown = { first: { title: 'c', text: 'b', state: 'sent', pages: 5 }, last: { text: 'a', pages: 4 } };
  expect(withOtherValues(update, { ...body, title: 'c' }, shown, declared, 'texts')).toEqual({
    ...{ title: 'd', text: 'c', state: 'draft', isOpen: false, pages: 2, to: {}, bookId: 3 },
  });
  expect(withOtherValues(update, body, shown, declared, 'numbers')).toMatchObject({
    text: 'b',
    state: 'sent',
    pages: 2,
  });
});

it('sends only the first field, or null for all that may be null beside it', () => {
  expect(onlyFirst(update, body)).toEqual({ title: 'a' });
  expect(withNulls(contract, update, { title: 'a' })).toEqual({ title: 'a', text: null });
});

it('sends of each object only the first field, with the value that is read', () => {
  expect(onlyInner(update, body, reading({ title: 'x', to: { name: 'Kim', phone: '5' } }))).toEqual({
    title: 'a',
    to: { name: 'Kim' },
  });
  expect(onlyInner(update, body, reading({ title: 'x', to: {} }))).toEqual({ title: 'a' });
});

it('sends the values that are read, where the request has their fields', () => {
  expect(withValuesOf(update, { title: 'a' }, reading({ title: 'x', pages: 2 }))).toEqual({ title: 'x' });
});

it('makes one field invalid; the only text by its length', () => {
  expect(spoiled(update, body)).toEqual({ ...(body as object), bookId: {} });
  expect(spoiled(update, { title: 'a' })).toEqual({ title: 'a'.padEnd(41, 'x') });
  expect(spoiled(update, { to: {} })).toBeUndefined();
});

it('makes each field invalid that is no list or object', () => {
  expect(spoiled(update, { title: 'a', text: 'b', pages: 5, to: {} }, true)).toEqual({
    ...{ title: {}, text: {}, pages: {}, to: {} },
  });
});

it('sends values that servers often change, each of which the schema allows', () => {
  const [exact, punctuated, lettered, falsy] = tellingEdits(update).map((edit) => edit(body));
  expect(exact).toMatchObject({ title: 'a', state: 'sent', isOpen: true, pages: 5, bookId: 3 });
  expect(exact).toHaveProperty('to.phone');
  expect(punctuated).toMatchObject({
    title: expect.stringMatching(/^& <b>/),
    text: expect.stringMatching(/\n.*50%2F/),
  });
  expect(lettered).toMatchObject({ text: expect.stringContaining('木村 🔔') });
  expect(falsy).toMatchObject({ title: expect.stringMatching(/^Plain/), isOpen: false, pages: 0, bookId: 3 });
});

it('readings are enough to show what a change did if its responses may have no body', () => {
  const isShouldEnough = (id: string) =>
    demandsOfChange(operationIn(contract, id)).map((one) => one.isShouldEnough === true);
  expect(isShouldEnough('update')).toEqual([false]);
  expect(isShouldEnough('replace')).toEqual([true]);
});
