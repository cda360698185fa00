import type { Contract } from '../../src/contract/contract.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { loadPaths } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

export type Thing = { readonly id: string; readonly type: 'things'; readonly name?: string };

/** What a page shows; a fault changes some of it. */
export type Facts = {
  /** The number of records before the page. */
  readonly start: number;
  readonly size: number;
  /** The number of a page, counted from 1. */
  readonly number: number;
  readonly filter: string | null;
  readonly matching: readonly Thing[];
  readonly shown: readonly Thing[];
  readonly total: number;
  readonly pages: number;
  readonly more: boolean;
  /** The token of the next page. */
  readonly token: string | null | undefined;
  /** The pages that links lead to, by the records before them. */
  readonly links: Readonly<Partial<Record<'self' | 'first' | 'last' | 'prev' | 'next', number>>>;
  /** What links keep beside the page. */
  readonly kept: string;
  readonly status: number;
};

/** A server with a fault, or in a permitted form: it shows other facts. */
export type Form = (facts: Facts) => Partial<Facts>;

type Style = {
  readonly parameters: Readonly<Record<'place' | 'size', string>>;
  readonly contract: string;
  readonly show: (
    facts: Facts,
    linkTo: (start: number) => string,
  ) => [body: Json, headers?: readonly [string, string][]];
};

const thing =
  '{ type: object, required: [id], properties: { id: { type: string }, type: { type: string }, name: { type: string } } }';
const texts = (...names: string[]): string =>
  names.map((name) => `${name}: { type: [string, 'null'] }`).join(', ');
const rest = ({ shown }: Facts): JsonObject[] => shown.map((one) => ({ ...one }));
const linked = ({ links }: Facts, linkTo: (start: number) => string): JsonObject =>
  Object.fromEntries(Object.entries(links).map(([name, start]) => [name, linkTo(start)]));

/** Five interfaces that share nothing but their records. */
export const styles = {
  /** GitHub: page numbers, headers, a bare list. */
  github: {
    parameters: { place: 'page', size: 'per_page' },
    contract: `items: $response.body
pageIndex: page
pageSize: per_page
total: $response.header.X-Total-Count
links: $response.header.Link
---
type: array, items: ${thing}`,
    show: (facts, linkTo) => {
      const { self: _self, ...links } = facts.links;
      const all = Object.entries(links).map(([name, start]) => `<${linkTo(start)}>; rel="${name}"`);
      return [
        rest(facts),
        [
          ['x-total-count', String(facts.total)],
          ...(all.length === 0 ? [] : [['link', all.join(', ')] as [string, string]]),
        ],
      ];
    },
  },
  /** JSON:API: page numbers in brackets, two pointers identify. */
  jsonapi: {
    parameters: { place: 'page[number]', size: 'page[size]' },
    contract: `items: /data
identifier: [/type, /id]
pageIndex: 'page[number]'
pageSize: 'page[size]'
total: /meta/total
links: /links
---
type: object, properties: { data: { type: array, items: ${thing} }, meta: { type: object, properties: { total: { type: integer } } }, links: { type: object, properties: { ${texts('self', 'first', 'last', 'prev', 'next')} } } }`,
    show: (facts, linkTo) => [
      {
        data: rest(facts),
        meta: { total: facts.total },
        links: { prev: null, next: null, ...linked(facts, linkTo) },
      },
    ],
  },
  /** Offsets, a count of pages, and whether more follow. */
  offset: {
    parameters: { place: 'skip', size: 'top' },
    contract: `items: /value
offset: skip
pageSize: top
total: /count
totalPages: /pages
hasMore: /more
---
type: object, properties: { value: { type: array, items: ${thing} }, count: { type: integer }, pages: { type: integer }, more: { type: boolean } }`,
    show: (facts) => [{ value: rest(facts), count: facts.total, pages: facts.pages, more: facts.more }],
  },
  /** Tokens, as Google and Stripe have them. */
  tokens: {
    parameters: { place: 'page_token', size: 'page_size' },
    contract: `items: /things
inputToken: page_token
outputToken: /next_page_token
pageSize: page_size
hasMore: /has_more
---
type: object, properties: { things: { type: array, items: ${thing} }, has_more: { type: boolean }, ${texts('next_page_token')} }`,
    show: (facts) => [
      {
        things: rest(facts),
        has_more: facts.more,
        ...(facts.token === undefined ? {} : { next_page_token: facts.token }),
      },
    ],
  },
  /** Django REST framework: page numbers of a size that no parameter changes. */
  django: {
    parameters: { place: 'page', size: '' },
    contract: `items: /results
pageIndex: page
total: /count
links: { next: /next, prev: /previous }
---
type: object, properties: { results: { type: array, items: ${thing} }, count: { type: integer }, ${texts('next', 'previous')} }`,
    show: (facts, linkTo) => {
      const { next = null, prev = null } = linked(facts, linkTo);
      return [{ count: facts.total, next, previous: prev, results: rest(facts) }];
    },
  },
} satisfies Record<string, Style>;

