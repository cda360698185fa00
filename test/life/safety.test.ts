import { describe, expect, it } from 'vitest';
import { type HttpRequest, isLost, type Transport } from '../../src/http/exchange.ts';
import { brokenMusts, runAgainst } from '../check-of.ts';
import { loadFiles } from '../contract/own-contract.ts';
import { books, contract, shortTitles } from './books.ts';
import { type Book, type Deviation, type Shelf, serveBooks } from './books-server.ts';
import { textIds, withIdsInNoOrder } from './ids-in-no-order.ts';

const check = (transport: Transport, of = contract, patience = 0) =>
  runAgainst(of, transport, { settles: '0s' }, { patience });

const short = await loadFiles({ 'books.yaml': shortTitles });

const untouched = [...serveBooks().shelf.theirs];

const someBook = (theirs: ReadonlyMap<number, Book>, id: number): Book | undefined =>
  theirs.get(1 + (id % 5));

/** Gives the ids of deleted books again: to somebody else, right after a reading has shown that there is none. */
const givesAgain = (nextId: (shelf: Shelf) => number): Deviation => ({
  nextId,
  read: (id, shelf, book) => {
    if (book) return undefined;
    if (id === nextId(shelf)) shelf.theirs.set(id, { id, title: 'A new book of somebody else', pages: 7 });
    return 'none';
  },
});

/** Servers that could make a check change or delete a record that it did not create. */
const hostile: Readonly<Record<string, Deviation>> = {
  'returns the id of another book': { idShown: () => 3 },
  'returns the ids of other books in turns': { idShown: (_id, _shelf, count) => 1 + (count % 5) },
  'returns the id of another book sometimes': { idShown: (id, _shelf, count) => (count % 3 === 0 ? 2 : id) },
  'returns another book as what was created': {
    made: (_book, { theirs }) => theirs.get(4) ?? {},
  },
  'answers a reading with another book': { read: (id, { theirs }) => someBook(theirs, id) },
  'answers a reading with another book under the id that was asked for': {
    read: (id, { theirs, ours }, book) => (ours.has(id) ? { ...theirs.get(1), id } : book),
  },
  'shows a book of others as if it had been created': {
    idShown: () => 5,
    read: (id, { ours }, book) => (id === 5 ? ({ ...[...ours.values()].at(-1), id } as Book) : book),
  },
  'gives the id of a deleted book to somebody else': {
    nextId: ({ ours, theirs }) => Math.max(100, ...ours.keys(), ...theirs.keys()) + 1,
    deleted: (id, { theirs }) => theirs.set(id, { id, title: 'A new book of somebody else', pages: 7 }),
  },
  'gives the last id again': givesAgain(
    ({ ours, theirs }) => Math.max(100, ...ours.keys(), ...theirs.keys()) + 1,
  ),
  'gives the least free id': givesAgain(({ ours, theirs }) => {
    let id = 6;
    while (ours.has(id) || theirs.has(id)) id += 1;
    return id;
  }),
  'lists what was created under the ids of others': {
    listed: (all, { ours }) =>
      all.map((book) => (ours.has(book.id) ? { ...book, id: 1 + (book.id % 5) } : book)),
  },
  'replaces a book of others by what is created': { nextId: () => 2 },
  'shows nothing under the id that it returned': { idShown: () => 4, read: (_id, _shelf) => 'none' },
  'returns an id that leads elsewhere': {
    made: (book) => ({ ...book, id: `../books/3` }),
  },
};

/** Whether a request would change or delete what is a book of somebody else at that time. */
const isOfTheirs = ({ method, target }: HttpRequest, { theirs }: Shelf): boolean =>
  !['GET', 'HEAD', 'POST'].includes(method) && theirs.has(Number(/^\/books\/([^/?]+)/.exec(target)?.[1]));

