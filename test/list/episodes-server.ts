import type { Contract } from '../../src/contract/contract.ts';
import type { HttpResponse, Transport } from '../../src/http/exchange.ts';
import { isObject } from '../../src/json/json.ts';
import { loadPaths } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

export type Episode = { readonly id: string; readonly title: string };

/** What a request for a page says of it, and the records as the server keeps them, in the order of the listing. */
type Asked = {
  readonly place: string | null;
  readonly size: number;
  readonly all: readonly Episode[];
};

/** Where a page begins among which records; undefined if there is no such page. */
type Found = { readonly start: number; readonly of: readonly Episode[] } | undefined;

/** A way in which a server asks for pages. */
type Paging = {
  /** How the contract states the parameter. */
  readonly list: string;
  readonly find: (asked: Asked) => Found;
  /** How the next page is asked for, which begins so many records on. */
  readonly next: (start: number, of: readonly Episode[], asked: Asked) => string;
};

const token = 'inputToken: at\noutputToken: /next';
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Begins after a record, or where it was if it is gone. */
function afterRecord(id: unknown, all: readonly Episode[], isNewestFirst: boolean): number {
  const before = all.filter((one) => (isNewestFirst ? one.id >= String(id) : one.id <= String(id)));
  return before.length;
}

const byRecord = (isNewestFirst: boolean): Paging => ({
  list: token,
  find: ({ place, all }) => {
    if (place === null) return { start: 0, of: all };
    const id = decoded(place);
    return typeof id === 'string' ? { start: afterRecord(id, all, isNewestFirst), of: all } : undefined;
  },
  next: (start, of) => encoded(of[start - 1]?.id),
});

/** The ways of paging, each with what a server keeps between requests. */
export const pagings = {
  'a token of an offset': () => ({
    list: token,
    find: ({ place, all }) => {
      const start = place === null ? 0 : decoded(place);
      return Number.isInteger(start) ? { start: Number(start), of: all } : undefined;
    },
    next: (start) => encoded(start),
  }),
  'a token of the last record': byRecord,
  'a token of an offset and the total': () => ({
    list: token,
    find: ({ place, all }) => {
      const found = place === null ? [0, 0] : decoded(place);
      return Array.isArray(found) ? { start: Number(found[0]), of: all } : undefined;
    },
    next: (start, of) => encoded([start, of.length]),
  }),
  'a token of a snapshot': () => {
    const kept: (readonly Episode[])[] = [];
    return {
      list: token,
      find: ({ place, all }) => {
        if (place === null) return { start: 0, of: all };
        const [index, start] = [decoded(place)].flat();
        const of = kept[Number(index)];
        return of && { start: Number(start), of };
      },
      next: (start, of) => {
        const known = kept.lastIndexOf(of);
        return encoded([known < 0 ? kept.push(of) - 1 : known, start]);
      },
    };
  },
  'a token of its own for each response': (isNewestFirst) => {
    const kept = new Map<string, string>();
    return {
      list: token,
      find: ({ place, all }) => {
        if (place === null) return { start: 0, of: all };
        const id = kept.get(place);
        return id === undefined ? undefined : { start: afterRecord(id, all, isNewestFirst), of: all };
      },
      next: (start, of) => {
        const given = `page-${kept.size}`;
        kept.set(given, of[start - 1]?.id ?? '');
        return given;
      },
    };
  },
  'a token in a link': (isNewestFirst) => {
    const { next, ...others } = byRecord(isNewestFirst);
    return {
      ...others,
      next: (start, of, asked) => `/episodes?limit=${asked.size}&at=${next(start, of, asked)}`,
    };
  },
  'an offset': () => ({
    list: 'offset: at',
    find: ({ place, all }) => (/^\d+$/.test(place ?? '0') ? { start: Number(place), of: all } : undefined),
    next: (start, _of, { size }) => `/episodes?limit=${size}&at=${start}`,
  }),
  'a page number': () => ({
    list: 'pageIndex: at',
    find: ({ place, size, all }) =>
      /^[1-9]\d*$/.test(place ?? '1') ? { start: (Number(place ?? 1) - 1) * size, of: all } : undefined,
    next: (start, _of, { size }) => `/episodes?limit=${size}&at=${start / size + 1}`,
  }),
  'the number of a page of one size': () => ({
    list: 'pageIndex: at',
    find: ({ place, size, all }) =>
      /^[1-9]\d*$/.test(place ?? '1') ? { start: (Number(place ?? 1) - 1) * size, of: all } : undefined,
    next: (start, _of, { size }) => `/episodes?at=${start / size + 1}`,
  }),
} satisfies Record<string, (isNewestFirst: boolean) => Paging>;

export type PagingName = keyof typeof pagings;

const [usual, largest] = [10, 25];