export type StyleName = keyof typeof styles;

const usual = 10;
const largest = 50;

/** The contract of a style: filters by name in a parameter of that name. */
export function contractOf(name: StyleName): Promise<Contract> {
  const { parameters, contract } = styles[name];
  const [list = '', schema = ''] = contract.split('\n---\n');
  const isNumber = list.includes('pageIndex');
  const type = list.includes('inputToken') ? 'string' : `integer, minimum: ${isNumber ? 1 : 0}`;
  const size =
    parameters.size &&
    `
        - { name: '${parameters.size}', in: query, schema: { type: integer, minimum: 1, maximum: ${largest}, default: ${usual} } }`;
  return loadPaths(`
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: '${parameters.place}', in: query, schema: { type: ${type} } }${size}
        - { name: name, in: query, schema: { type: string } }
      x-list:
        ${list.replaceAll('\n', '\n        ')}
        filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }
      responses:
        '200':
          description: A page.
          content: { application/json: { schema: { ${schema} } } }
`);
}

const things: readonly Thing[] = Array.from({ length: 47 }, (_, place) => ({
  id: `t${place * 7 + 3}`,
  type: 'things',
  name: `name ${(place * 5) % 11}`,
}));

/** Serves a style, in a form that may be faulty. It shares no code with the stub. */
export function serverOf(name: StyleName, form: Form = () => ({})): Transport {
  const { parameters, show }: Style = styles[name];
  const isToken = name === 'tokens';
  const isNumber = ['github', 'jsonapi', 'django'].includes(name);
  const integerIn = (text: string | null, absent: number): number =>
    text === null ? absent : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return async ({ target }) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    if (pathname !== '/things') return jsonResponse(404, {});
    const size = integerIn(searchParams.get(parameters.size), usual);
    const place = searchParams.get(parameters.place);
    const number = isNumber ? integerIn(place, 1) : 1;
    const known = isToken && place !== null ? Number(/^after-(\d+)$/.exec(place)?.[1]) : 0;
    const start = isToken ? known : isNumber ? (number - 1) * size : integerIn(place, 0);
    if (!(size >= 1 && size <= largest && start >= 0))
      return jsonResponse(400, { error: 'invalid parameters' });
    const filter = searchParams.get('name');
    const matching = things.filter((one) => filter === null || one.name === filter);
    const end = start + size;
    const last = Math.max(0, Math.ceil(matching.length / size) - 1) * size;
    const kept = new URLSearchParams([...searchParams].filter(([key]) => key !== parameters.place));
    const facts: Facts = {
      start,
      size,
      number: Math.floor(start / size) + 1,
      filter,
      matching,
      shown: matching.slice(start, end),
      total: matching.length,
      pages: Math.ceil(matching.length / size),
      more: end < matching.length,
      token: end < matching.length ? `after-${end}` : undefined,
      links: {
        self: start,
        first: 0,
        last,
        ...(start > 0 ? { prev: Math.max(0, start - size) } : {}),
        ...(end < matching.length ? { next: end } : {}),
      },
      kept: String(kept),
      status: 200,
    };
    const changed = { ...facts, ...form(facts) };
    const linkTo = (to: number): string => {
      const written = isNumber ? Math.floor(to / size) + 1 : to;
      return `http://localhost/things?${changed.kept}${changed.kept && '&'}${encodeURIComponent(parameters.place)}=${written}`;
    };
    return jsonResponse(changed.status, ...show(changed, linkTo));
  };
}
