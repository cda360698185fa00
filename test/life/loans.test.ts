import { expect, it } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { isObject, type JsonObject } from '../../src/json/json.ts';
import { lifeOf, loadPaths } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const text = '{ type: string, minLength: 12, maxLength: 100 }';

const contract =
  await loadPaths(`${lifeOf('/books', 'Book')}${lifeOf('/members', 'Member')}${lifeOf('/loans', 'Loan')}
components:
  schemas:
    Book: { type: object, required: [id, title], properties: { id: { type: integer, readOnly: true }, title: ${text} } }
    Member: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: ${text} } }
    Loan:
      type: object
      required: [id, book, member]
      properties:
        id: { type: integer, readOnly: true }
        book: { type: integer, x-refers: createBook }
        member: { type: integer, x-refers: createMember }
`);

type Row = JsonObject & { readonly id: number };

/** What a creation of a loan returns instead. */
type Trick = (made: Row, theirs: Row) => readonly [status: number, shown: JsonObject];

/** A server with a book, a member and a loan of others. */
function serve(trick: Trick = (made) => [201, made]) {
  const theirs = {
    books: { id: 501, title: 'The book of Mia' },
    members: { id: 501, name: 'Mia of the library' },
    loans: { id: 501, book: 501, member: 501 },
  };
  const rows = {
    books: new Map<number, Row>([[501, theirs.books]]),
    members: new Map<number, Row>([[501, theirs.members]]),
    loans: new Map<number, Row>([[501, theirs.loans]]),
  };
  let made = 1000;
  const isText = (value: unknown): boolean =>
    typeof value === 'string' && value.length >= 12 && value.length <= 100;
  const isValid = {
    books: ({ title }: JsonObject) => isText(title),
    members: ({ name }: JsonObject) => isText(name),
    loans: ({ book, member }: JsonObject) => rows.books.has(Number(book)) && rows.members.has(Number(member)),
  };
  const transport: Transport = async ({ method, target, body }) => {
    const [, kind = '', given] = (target.split('?')[0] ?? '').split('/');
    if (kind !== 'books' && kind !== 'members' && kind !== 'loans') return jsonResponse(404, {});
    const found = rows[kind].get(Number(given));
    if (given === undefined) {
      if (method !== 'POST') return jsonResponse(405, {});
      let sent: unknown;
      try {
        sent = JSON.parse(Buffer.from(body ?? []).toString());
      } catch {}
      if (!isObject(sent) || !isValid[kind](sent)) return jsonResponse(422, {});
      made += 1;
      const row = { ...sent, id: made };
      rows[kind].set(made, row);
      return kind === 'loans' ? jsonResponse(...trick(row, theirs.loans)) : jsonResponse(201, row);
    }
    if (!found) return jsonResponse(404, {});
    if (method === 'GET') return jsonResponse(200, found);
    if (method !== 'DELETE') return jsonResponse(405, {});
    rows[kind].delete(Number(given));
    return jsonResponse(204);
  };
  return { transport, rows };
}

const check = (transport: Transport) =>
  runCheck({ baseUrl: 'http://localhost', writes: 'allow', settles: '0s' }, { contract, transport });

it('deletes loans that nothing but the book and the member shows to be its own', async () => {
  const { transport, rows } = serve();
  const { created } = await check(transport);
  expect(created).toEqual([]);
  expect(Object.values(rows).map((all) => [...all.keys()])).toEqual([[501], [501], [501]]);
});

it.each<[string, Trick]>([
  ['returns the loan of others as new', (_, theirs) => [201, theirs]],
  ['returns what was sent under the id of others', (made, { id }) => [201, { ...made, id }]],
  ['returns the loan of others as one that was there', (_, theirs) => [200, theirs]],
  [
    'returns the loan of others with the book that was sent',
    ({ book = 0 }, theirs) => [201, { ...theirs, book }],
  ],
])('deletes no loan of others on a server that %s', async (_, trick) => {
  const { transport, rows } = serve(trick);
  const { created } = await check(transport);
  expect(rows.loans.get(501)).toEqual({ id: 501, book: 501, member: 501 });
  expect(created.filter(({ operation }) => operation === 'createLoan')).not.toEqual([]);
});
