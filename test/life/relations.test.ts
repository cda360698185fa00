import { describe, expect, it } from 'vitest';
import { lifeRelations, type RelationName } from '../../conformance/life/relations.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Exchange, Header } from '../../src/http/exchange.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { changes, creates, lists, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';

const content = (schema: string, type = 'application/json'): string =>
  `content: { ${type}: { schema: ${schema} } }`;
const note = "{ $ref: '#/components/schemas/Note' }";

const sort = "sort: { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables: { pages: /pages } }";

const contract = await loadPaths(`
  /notes:
    parameters: [{ name: sort, in: query, schema: { enum: [pages, -pages] } }]
    ${lists('list', 'Note', `, ${sort}`)}
    ${creates('create', 'Note')}
  /notes/{id}:
    ${pathParameter('id')}
    ${reads('get', 'Note')}
    ${changes('put', 'replace', 'Note')}
    patch:
      operationId: update
      requestBody: { required: true, ${content(note, 'application/merge-patch+json')} }
      responses: { '200': { description: one, ${content(note)} } }
    delete: { operationId: delete, x-softDelete: /deletedAt, responses: { '204': { description: gone } } }
components:
  schemas:
    Note:
      type: object
      required: [id, text]
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string }
        pages: { type: integer }
        pin: { type: string, writeOnly: true }
        to: { type: object, properties: { name: { type: string }, phone: { type: [string, 'null'] } } }
        deletedAt: { type: [string, 'null'], readOnly: true }
        updatedAt: { type: string, format: date-time, readOnly: true }
`);

const exchange = (
  method: string,
  target: string,
  status: number,
  shown: Json = {},
  sent?: Json,
  headers: readonly Header[] = [],
): Exchange => ({
  request: {
    ...{ method, target, headers: [] },
    ...(sent === undefined ? {} : { body: Buffer.from(JSON.stringify(sent)) }),
  },
  response: {
    ...{ status, ms: 1, body: Buffer.from(JSON.stringify(shown)) },
    headers: [['content-type', 'application/json'], ...headers],
  },
});

const lost: Exchange = {
  request: { method: 'GET', target: '/notes/1', headers: [] },
  response: { lost: 'connection', detail: '', ms: 1 },
};
const first = { id: 1, text: 'a', pages: 3, to: { name: 'Kim', phone: '5' } };
const read = (shown: Json, status = 200, etag?: string): Exchange =>
  exchange('GET', '/notes/1', status, shown, undefined, etag === undefined ? [] : [['etag', etag]]);
const timed = (time: string, text = 'a'): Exchange =>
  read({ ...first, text, updatedAt: `2026-03-01T${time}` });
const page = (items: readonly JsonObject[], total: number = items.length, query = ''): Exchange =>
  exchange('GET', `/notes${query}`, 200, { items: [...items], total });
const created = (sent: Json, shown: Json = { ...(sent as JsonObject), id: 1 }, location?: string): Exchange =>
  exchange('POST', '/notes', 201, shown, sent, location === undefined ? [] : [['location', location]]);
const replaced = (sent: Json, shown: Json = sent, status = 200): Exchange =>
  exchange('PUT', '/notes/1', status, shown, sent);
const updated = (sent: Json, shown: Json = {}): Exchange => exchange('PATCH', '/notes/1', 200, shown, sent);
const deleted = exchange('DELETE', '/notes/1', 204);
const named = (id: number, nonce: string): JsonObject => ({ id, text: `assay ${nonce}` });
const [own, second, foreign] = ['aaaaaaaa00000001', 'aaaaaaaa00000002', 'bbbbbbbb00000001'];

type Case = readonly [before: Exchange | undefined, write: Exchange, after: readonly Exchange[]];

/** What a relation says: what it saw of each difference, or that there was nothing to compare. */
function said(name: RelationName, [before, write, after]: Case): readonly string[] | 'nothing' {
  const kinds = { POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete', GET: 'get' };
  const id = kinds[write.request.method as keyof typeof kinds];
  const around = { contract, operation: operationIn(contract, id), write, after };
  const found = lifeRelations[name]({ ...around, ...(before ? { before } : {}) });
  return found?.map(({ field, saw }) => (field === undefined ? saw : `${field}: ${saw}`)) ?? 'nothing';
}

const right: readonly string[] = [];
const cases: Readonly<
  Partial<Record<RelationName, readonly (readonly [string, ...Case, ReturnType<typeof said>])[]>>
> = {
  shown: [
    ['as it was sent', undefined, replaced({ text: 'b' }), [read({ ...first, text: 'b' })], right],
    ['as the response showed it', undefined, updated({ deletedAt: 'b' }, { deletedAt: 'B' }), [read({ id: 1, deletedAt: 'B' })], right],
    ['another value', undefined, updated({ text: 'b' }, { text: 'b' }), [read({ id: 1, text: 'a' })], ['text: "a"']],
    ['no value', undefined, updated({ pages: 4 }, { pages: 4 }), [read({ id: 1 })], ['pages: none']],
    ['no record', undefined, updated({ pages: 4 }, { pages: 4 }), [read({}, 404)], ['rejected (404)']],
    ['as it was promised', undefined, updated({ pages: 4 }), [read(first)], ['pages: 3']],
    ['what was neither promised nor shown', undefined, updated({ other: 4 }), [read(first)], 'nothing'],
    ['no reading', undefined, updated({ pages: 4 }, { pages: 4 }), [], 'nothing'],
  ],
  'keeps-others': [
    ['all others', read(first), updated({ text: 'b' }), [read({ ...first, text: 'b' })], right],
    ['what was sent changes', read(first), updated({ text: 'b', pages: 4, to: {} }), [read({ id: 1, text: 'b', pages: 4, to: {} })], ['to.name: none', 'to.phone: none']],
    ['another field is lost', read(first), updated({ text: 'b' }), [read({ id: 1, text: 'b', pages: 3 })], ['to: none']],
    ['an inner field is kept', read(first), updated({ to: { name: 'Bo' } }), [read({ ...first, to: { name: 'Bo', phone: '5' } })], right],
    ['an inner field is lost', read(first), updated({ to: { name: 'Bo' } }), [read({ ...first, to: { name: 'Bo' } })], ['to.phone: none']],
    ['an inner null is lost', read({ ...first, to: { name: 'Kim', phone: null } }), updated({ to: { name: 'Bo' } }), [read({ ...first, to: { name: 'Bo' } })], right],
    ['an inner field of a replacement', read(first), replaced({ to: { name: 'Bo' } }), [read({ ...first, to: { name: 'Bo' } })], right],
    ['nothing was read', undefined, updated({ text: 'b' }), [read(first)], 'nothing'],
  ],
  repeatable: [
    ['as before', read(first), replaced(first), [read(first)], right],
    ['created anew', read(first), replaced(first, first, 201), [read(first)], ['status 201']],
    ['changed', read(first), replaced(first), [read({ ...first, pages: 4 })], ['pages: 4']],
  ],
  gone: [
    ['gone', read(first), deleted, [read({}, 404)], right],
    ['still there', read(first), deleted, [read({ ...first, deletedAt: null })], right],
    ['still as it was', read(first), deleted, [read(first)], ['accepted']],
    ['deleted softly', read({ ...first, deletedAt: null }), deleted, [read({ ...first, deletedAt: '2026' })], right],
    ['a crash', read(first), deleted, [read({}, 500)], 'nothing'],
    ['no response', read(first), deleted, [lost], right],
    ['no reading', read(first), deleted, [], 'nothing'],
  ],
  'not-listed': [
    ['on no page', read(first), deleted, [page([{ ...first, id: 2 }])], right],
    ['on a page', read(first), deleted, [page([first])], ['it is listed']],
    ['deleted softly', read({ ...first, deletedAt: null }), deleted, [page([{ ...first, deletedAt: '2026' }])], right],
    ['listed before only', page([first]), deleted, [page([first])], ['it is listed']],
    ['no id', undefined, deleted, [page([first])], 'nothing'],
  ],
  listed: [
    ['once', undefined, created(first), [page([first])], right],
    ['on no page', undefined, created(first), [page([])], ['it is on no page']],
    ['twice', undefined, created(first), [page([first]), page([first])], ['it is there 2 times']],
    ['no id', undefined, created({}, {}), [page([])], 'nothing'],
  ],
  counted: [
    ['one more', page([], 4), created(first), [page([first], 5)], right],
    ['as many', page([], 4), created(first), [page([first], 4)], ['a total of 4']],
    ['no total before', undefined, created(first), [page([first], 4)], 'nothing'],
    ['no total after', page([], 4), created(first), [read(first)], 'nothing'],
  ],
  location: [
    ['the record', undefined, created(first, first, '/notes/1'), [read(first)], right],
    ['another record', undefined, created(first, first, '/notes/1'), [read({ ...first, id: 2 })], ['"/notes/1": the record 2']],
    ['no record', undefined, created(first, first, '/notes/1'), [read({}, 404)], ['"/notes/1": rejected (404)']],
    ['nowhere', undefined, created(first, first, 'x'), [], ['"x"']],
    ['no header', undefined, created(first), [read(first)], 'nothing'],
    ['no id', undefined, created(first, {}, '/notes/1'), [read(first)], 'nothing'],
  ],
  'listed-as-changed': [
    ['as changed', page([first]), updated({ text: 'b' }), [read({ ...first, text: 'b' }), page([{ ...first, text: 'b' }])], right],
    ['as before', page([first]), updated({ text: 'b' }), [read({ ...first, text: 'b' }), page([first])], ['text: "a", as before the change']],
    ['not changed', page([first]), updated({ text: 'b' }), [read(first), page([first])], 'nothing'],
    ['not listed now', page([first]), updated({ text: 'b' }), [read({ ...first, text: 'b' }), page([])], 'nothing'],
    ['not listed before', page([]), updated({ text: 'b' }), [read({ ...first, text: 'b' }), page([first])], 'nothing'],
    ['not read', page([first]), updated({ text: 'b' }), [read({}, 404), page([first])], 'nothing'],
  ],
  'others-stay': [
    ['listed', page([named(1, own), named(2, second)]), deleted, [page([named(2, second)])], right],
    ['not listed', page([named(1, own), named(2, second)]), deleted, [page([])], ['2 is not listed any more']],
    ['of another run', page([named(1, own), named(2, foreign)]), deleted, [page([])], 'nothing'],
    ['what no run made', page([first, named(2, second)]), deleted, [page([])], 'nothing'],
    ['read as before', read(first), deleted, [read(first)], right],
    ['read with another value', read(first), deleted, [read({ ...first, pages: 4 })], ['pages: 4']],
  ],
  'sorted-as-changed': [
    ['in place', undefined, updated({}), [page([{ id: 2, pages: 1 }, { id: 1, pages: 2 }], 2, '?sort=pages')], right],
    ['of equal values', undefined, updated({}), [page([{ id: 2, pages: 2 }, { id: 1, pages: 2 }], 2, '?sort=pages')], right],
    ['out of place', undefined, updated({}), [page([{ id: 2, pages: 3 }, { id: 1, pages: 2 }], 2, '?sort=pages')], ['3 before 2']],
    ['out of place, falling', undefined, updated({}), [page([{ id: 1, pages: 2 }, { id: 2, pages: 3 }], 2, '?sort=-pages')], ['2 before 3']],
    ['others out of place', undefined, updated({}), [page([{ id: 2, pages: 3 }, { id: 3, pages: 2 }], 2, '?sort=pages')], 'nothing'],
    ['alone', undefined, updated({}), [page([{ id: 1, pages: 3 }], 1, '?sort=pages')], 'nothing'],
    ['without a value', undefined, updated({}), [page([{ id: 1, pages: null }, { id: 2, pages: 2 }], 2, '?sort=pages')], 'nothing'],
    ['in no order', undefined, updated({}), [page([{ id: 2, pages: 3 }, { id: 1, pages: 2 }])], 'nothing'],
  ],
  'sorted-as-created': [
    ['others out of place', undefined, created({}), [page([{ id: 2, pages: 3 }, { id: 3, pages: 2 }], 2, '?sort=pages')], ['3 before 2']],
  ],
  'creates-none': [
    ['changed', read(first), replaced(named(1, own)), [page([named(1, own)])], right],
    ['another one', read(first), replaced(named(1, own)), [page([named(2, own)])], ['the record 2 with it']],
    ['what nobody can know', read(first), replaced({ text: 'a' }), [page([first])], 'nothing'],
    ['no id', undefined, replaced(named(1, own)), [page([named(2, own)])], 'nothing'],
  ],
  'rejected-not-stored': [
    ['stored', undefined, exchange('POST', '/notes', 422, {}, named(1, own)), [page([named(1, own)])], ['the record 1 with it']],
    ['not stored', undefined, exchange('POST', '/notes', 422, {}, named(1, own)), [page([named(1, second)])], right],
    ['what was stored before', created(named(1, own)), exchange('POST', '/notes', 409, {}, named(1, own)), [page([named(1, own)])], right],
    ['once more', created(named(1, own)), exchange('POST', '/notes', 409, {}, named(1, own)), [page([named(2, own)])], ['the record 2 with it']],
    ['beside what else a record has', created(named(1, own)), exchange('POST', '/notes', 409, {}, named(1, own)), [page([named(2, `${own} ${second}`)])], right],
  ],
  'null-clears': [
    ['cleared', read(first), updated({ pages: null }), [read({ ...first, pages: null })], right],
    ['kept', read(first), updated({ pages: null }), [read(first)], ['pages: 3']],
    ['what was null', read({ ...first, pages: null }), updated({ pages: null }), [read(first)], 'nothing'],
    ['what is no null', read(first), updated({ pages: 4 }), [read(first)], 'nothing'],
  ],
  'total-kept': [
    ['all', undefined, deleted, [page([first], 2), page([{ ...first, id: 2 }], 2)], right],
    ['fewer', undefined, deleted, [page([first], 2)], ['a total of 2']],
    ['of pages that differ', undefined, deleted, [page([first], 2, '?limit=1'), page([], 2, '?limit=2')], 'nothing'],
    ['of pages that agree', undefined, deleted, [page([first], 1, '?limit=1'), page([first], 1, '?limit=2')], right],
    ['no total', undefined, deleted, [read(first)], 'nothing'],
  ],
  'not-after-deletion': [
    ['rejected', undefined, replaced(first, {}, 404), [read({}, 404)], right],
    ['created', undefined, replaced(first), [read(first)], right],
    ['neither', undefined, replaced(first), [read({}, 404)], ['accepted; a reading is rejected (404)']],
    ['a crash', undefined, replaced(first, {}, 500), [read({}, 404)], 'nothing'],
    ['no reading', undefined, replaced(first), [], 'nothing'],
  ],
  'etag-changes': [
    ['another one', read(first, 200, '"1"'), updated({}), [read({ ...first, pages: 4 }, 200, '"2"')], right],
    ['the same', read(first, 200, '"1"'), updated({}), [read({ ...first, pages: 4 }, 200, '"1"')], ['"\\"1\\"" again']],
    ['the same of a weak one', read(first, 200, 'W/"1"'), updated({}), [read({ ...first, pages: 4 }, 200, 'W/"1"')], 'nothing'],
    ['the same of the same', read(first, 200, '"1"'), updated({}), [read(first, 200, '"1"')], 'nothing'],
    ['none before', read(first), updated({}), [read({ ...first, pages: 4 }, 200, '"1"')], 'nothing'],
    ['none after', read(first, 200, '"1"'), updated({}), [read({ ...first, pages: 4 })], 'nothing'],
  ],
  'time-of-change': [
    ['a later one', timed('10:00:00.123Z'), updated({}), [timed('10:00:00.124Z', 'b')], right],
    ['the same', timed('10:00:00.123Z'), updated({}), [timed('10:00:00.123Z', 'b')], ['updatedAt: the same']],
    ['the same of a clock of seconds', timed('10:00:00Z'), updated({}), [timed('10:00:00Z', 'b')], 'nothing'],
    ['the same with an empty fraction', timed('10:00:00.000Z'), updated({}), [timed('10:00:00.000Z', 'b')], 'nothing'],
    ['the same with a round fraction', timed('10:00:00.300Z'), updated({}), [timed('10:00:00.300Z', 'b')], 'nothing'],
    ['the same with a round fraction, though not that of another record', timed('10:00:00.300Z'), updated({}), [timed('10:00:00.308Z'), timed('10:00:00.300Z', 'b')], ['updatedAt: the same']],
    ['the same of a record that did not change', timed('10:00:00.123Z'), updated({}), [timed('10:00:00.123Z')], 'nothing'],
    ['one of a clock that is a little behind', timed('10:00:00.123Z'), updated({}), [timed('10:00:00.100Z', 'b')], right],
    ['an earlier one', timed('10:00:05Z'), updated({}), [timed('10:00:00Z', 'b')], ['updatedAt: "2026-03-01T10:00:00Z"']],
    ['none', read(first), updated({}), [read({ ...first, text: 'b' })], 'nothing'],
  ],
  'unknown-id-not-crash': [
    ['a rejection', undefined, replaced({}, {}, 499), [], right],
    ['a crash', undefined, replaced({}, {}, 500), [], ['status 500']],
    ['no response', undefined, { ...lost, request: replaced({}).request }, [], 'nothing'],
  ],
  'if-match-status': [
    ['412', undefined, replaced({}, {}, 412), [], right],
    ['409', undefined, replaced({}, {}, 409), [], ['status 409']],
  ],
  'if-none-match-current': [['200', undefined, read(first), [], ['status 200']]],
  'if-none-match-other': [
    ['200', undefined, read(first), [], right],
    ['304', undefined, read(first, 304), [], ['status 304']],
  ],
}; // biome-ignore format: a line a case

describe.each(Object.entries(cases))('%s', (name, own) => {
  it.each(own)('%s', (_name, before, write, after, expected) => {
    expect(said(name as RelationName, [before, write, after])).toEqual(expected);
  });
});
