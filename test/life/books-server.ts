import type { HttpRequest, Transport } from '../../src/http/exchange.ts';
import { isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import { jsonResponse } from '../json-response.ts';

/** A book of a server that shares no code with the stub. */
export type Book = JsonObject & { readonly id: number };

export type Shelf = {
  /** Books that were there before the check, and must still be there, unchanged, after it. */
  readonly theirs: Map<number, Book>;
  /** Books that the check created. */
  readonly ours: Map<number, Book>;
  readonly log: string[];
};

/** How a server deviates from an honest one. */
export type Deviation = {
  /** The id that a creation returns for a new book. */
  readonly idShown?: (id: number, shelf: Shelf, count: number) => number;
  /** The id that a new book gets. */
  readonly nextId?: (shelf: Shelf, count: number) => number;
  /** What reading an id returns, before the book itself. */
  readonly read?: (id: number, shelf: Shelf, book: Book | undefined) => Book | undefined | 'none';
  /** What a creation returns as the record. */
  readonly made?: (book: Book, shelf: Shelf) => JsonObject;
  readonly listed?: (books: readonly Book[], shelf: Shelf) => readonly Json[];
  /** Happens after a deletion. */
  readonly deleted?: (id: number, shelf: Shelf) => void;
};

const isValid = (book: unknown, isPart: boolean): book is JsonObject =>
  isObject(book) &&
  (isPart ? Object.keys(book).length > 0 : 'title' in book && 'pages' in book) &&
  Object.entries(book).every(([name, value]) => {
    if (name === 'title') return typeof value === 'string' && value.length >= 1 && value.length <= 200;
    if (name === 'pages') return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000;
    return name === 'id';
  });

/** A server of books at `/books`, over a shelf with five books of others. */
export function serveBooks(deviation: Deviation = {}): {
  readonly transport: Transport;
  readonly shelf: Shelf;
} {
  const titles = ['Emma', 'Ulysses', 'Dune', 'Beloved', 'Kim'];
  const theirs = new Map(titles.map((title, index) => [index + 1, { id: index + 1, title, pages: 5 }]));
  const shelf: Shelf = { theirs, ours: new Map(), log: [] };
  let made = 0;
  const find = (id: number): Book | undefined => shelf.ours.get(id) ?? shelf.theirs.get(id);
  const put = (book: Book): void => {
    (shelf.theirs.has(book.id) ? shelf.theirs : shelf.ours).set(book.id, book);
  };
  const parsed = ({ body }: HttpRequest): unknown => {
    try {
      return JSON.parse(Buffer.from(body ?? []).toString());
    } catch {
      return undefined;
    }
  };
  const transport: Transport = async (request) => {
    const { method, target } = request;
    const [path = '', query = ''] = target.split('?');
    shelf.log.push(`${method} ${path}`);
    const [, name, given] = path.split('/');
    if (name !== 'books') return jsonResponse(404, {});
    if (given === undefined) {
      if (method === 'GET') {
        const search = new URLSearchParams(query);
        const at = search.get('at')?.replace(/^from-/, '');
        const texts = [search.get('offset') ?? at ?? '0', search.get('limit') ?? '20'];
        const [offset = 0, limit = 0] = texts.map(Number);
        if (!texts.every((text) => /^\d+$/.test(text)) || limit < 1 || limit > 100)
          return jsonResponse(400, {});
        const all = [...shelf.theirs.values(), ...shelf.ours.values()];
        const shown = deviation.listed?.(all, shelf) ?? all;
        const next = offset + limit < shown.length ? `from-${offset + limit}` : null;
        return jsonResponse(200, { total: shown.length, items: shown.slice(offset, offset + limit), next });
      }
      const sent = parsed(request);
      if (method !== 'POST') return jsonResponse(405, {});
      if (!isValid(sent, false)) return jsonResponse(400, {});
      made += 1;
      const id = deviation.nextId?.(shelf, made) ?? 100 + made;
      const book = { ...sent, id };
      put(book);
      const shown = deviation.made?.(book, shelf) ?? book;
      return jsonResponse(201, { ...shown, id: deviation.idShown?.(id, shelf, made) ?? shown.id ?? id });
    }
    const id = Number(given);
    const book = find(id);
    if (method === 'GET') {
      const shown = deviation.read?.(id, shelf, book) ?? book;
      return shown === undefined || shown === 'none' ? jsonResponse(404, {}) : jsonResponse(200, shown);
    }
    if (!book) return jsonResponse(404, {});
    if (method === 'DELETE') {
      shelf.ours.delete(id);
      shelf.theirs.delete(id);
      deviation.deleted?.(id, shelf);
      return jsonResponse(204);
    }
    const sent = parsed(request);
    if (!isValid(sent, method === 'PATCH')) return jsonResponse(400, {});
    const changed = { ...(method === 'PATCH' ? book : {}), ...sent, id };
    put(changed);
    return jsonResponse(200, changed);
  };
  return { transport, shelf };
}
