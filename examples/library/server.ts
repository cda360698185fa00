// A library with a few shelves, in memory. `node examples/library/server.ts 8081` starts it (Node 24); the key is `library-key`.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Shelf {
  id: number;
  name: string;
  floor?: number;
}

interface Book {
  id: number;
  title: string;
  author: string;
  year?: number;
  price?: number;
  language?: string;
  note?: string | null;
  status: string;
  added_at: string;
}

type Fields = Record<string, unknown>;

class Rejection extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const key = 'library-key';
const languages = ['de', 'en', 'fr'];
const statuses = ['available', 'lent', 'withdrawn'];
const writable = ['title', 'author', 'year', 'price', 'language', 'note', 'status'] as const;
const sortable = ['title', 'year', 'price'] as const;

/** Checks the fields of a book, as far as they were sent. */
function checkBook(fields: Fields): void {
  text(fields, 'title', 1, 200);
  text(fields, 'author', 1, 100);
  if (fields.note !== null) text(fields, 'note', 0, 500);
  if (fields.year !== undefined && !(Number.isInteger(fields.year) && between(fields.year, 1450, 2100)))
    throw new Rejection(400, 'year');
  if (fields.price !== undefined && !between(fields.price, 0, Infinity)) throw new Rejection(400, 'price');
  oneOf(fields, 'language', languages);
  oneOf(fields, 'status', statuses);
}

function text(fields: Fields, name: string, least: number, most: number): void {
  const value = fields[name];
  if (value === undefined) return;
  if (typeof value !== 'string') throw new Rejection(400, `${name} is not a text`);
  const length = [...value].length;
  if (length < least || length > most) throw new Rejection(400, `${name} has ${length} characters`);
}

function between(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

function oneOf(fields: Fields, name: string, allowed: string[]): void {
  const value = fields[name];
  if (value !== undefined && !allowed.includes(String(value)))
    throw new Rejection(400, `${name} is not one of ${allowed.join(', ')}`);
  if (value !== undefined && typeof value !== 'string') throw new Rejection(400, `${name} is not a text`);
}

function require(fields: Fields, names: string[]): void {
  for (const name of names) if (fields[name] === undefined) throw new Rejection(400, `${name} is missing`);
}

/** Returns the fields of a book that a client may set. */
function sent(fields: Fields): Partial<Book> {
  return Object.fromEntries(
    writable.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  );
}

function wholeNumber(
  query: URLSearchParams,
  name: string,
  least: number,
  most: number,
  otherwise: number,
): number {
  const value = query.get(name);
  if (value === null) return otherwise;
  if (!/^-?\d+$/.test(value) || Number(value) < least || Number(value) > most)
    throw new Rejection(400, `${name} is not a number from ${least} to ${most}`);
  return Number(value);
}

function page<T>(records: T[], query: URLSearchParams): { items: T[]; total: number } {
  const offset = wholeNumber(query, 'offset', 0, Number.MAX_SAFE_INTEGER, 0);
  const limit = wholeNumber(query, 'limit', 1, 50, 20);
  return { items: records.slice(offset, offset + limit), total: records.length };
}

function select(books: Book[], query: URLSearchParams): Book[] {
  const author = query.get('author');
  const language = query.get('language');
  const title = query.get('title_contains');
  if (author === '' || title === '') throw new Rejection(400, 'an empty filter');
  if (language !== null && !languages.includes(language)) throw new Rejection(400, 'language');
  const from = wholeNumber(query, 'published_from', -Infinity, Infinity, -Infinity);
  return books
    .filter((book) => book.status !== 'withdrawn')
    .filter((book) => author === null || book.author === author)
    .filter((book) => language === null || book.language === language)
    .filter((book) => from === -Infinity || (book.year !== undefined && book.year >= from))
    .filter((book) => title === null || book.title.includes(title));
}

function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  return (one as number) < (other as number) ? -1 : 1;
}

function sorted(books: Book[], query: URLSearchParams): Book[] {
  const order = query.get('order') ?? 'asc';
  if (!['asc', 'desc'].includes(order)) throw new Rejection(400, 'order');
  const asked = query.get('sort');
  if (asked === null) return books;
  const by = sortable.find((name) => name === asked);
  if (!by) throw new Rejection(400, 'sort');
  const direction = order === 'desc' ? -1 : 1;
  return books.toSorted((one, other) => direction * compare(one[by], other[by]) || one.id - other.id);
}