describe('a check changes and deletes nothing that it did not create', () => {
  it('deletes what it created', async () => {
    const { transport, shelf } = serveBooks();
    const { created, results } = await check(transport);
    expect([...shelf.theirs]).toEqual(untouched);
    expect([...shelf.ours.keys()]).toEqual([]);
    expect(created).toEqual([]);
    expect(shelf.log.filter((line) => /^(PUT|PATCH|DELETE) /.test(line)).length).toBeGreaterThan(20);
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)).toEqual([]);
  });

  it('sends no POST of which nothing says that it creates', async () => {
    const body = 'content: { application/json: { schema: { type: object } } }';
    const login = `/login: { post: { requestBody: { ${body} }, responses: { '200': { description: Let in., ${body} } } } }`;
    const withLogin = await loadFiles({ 'books.yaml': books.replace(/^paths:/m, `paths:\n  ${login}`) });
    const { transport } = serveBooks();
    const posts: string[] = [];
    await check((request) => {
      if (request.method === 'POST') posts.push(request.target.split('?')[0] ?? '');
      return transport(request);
    }, withLogin);
    expect(posts.length).toBeGreaterThan(20);
    expect(posts.filter((path) => path.startsWith('/login'))).toEqual([]);
  });

  it('accuses no server of numbers that JSON readers round, and deletes nothing by them', async () => {
    const { transport, shelf } = serveBooks();
    const asked: string[] = [];
    const { results, created } = await check(async (request) => {
      if (/^\/books\/\d/.test(request.target)) asked.push(request.method);
      const response = await transport(request);
      if (isLost(response)) return response;
      const text = Buffer.from(response.body).toString();
      return {
        ...response,
        body: Buffer.from(text.replaceAll(/"id":(\d+)/g, (_, id) => `"id":${2n ** 60n + BigInt(id)}`)),
      };
    });
    expect(brokenMusts({ results })).toEqual([]);
    expect(asked.filter((method) => method !== 'GET')).toEqual([]);
    expect(created.length).toBe(shelf.ours.size);
  });

  const forms = { 'offsets and long titles': contract, 'tokens and short titles': short };
  const all = Object.keys(hostile).flatMap((name) =>
    Object.entries(forms).map((form) => [name, ...form] as const),
  );
  it.each(all)('on a server that %s, of %s', async (name, _, of) => {
    const { transport, shelf } = serveBooks(hostile[name]);
    const asked: string[] = [];
    await check(async (request) => {
      if (isOfTheirs(request, shelf)) asked.push(`${request.method} ${request.target}`);
      return transport(request);
    }, of);
    expect(asked).toEqual([]);
  });

  it.each(['gives the last id again', 'gives the least free id'])(
    'on a server with encoded ids that %s',
    async (name) => {
      const { transport, shelf } = serveBooks(hostile[name]);
      const asked: string[] = [];
      const served = withIdsInNoOrder(async (request) => {
        if (isOfTheirs(request, shelf)) asked.push(`${request.method} ${request.target}`);
        return transport(request);
      });
      await check(served, textIds);
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ['gets no response', { lost: 'connection', detail: 'closed', ms: 1 }],
    ['crashes', { status: 500, headers: [], body: new Uint8Array(), ms: 1 }],
  ] as const)('where a deletion %s, though it is done, and somebody else gets the id', async (_, failure) => {
    const { transport, shelf } = serveBooks();
    const asked: string[] = [];
    let deletions = 0;
    const { created } = await check(
      async (request) => {
        if (isOfTheirs(request, shelf)) asked.push(`${request.method} ${request.target}`);
        const response = await transport(request);
        if (request.method !== 'DELETE' || isLost(response) || response.status !== 204) return response;
        deletions += 1;
        const id = Number(request.target.split('/').at(-1));
        if (deletions % 2 === 0) return response;
        shelf.theirs.set(id, { id, title: 'A new book of somebody else', pages: 7 });
        return failure;
      },
      contract,
      5000,
    );
    expect(deletions).toBeGreaterThan(10);
    expect(asked).toEqual([]);
    expect([...shelf.ours.keys()]).toEqual([]);
    expect(created.filter((one) => 'deletion' in one)).toEqual([]);
  });
});
