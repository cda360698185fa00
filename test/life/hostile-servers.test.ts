import { describe, expect, it } from 'vitest';
import type { HttpRequest, HttpResponse, Transport } from '../../src/http/exchange.ts';
import { isObject, type JsonObject } from '../../src/json/json.ts';
import { runAgainst } from '../check-of.ts';
import { loadFiles } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';
import { books, shortTitles } from './books.ts';

/** The contract of books, whose ids are any text; a creation says where the book is. */
const contractWith = (links: string, text = books) =>
  loadFiles({
    'openapi.yaml': text
      .replace('id: { type: integer, readOnly: true }', 'id: { type: string, readOnly: true }')
      .replace('required: true, schema: { type: integer }', 'required: true, schema: { type: string }')
      .replace(
        "responses: { '201': { $ref: '#/components/responses/Book' } }",
        `responses: { '201': { description: made, headers: { Location: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }, links: {${links}} } }`,
      ),
  });
/** Links to where the field `at` of a new book says. */
const links = ['getBook', 'replaceBook', 'updateBook', 'deleteBook']
  .map((id) => `${id}: { operationId: ${id}, parameters: { id: '$response.body#/at' } }`)
  .join(', ');
const contracts = {
  'offsets and long titles': [await contractWith(''), await contractWith(links)],
  'tokens and short titles': [await contractWith('', shortTitles), await contractWith(links, shortTitles)],
} as const;

type Form = keyof typeof contracts;

const forms = Object.keys(contracts) as Form[];

/** The ids of books that were there before. */
const others = ['emma', 'dune', 'kim', '7'];

type Made = { readonly book: JsonObject; readonly count: number };

/** What a server does otherwise than an honest one. */
type Trick = {
  /** The id that a creation returns; every request for it is about the book that `leadsTo` names. */
  readonly idShown?: (made: Made) => string;
  readonly leadsTo?: string;
  /** What Links of a creation name instead of its id. */
  readonly at?: (count: number) => string;
  readonly created?: (response: HttpResponse, made: Made) => HttpResponse;
  readonly change?: (method: string) => HttpResponse | undefined;
};

const withLocation = (response: HttpResponse, location: string): HttpResponse => ({
  ...response,
  headers: [...response.headers, ['location', location]],
});

/** Shows what was created under any id that it returned, so that only the id tells whose a book is. */
function serve({ idShown, leadsTo, at, created = (response) => response, change }: Trick) {
  const stored = new Map<string, JsonObject>(others.map((id) => [id, { id, title: id, pages: 5 }]));
  const shownAs = new Map<string, JsonObject>();
  /** The requests that change or delete a book of others. */
  const attacks: string[] = [];
  let count = 0;
  const bookFor = (name: string): string => (leadsTo !== undefined && shownAs.has(name) ? leadsTo : name);
  const transport: Transport = async ({ method, target, body }: HttpRequest) => {
    const [path = '', query = ''] = target.split('?');
    const name = decodeURIComponent(path.replace(/^\/books\/?/, ''));
    const sent = (): JsonObject => {
      try {
        const value = JSON.parse(Buffer.from(body ?? []).toString()) as unknown;
        return isObject(value) ? value : {};
      } catch {
        return {};
      }
    };
    if (name === '' && method === 'GET') {
      const search = new URLSearchParams(query);
      const from = Number(search.get('offset') ?? search.get('at')?.slice('from-'.length) ?? 0);
      const end = from + Number(search.get('limit') ?? 20);
      const items = [...stored.values()].slice(from, end);
      return jsonResponse(200, { total: stored.size, items, next: end < stored.size ? `from-${end}` : null });
    }
    if (name === '') {
      if (typeof sent().title !== 'string' || typeof sent().pages !== 'number') return jsonResponse(400, {});
      count += 1;
      const book = { ...sent(), id: `made-${count}` };
      stored.set(book.id, book);
      const id = idShown?.({ book, count }) ?? book.id;
      const shown = { ...book, id, ...(at ? { at: at(count) } : {}) };
      if (id !== book.id) shownAs.set(id, shown);
      if (at && at(count) !== id) shownAs.set(at(count), shown);
      return created(jsonResponse(201, shown), { book, count });
    }
    if (method === 'GET') {
      const book = shownAs.get(name) ?? stored.get(name);
      return book ? jsonResponse(200, book) : jsonResponse(404, {});
    }
    if (others.includes(bookFor(name))) attacks.push(`${method} ${target}`);
    const redirected = change?.(method);
    if (redirected) return redirected;
    const id = bookFor(name);
    const book = stored.get(id);
    if (!book) return jsonResponse(404, {});
    if (method === 'DELETE') {
      stored.delete(id);
      return { ...jsonResponse(204, {}), body: new Uint8Array() };
    }
    const changed = { ...(method === 'PATCH' ? book : {}), ...sent(), id };
    stored.set(id, changed);
    return jsonResponse(200, changed);
  };
  return { transport, stored, attacks };
}