/** The contract of a way of paging. */
export function contractOf(name: PagingName): Promise<Contract> {
  const { list } = (pagings[name] as (isNewestFirst: boolean) => Paging)(true);
  const isToken = list === token;
  const hasSize = name !== 'the number of a page of one size';
  const type = isToken ? 'string' : `integer, minimum: ${list.startsWith('offset') ? 0 : 1}`;
  const size = hasSize
    ? `
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: ${largest}, default: ${usual} } }`
    : '';
  const stated = ['items: /episodes', ...list.split('\n'), ...(hasSize ? ['pageSize: limit'] : [])];
  const episode = `{ type: object, required: [id, title], properties: { id: { type: string, readOnly: true }, title: { type: string, minLength: 1, maxLength: 200 } } }`;
  const body = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
  return loadPaths(`
  /episodes:
    get:
      operationId: listEpisodes
      parameters:
        - { name: at, in: query, schema: { type: ${type} } }${size}
      x-list:
        ${[...stated, ...(isToken ? [] : ['links: { next: /next }'])].join('\n        ')}
      responses:
        '200':
          description: A page.
          ${body(`{ type: object, required: [episodes], properties: { episodes: { type: array, items: ${episode} }, next: { type: [string, 'null'] } } }`)}
    post:
      operationId: createEpisode
      requestBody: { required: true, ${body(episode)} }
      responses: { '201': { description: It was created., ${body(episode)} }, 4XX: { description: Rejected. } }
  /episodes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readEpisode
      responses: { '200': { description: The episode., ${body(episode)} }, 4XX: { description: There is none. } }
    delete:
      operationId: deleteEpisode
      responses: { '204': { description: It is gone. }, 4XX: { description: There is none. } }
`);
}

export type ServerTerms = {
  readonly paging: PagingName;
  readonly isNewestFirst: boolean;
  /** What others do before the page of that number is listed. */
  readonly beforePage?: (
    count: number,
    others: { readonly add: () => void; readonly remove: () => void },
  ) => unknown;
  /** What a page shows of the records from its beginning on, and before it; a fault changes it. */
  readonly cut?: (
    rest: readonly Episode[],
    start: number,
    size: number,
    before: readonly Episode[],
  ) => readonly Episode[];
};

/** Serves 47 episodes of others, and those that a check creates. */
export function serveEpisodes({ paging, isNewestFirst, beforePage, cut }: ServerTerms): Transport {
  const { find, next } = (pagings[paging] as (isNewestFirst: boolean) => Paging)(isNewestFirst);
  const episodes = new Map<string, Episode>();
  let made = 0;
  let listed = 0;
  // As in a database: equal listings are the same until something changes.
  let all: readonly Episode[] | undefined;
  const add = (title: string): Episode => {
    made += 1;
    const episode = { id: `e${String(made).padStart(5, '0')}`, title };
    episodes.set(episode.id, episode);
    all = undefined;
    return episode;
  };
  for (let count = 0; count < 47; count += 1) add(`episode ${count}`);
  const others = {
    add: () => void add('of somebody else'),
    remove: () => {
      episodes.delete('e00020');
      all = undefined;
    },
  };
  const list = (search: URLSearchParams): HttpResponse => {
    listed += 1;
    beforePage?.(listed, others);
    all ??= isNewestFirst ? [...episodes.values()].toReversed() : [...episodes.values()];
    const size = Number(search.get('limit') ?? usual);
    const asked = { place: search.get('at'), size, all };
    const found = find(asked);
    if (!found || !(Number.isInteger(size) && size >= 1 && size <= largest))
      return jsonResponse(400, { error: 'no such page' });
    const { start, of } = found;
    const end = start + size;
    const shown = cut?.(of.slice(start), start, size, of.slice(0, start)) ?? of.slice(start, end);
    return jsonResponse(200, { episodes: shown, next: end < of.length ? next(end, of, asked) : null });
  };
  return async ({ method, target, body }) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const [, name, id] = pathname.split('/');
    if (name !== 'episodes') return jsonResponse(404, {});
    if (id === undefined && method === 'GET') return list(searchParams);
    if (id === undefined && method === 'POST') {
      let sent: unknown;
      try {
        sent = JSON.parse(Buffer.from(body ?? []).toString());
      } catch {}
      const title = isObject(sent) ? sent.title : undefined;
      const isValid = typeof title === 'string' && title.length >= 1 && [...title].length <= 200;
      return isValid ? jsonResponse(201, add(title)) : jsonResponse(400, {});
    }
    const episode = episodes.get(decodeURIComponent(id ?? ''));
    if (!episode) return jsonResponse(404, {});
    if (method === 'GET') return jsonResponse(200, episode);
    if (method !== 'DELETE') return jsonResponse(405, {});
    episodes.delete(episode.id);
    all = undefined;
    return jsonResponse(204);
  };
}
