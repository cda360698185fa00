import { randomUUID } from 'node:crypto';
import { type Header, isLost, type Middleware, type Reply, withBody } from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import { withJson } from '../mutants/reply.ts';
import { withAddedProduct, withoutProduct } from './other-catalogs.ts';
import type { Option, Question } from './question.ts';

/** Optional fields of a creation, by the object that they are in. */
const ofCreation: readonly (readonly [path: readonly string[], names: readonly string[]])[] = [
  [['data'], ['reserved_rate_limit']],
  [
    ['data', 'attributes'],
    ['external_ref', 'relationships'],
  ],
  [
    ['data', 'attributes', 'meta', 'timestamps'],
    ['canceled_at', 'paused_at', 'resumed_at', 'end_date'],
  ],
  [['data', 'attributes', 'meta'], ['state']],
  [['data', 'attributes', 'offering'], ['relationships']],
  [
    ['data', 'attributes', 'offering', 'attributes'],
    ['external_ref', 'description'],
  ],
];

/** Optional attributes of a product. */
const ofProduct = ['description', 'sku', 'upc_ean', 'mpn', 'external_ref', 'locales', 'tags', 'components'];

/** The body of a response with null where an optional field has no value. */
function withNulls(json: JsonObject): Json {
  const changed = structuredClone(json);
  if (Array.isArray(changed.data)) {
    for (const product of changed.data) addNulls(at(product, 'attributes'), ofProduct);
  } else {
    const isKey = at(changed, 'data', 'type') === 'application_key';
    for (const [path, names] of isKey ? ofCreation.slice(0, 1) : ofCreation.slice(1))
      addNulls(at(changed, ...path), names);
  }
  return changed;
}

function addNulls(object: unknown, names: readonly string[]): void {
  if (!isObject(object)) return;
  for (const name of names) object[name] ??= null;
}

const option = (name: string, words: string, served: Option['served']): Option => ({ name, words, served });

/** What every conforming server may do, and no choice of the stub asks. */
export const furtherQuestions: readonly Question[] = [
  {
    id: 'extra-fields',
    asks: 'Do responses contain fields that the specification does not name?',
    part: 'choice',
    usual: 'none',
    others: [option('some', 'in each object that a response names', { middleware: onJson(withExtraFields) })],
  },
  {
    id: 'field-order',
    asks: 'In which order are the fields of an object returned?',
    part: 'choice',
    usual: 'specification',
    others: [option('reversed', '', { middleware: onJson(reversed) })],
  },
  {
    id: 'extra-headers',
    asks: 'Do responses have headers that the specification does not name?',
    part: 'choice',
    usual: 'none',
    others: [option('some', 'a cookie among them', { middleware: withHeaders(extraHeaders) })],
  },
  {
    id: 'product-ids',
    asks: 'In which letter case are the ids of products returned?',
    part: 'choice',
    usual: 'lower',
    others: [option('upper', '', { middleware: onJson(withUpperIds) })],
  },
  {
    id: 'connection',
    asks: 'Does a server close the connection after each response?',
    part: 'choice',
    usual: 'kept',
    others: [option('closed', '', { middleware: withHeaders(() => [['connection', 'close']]) })],
  },
  {
    id: 'error-page',
    asks: 'Is a rejection a page of HTML?',
    part: 'choice',
    usual: 'none',
    others: [option('html', '', { middleware: onReply(asPage) })],
  },
  {
    id: 'path-prefix',
    asks: 'Does the base address have a path?',
    part: 'choice',
    usual: 'none',
    others: [option('some', '`/shop/api` before every path', { prefix: '/shop/api' })],
  },
  {
    id: 'products',
    asks: 'Which products were added or unpublished since the last run?',
    part: 'choice',
    usual: 'none',
    others: [
      option('added', 'one more product on each node', { catalog: withAddedProduct }),
      option('unpublished', 'one product less on each node, which no filter of the client names', {
        catalog: withoutProduct,
      }),
    ],
  },
];

/** What servers do at bad times, once on each operation, and what a `should` advises them against. */
export const resilienceQuestions: readonly Question[] = [
  {
    id: 'transient-failure',
    asks: 'What happens once to each operation?',
    part: 'resilience',
    usual: 'none',
    others: [
      option('429', 'a rate limit, with `Retry-After: 1`', { fault: { kind: 'too-many-requests' } }),
      option('503', 'the server is not available', { fault: { kind: 'status', code: 503 } }),
      option('reset', 'the connection is reset', { fault: { kind: 'connection-reset' } }),
      option('slow', 'the response takes two seconds', { fault: { kind: 'latency', ms: 2000 } }),
      option('cut', 'the connection closes in the middle of the body', { fault: { kind: 'truncated-body' } }),
    ],
  },
  {
    id: 'empty-optional-fields',
    asks: 'What is returned for an optional field that has no value?',
    part: 'resilience',
    usual: 'absent',
    others: [option('null', '`null` in its place', { middleware: onJson(withNulls) })],
  },
];

/** Changes responses that came. */
function onReply(change: (reply: Reply) => Reply): Middleware {
  return (next) => async (call) => {
    const reply = await next(call);
    return isLost(reply) ? reply : change(reply);
  };
}

/** Changes the JSON of responses to requests that were accepted. */
function onJson(change: (json: JsonObject) => Json): Middleware {
  return onReply((reply) => {
    if (reply.status >= 300 || reply.body.byteLength === 0) return reply;
    const json: unknown = JSON.parse(Buffer.from(reply.body).toString());
    return isObject(json) ? withJson(reply, change(json)) : reply;
  });
}

function withHeaders(headers: () => readonly Header[]): Middleware {
  return onReply((reply) => ({ ...reply, headers: [...reply.headers, ...headers()] }));
}

function extraHeaders(): Header[] {
  return [
    ['x-request-id', randomUUID()],
    ['set-cookie', 'shop=visited; Path=/; HttpOnly'],
    ['cache-control', 'private, max-age=0'],
    ['vary', 'Accept-Encoding, Authorization'],
    ['server', 'shop'],
  ];
}

/** Objects with fields of fixed names; in others, a further name would be a further entry. */
const objects: readonly (readonly string[])[] = [
  ['meta', 'results'],
  ['meta'],
  ['data', 'attributes', 'offering', 'attributes'],
  ['data', 'attributes', 'offering'],
  ['data', 'attributes', 'meta'],
  ['data', 'attributes'],
  ['data', 'meta', 'timestamps'],
  ['data', 'meta'],
  ['data'],
  [],
];

function withExtraFields(json: JsonObject): Json {
  const changed = structuredClone(json);
  for (const path of objects) {
    const found = at(changed, ...path);
    if (isObject(found)) found.release_channel = 'a field of a later version';
  }
  return changed;
}

function reversed(json: Json): Json {
  if (Array.isArray(json)) return json.map(reversed);
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([name, value]) => [name, reversed(value)]),
  );
}

/** Listings alone: the choice `uuid-case` is about creations. */
function withUpperIds(json: JsonObject): Json {
  if (!Array.isArray(json.data)) return json;
  const upper = (_: string, id: string): string => `"id":"${id.toUpperCase()}"`;
  return JSON.parse(JSON.stringify(json).replaceAll(/"id":"([0-9a-f-]{36})"/g, upper));
}

function asPage(reply: Reply): Reply {
  if (reply.status < 400) return reply;
  const page = `<!doctype html><html><head><title>${reply.status}</title></head><body><h1>${reply.status}</h1></body></html>\n`;
  const { headers, ...served } = withBody(reply, Buffer.from(page));
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...served, headers: [...others, ['content-type', 'text/html; charset=utf-8']] };
}