const tricks: Readonly<Record<string, Trick>> = {
  'returns the id of a book that was listed before': { idShown: () => 'dune' },
  'returns the id of a book in capital letters': { idShown: () => 'DUNE', leadsTo: 'dune' },
  'returns an id that leads up and down again': { idShown: () => '../books/dune', leadsTo: 'dune' },
  'returns an id with an encoded slash': { idShown: () => '..%2Fbooks%2Fdune', leadsTo: 'dune' },
  'returns an id with a query': { idShown: () => 'dune?x', leadsTo: 'dune' },
  'returns an id with a fragment': { idShown: () => 'dune#x', leadsTo: 'dune' },
  ...Object.fromEntries(
    ['dune ', 'dune.', 'dune\u0000', 'd%75ne', 'ｄｕｎｅ', 'dûne', 'dune.json', '*', "x' OR '1'='1"].map(
      (id): [string, Trick] => [
        `returns the id ${JSON.stringify(id)}`,
        { idShown: () => id, leadsTo: 'dune' },
      ],
    ),
  ),
  ...Object.fromEntries(
    ['7.0', '7e0', '0x7', '7th'].map((id): [string, Trick] => [
      `returns the id ${id}, which it reads as a number`,
      { idShown: () => id, leadsTo: '7' },
    ]),
  ),
  ...Object.fromEntries(
    ['dune+', 'made|dune', 'dune:1', 'dune@2', 'dune~', 'du\u00adne'].map((id): [string, Trick] => [
      `returns the id ${JSON.stringify(id)}, a part of which names another book`,
      { idShown: () => id, leadsTo: 'dune' },
    ]),
  ),
  'returns an id with half of a character': {
    idShown: ({ count }) => `dune-${count}\ud800`,
    leadsTo: 'dune',
  },
  'returns a list of ids': { idShown: ({ count }) => `made-${count},dune`, leadsTo: 'dune' },
  'links a new book to another host': { at: () => 'http://192.0.2.1/books/dune', leadsTo: 'dune' },
  'returns a dot as id': { idShown: () => '.', leadsTo: 'dune' },
  'returns 200 with a book that was there': {
    created: () => jsonResponse(200, { id: 'kim', title: 'kim', pages: 5 }),
  },
  'returns what was sent under the id of a book that was there': {
    created: (_response, { book }) => jsonResponse(200, { ...book, id: 'kim' }),
  },
  'says that the new book is where another one is': {
    created: (response) => withLocation(response, '/books/emma'),
  },
  'says that the new book is on another host': {
    created: (response) => withLocation(response, 'http://192.0.2.1/books/emma'),
  },
  'links a new book to one that was there': { at: () => 'dune', leadsTo: 'dune' },
  'links a new book to a path that leads up again': { at: (count) => `${count}/../dune`, leadsTo: 'dune' },
  'links a new book to an encoded slash': { at: (count) => `${count}%2F..%2Fdune`, leadsTo: 'dune' },
  'links a new book to a path with a query': { at: (count) => `dune?${count}`, leadsTo: 'dune' },
  'redirects each change to another book': {
    change: () => withLocation({ ...jsonResponse(307, {}) }, '/books/emma'),
  },
  'redirects a deletion to another host': {
    change: (method) =>
      method === 'DELETE'
        ? withLocation({ ...jsonResponse(308, {}) }, 'http://192.0.2.1/books/emma')
        : undefined,
  },
};

const check = async (trick: Trick, form: Form = 'offsets and long titles') => {
  const { transport, stored, attacks } = serve(trick);
  const [plain, linked] = contracts[form];
  const own = trick.at === undefined ? plain : linked;
  const { created } = await runAgainst(own, transport);
  return { stored, attacks, created };
};

describe('a check changes and deletes no book of others', () => {
  const all = Object.keys(tricks).flatMap((name) => forms.map((form) => [name, form] as const));
  it.each(all)('on a server that %s, of %s', async (name, form) => {
    const { stored, attacks } = await check(tricks[name] ?? {}, form);
    expect(attacks).toEqual([]);
    expect(others.map((id) => stored.get(id))).toEqual(others.map((id) => ({ id, title: id, pages: 5 })));
  });

  it('and lists what it created with half of a character in the id', async () => {
    const { stored, created } = await check({ idShown: ({ book }) => `${book.id}\ud800` });
    expect(created.length).toBe(stored.size - others.length);
    expect(created.every(({ id }) => id?.endsWith('\ud800'))).toBe(true);
  });

  const honest: readonly [string, Trick][] = [
    ['', {}],
    [' with Links', { at: (count: number) => `made-${count}` }],
  ];
  it.each(honest.flatMap(([words, trick]) => forms.map((form) => [words, form, trick] as const)))(
    'and deletes all that it created, where nothing is wrong%s, of %s',
    async (_, form, trick) => {
      const { stored } = await check(trick, form);
      expect([...stored.keys()]).toEqual(others);
    },
  );
});
