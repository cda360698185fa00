import type { Broken, Claim } from '../../conformance/core/claim.ts';
import type { Listing, Page, ReadExchange } from '../../conformance/core/evidence.ts';
import type { RulesOfScope } from '../../conformance/core/rule.ts';
import type { Target } from '../../conformance/core/target.ts';
import { createExchangeReader } from '../../conformance/engine/read-exchange.ts';
import { kinds } from '../../conformance/kinds.ts';
import { createPageReader } from '../../conformance/list/read-page.ts';
import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import type { ListStructure } from '../../src/contract/list.ts';
import type { Header } from '../../src/http/exchange.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { loadFiles } from '../contract/own-contract.ts';
import { responseOf } from '../json-response.ts';

/** A document with one listing of things; `list` is what its `x-list` has, from line 14 on. */
export const documentOf = (list: string): string => `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
        - { name: page, in: query, schema: { type: integer, minimum: 1 } }
        - { name: cursor, in: query, schema: { type: string } }
        - { name: name, in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string } }
      x-list:
${list
  .split('\n')
  .map((line) => `        ${line}`)
  .join('\n')}
      responses:
        '200':
          description: A page.
          content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } }
components:
  schemas:
    Thing: { type: object, properties: { id: { type: string }, type: { type: string }, name: { type: string }, weight: { type: integer } } }
    Page:
      type: object
      properties:
        items: { type: array, items: { $ref: '#/components/schemas/Thing' } }
        total: { type: integer }
        pages: { type: integer }
        more: { type: boolean }
        token: { type: [string, 'null'] }
        links: { type: object, properties: { self: { type: string }, next: { type: [string, 'null'] } } }
        next: { type: integer }
`;

export const styles = {
  own: '',
  offset: 'items: /items\noffset: offset\npageSize: limit\ntotal: /total',
  number: 'items: /items\npageIndex: page\npageSize: limit\ntotal: $response.header.X-Total-Count',
  'number without a size': 'items: /items\npageIndex: page\ntotal: /total',
  token: 'items: /items\ninputToken: cursor\noutputToken: /token\npageSize: limit\nhasMore: /more',
};

export type Style = keyof typeof styles;

/** A contract whose one listing pages in a style, with further keywords. */
export const contractOf = async (style: Style, more = ''): Promise<Contract> =>
  focusedOn(
    await loadFiles({ 'openapi.yaml': documentOf([styles[style], more].filter(Boolean).join('\n')) }),
    'listThings',
  );

export const listIn = ({ focus }: Contract): ListStructure => {
  if (!focus?.list) throw new Error('no listing is in focus');
  return focus.list;
};

/** Records with these ids. */
export const things = (...ids: string[]): JsonObject[] => ids.map((id) => ({ id }));

/** A listing of some pages. */
export const listingOf = (pages: readonly Page[], others: Partial<Listing> = {}): Listing => ({
  collection: { operation: 'listThings', values: [] },
  pages,
  others: [],
  unserved: [],
  excluded: [],
  created: new Set(),
  knownInParent: new Map(),
  ...others,
});

export const target: Target = {
  baseUrl: 'http://127.0.0.1',
  headers: [],
  tokens: {},
  writes: false,
  known: {},
  collections: [{ operation: 'listThings', values: [] }],
  choices: new Map(),
};

/** What a claim says of a listing, or of a page of it: what it got where it fails, or how often it holds. */
export function judged(
  claim: Claim | undefined,
  contract: Contract,
  evidence: Listing | ReadExchange,
): readonly string[] | number {
  const wrong: string[] = [];
  let held = 0;
  const judge = {
    contract,
    target,
    acceptedRequests: { limitOf: () => undefined, whenSent: () => 'between' as const },
    nouns: listIn(contract).nouns,
    level: 'must',
    claim: (holds: boolean, otherwise: () => Pick<Broken, 'saw'>) => {
      if (holds) held += 1;
      else wrong.push(otherwise().saw);
    },
    untested: () => {},
    inconclusive: () => {},
    intermittent: () => {},
    sampled: () => {},
  } as const;
  if (claim?.on === 'listing' && 'pages' in evidence) claim.judge(evidence, judge);
  else if (claim?.on === 'response' && 'response' in evidence) claim.judge(evidence, judge);
  else throw new Error('the claim is not about this');
  return wrong.length > 0 ? wrong : held;
}

/** The first claim of a rule of a table. */
export function claimOf({ table }: RulesOfScope, name: string, contract: Contract): Claim | undefined {
  const row = (typeof table === 'function' ? table('listThings', contract) : table)[name];
  return (typeof row === 'function' ? row('listThings', contract) : row)?.claims[0];
}

/** A response to `/things` as a run reads it. */
export const readExchangeOf = (contract: Contract, query: string, body: JsonObject): ReadExchange =>
  exchangesOf(contract)(`/things${query}`, body);

/** Reads responses, in their order, as those of one run. */
export function exchangesOf(contract: Contract) {
  const read = createExchangeReader(contract, target, kinds);
  let id = 0;
  return (to: string, body: JsonObject, status = 200): ReadExchange => {
    id += 1;
    const exchange = read({
      id,
      request: { method: 'GET', target: to, headers: [] },
      response: responseOf(status, [], JSON.stringify(body)),
    });
    if (!exchange) throw new Error('the response is of no operation');
    return exchange;
  };
}

/** Reads responses to `/things` with some queries, in their order, as those of one run. */
export function readerOf(contract: Contract) {
  const collection = { operation: 'listThings', values: [] };
  const { read } = createPageReader(contract, {})('listThings');
  let turn = 0;
  return (query: string, body: JsonObject | Json[], headers: readonly Header[] = []): Page => {
    turn += 1;
    const exchange = {
      id: turn,
      request: { method: 'GET', target: `/things${query}`, headers: [] },
      response: { status: 200, headers, body: Buffer.from(JSON.stringify(body)), ms: 1 },
    };
    const page = read(exchange, body as JsonObject, collection, turn);
    if (!page) throw new Error('no page was read');
    return page;
  };
}