/** Returns one page of the books that are asked for. */
function booksOf(books: Book[], query: URLSearchParams): { items: Book[]; total: number } {
  return page(sorted(select(books, query), query), query);
}

/** How the conditions of a filter are written, and what each says of a shelf. */
const conditions: readonly (readonly [form: RegExp, holds: (shelf: Shelf, value: string) => boolean])[] = [
  [/^title eq '([^']*)'$/, ({ name }, value) => name === value],
  [/^endswith\(title,'([^']*)'\)$/, ({ name }, value) => name.endsWith(value)],
  [/^floor ne (-?\d+)$/, ({ floor }, value) => floor !== undefined && floor !== Number(value)],
  [/^floor gt (-?\d+)$/, ({ floor }, value) => floor !== undefined && floor > Number(value)],
];

function readCondition(text: string): (shelf: Shelf) => boolean {
  for (const [form, holds] of conditions) {
    const value = form.exec(text)?.[1];
    if (value !== undefined) return (shelf) => holds(shelf, value);
  }
  throw new Rejection(400, `${text} is not a condition`);
}

/** Reads a filter of shelves: `and` binds closer than `or`. */
function readFilter(text: string): (shelf: Shelf) => boolean {
  const parts = text
    .split(/ or (?=title|endswith|floor)/)
    .map((part) => part.split(/ and (?=title|endswith|floor)/).map(readCondition));
  return (shelf) => parts.some((all) => all.every((holds) => holds(shelf)));
}

/** Returns the shelves after the one that `after` names; the total counts all. */
function shelfPage(
  shelves: Shelf[],
  query: URLSearchParams,
): { items: Shelf[]; total: number; next: string | null } {
  const filter = query.get('filter');
  const after = query.get('after');
  const [, passed = after === null ? '0' : undefined] =
    /^shelf (\d+)$/.exec(Buffer.from(after ?? '', 'base64url').toString()) ?? [];
  if (passed === undefined) throw new Rejection(400, 'after is not one of ours');
  const found = filter === null ? shelves : shelves.filter(readFilter(filter));
  const rest = found.filter(({ id }) => id > Number(passed));
  const { items, total: left } = page(rest, new URLSearchParams({ limit: query.get('limit') ?? '20' }));
  const last = left > items.length ? items.at(-1) : undefined;
  const next = last ? Buffer.from(`shelf ${last.id}`).toString('base64url') : null;
  return { items, total: shelves.length, next };
}

/** The state of a library: shelves, and the books of each. */
class Library {
  readonly #shelves = new Map<number, Shelf>();
  readonly #books = new Map<number, Map<number, Book>>();
  #lastId = 0;

  addShelf(fields: Fields): Shelf {
    require(fields, ['name']);
    text(fields, 'name', 1, 60);
    const { floor } = fields;
    if (floor !== undefined && !(Number.isInteger(floor) && between(floor, -2, 20)))
      throw new Rejection(400, 'floor');
    const shelf: Shelf = { id: ++this.#lastId, name: String(fields.name) };
    if (floor !== undefined) shelf.floor = Number(floor);
    this.#shelves.set(shelf.id, shelf);
    this.#books.set(shelf.id, new Map());
    return shelf;
  }

  shelves(): Shelf[] {
    return [...this.#shelves.values()];
  }

  books(shelfId: number): Map<number, Book> {
    const books = this.#books.get(shelfId);
    if (!books) throw new Rejection(404, 'There is no such shelf.');
    return books;
  }

  book(shelfId: number, bookId: number): Book {
    const book = this.books(shelfId).get(bookId);
    if (!book) throw new Rejection(404, 'There is no such book.');
    return book;
  }

  addBook(shelfId: number, fields: Fields): Book {
    const books = this.books(shelfId);
    const book = this.#made(++this.#lastId, new Date().toISOString(), fields);
    books.set(book.id, book);
    return book;
  }

  replace(shelfId: number, bookId: number, fields: Fields): Book {
    const before = this.book(shelfId, bookId);
    const book = this.#made(before.id, before.added_at, fields);
    this.books(shelfId).set(book.id, book);
    return book;
  }

  change(shelfId: number, bookId: number, fields: Fields): Book {
    const before = this.book(shelfId, bookId);
    if (Object.keys(fields).length === 0) throw new Rejection(400, 'nothing to change');
    checkBook(fields);
    const book = { ...before, ...sent(fields) };
    this.books(shelfId).set(book.id, book);
    return book;
  }

  remove(shelfId: number, bookId: number): void {
    this.book(shelfId, bookId);
    this.books(shelfId).delete(bookId);
  }

  #made(id: number, addedAt: string, fields: Fields): Book {
    require(fields, ['title', 'author', 'status']);
    checkBook(fields);
    return { title: '', author: '', status: '', ...sent(fields), id, added_at: addedAt };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {}
  throw new Rejection(400, 'The body is not a JSON object.');
}

function idIn(part: string | undefined): number {
  if (!part || !/^\d{1,15}$/.test(part)) throw new Rejection(400, 'An id is a number.');
  return Number(part);
}

async function respond(library: Library, request: IncomingMessage): Promise<[number, unknown?]> {
  if (request.headers['x-api-key'] !== key) throw new Rejection(401, 'The key is missing or wrong.');
  const url = new URL(request.url ?? '/', 'http://library');
  const [shelves, shelf, books, book, ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent);
  const query = url.searchParams;
  if (shelves !== 'shelves' || (books !== undefined && books !== 'books') || rest.length > 0)
    throw new Rejection(404, 'There is nothing here.');
  if (shelf === undefined) {
    if (request.method === 'GET') return [200, shelfPage(library.shelves(), query)];
    if (request.method === 'POST') return [201, library.addShelf(await bodyOf(request))];
  } else if (books !== undefined && book === undefined) {
    if (request.method === 'GET') return [200, booksOf([...library.books(idIn(shelf)).values()], query)];
    if (request.method === 'POST') return [201, library.addBook(idIn(shelf), await bodyOf(request))];
  } else if (books !== undefined) {
    if (request.method === 'GET') return [200, library.book(idIn(shelf), idIn(book))];
    if (request.method === 'PUT')
      return [200, library.replace(idIn(shelf), idIn(book), await bodyOf(request))];
    if (request.method === 'PATCH')
      return [200, library.change(idIn(shelf), idIn(book), await bodyOf(request))];
    if (request.method === 'DELETE') return [204, library.remove(idIn(shelf), idIn(book))];
  }
  throw new Rejection(405, 'This is not possible here.');
}

function write(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Returns a library with 12 shelves, the first of them with 26 books, two of which are withdrawn. */
export function server(): Server {
  const state = new Library();
  const novels = state.addShelf({ name: 'Novels', floor: 1 });
  state.addShelf({ name: 'Poems', floor: 2 });
  const authors = ['Ida Berg', 'ida berg', 'Tom Ash', 'Ann Lee', 'Bo Li'];
  for (let index = 0; index < 26; index++) {
    state.addBook(novels.id, {
      title: `${['The', 'A', 'the'][index % 3]} ${['River', 'Hill', 'Road', 'river', 'Lake', 'Sea', 'Hill'][index % 7]} ${1 + (index % 4)}`,
      author: authors[index % authors.length],
      year: index % 9 === 8 ? undefined : 1900 + ((index * 37) % 110),
      price: (index * 7) % 12 === 0 ? undefined : ((index * 7) % 12) + 0.5,
      language: languages[index % 4],
      status: index % 13 === 5 ? 'withdrawn' : index % 2 === 0 ? 'available' : 'lent',
    });
  }
  const names = [
    'novels',
    'Old novels',
    'Plays',
    'Maps',
    'Old maps',
    'Letters',
    'Novels',
    'History',
    'Art',
    'Plays',
  ];
  for (const [index, name] of names.entries())
    state.addShelf(index % 5 === 4 ? { name } : { name, floor: [0, -1, 12, 2, 0, 1, 11, -2][index % 8] });
  return createServer((request, response) => {
    respond(state, request).then(
      ([status, body]) => write(response, status, body),
      (error: unknown) =>
        error instanceof Rejection
          ? write(response, error.status, { error: error.message })
          : write(response, 500, { error: 'A fault of ours.' }),
    );
  });
}

if (import.meta.main) {
  const library = server().listen(Number(process.argv[2] ?? 8081), '127.0.0.1', () => {
    process.stdout.write(`listening on http://127.0.0.1:${(library.address() as AddressInfo).port}\n`);
  });
}
