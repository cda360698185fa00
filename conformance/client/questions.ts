import { randomUUID } from 'node:crypto';
import { type Choice, optionNamed } from '../../src/contract/choices.ts';
import {
  type Exchange,
  type Header,
  type HttpResponse,
  isLost,
  type Middleware,
  type Transport,
  withBody,
} from '../../src/http/exchange.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  withAt,
  withoutAt,
} from '../../src/json/json.ts';
import { type Catalog, type CatalogNode, isLive, type Product } from '../../src/stub/catalog.ts';
import { type Choices, type StubChoiceId, seededRandom, stubChoices } from '../../src/stub/choices.ts';
import type { FaultEffect } from '../../src/stub/faults.ts';
import { withJson } from '../core/mutants.ts';

export type StubChange = {
  readonly choices?: Partial<Choices>;
  /** A prefix of all paths. */
  readonly prefix?: string;
  /** Changes the catalog; `exchanges` are those of the baseline. */
  readonly catalog?: (catalog: Catalog, exchanges: readonly Exchange[]) => Catalog;
  readonly middleware?: Middleware;
  /** Happens once on each operation. */
  readonly fault?: FaultEffect;
};

/** An option of a question. */
type Option = {
  readonly name: string;
  /** What the name does not say. */
  readonly words: string;
  readonly served: StubChange;
};

/** What conforming servers do in several ways: a choice of the stub, or a question that no choice asks. */
type Question = {
  readonly id: string;
  readonly asks: string;
  /** `resilience`: what conforming servers do at bad times, or what a `should` advises against. */
  readonly part: 'choice' | 'resilience';
  readonly usual: string;
  readonly others: readonly Option[];
  /** The option of a name that is not among the others, such as a number within a range. */
  readonly named?: (name: string) => Option | undefined;
};

export const variationId = (question: string, option: string): string => `${question}=${option}`;

/** Why no client is at fault that fails under another option of a choice: its tests have to know which it is. */
export const notVaried: Partial<Readonly<Record<StubChoiceId, string>>> = {
  'listing-success': 'no, because servers return 206 only to a request with `Range`',
  tokens: 'no, because the token is a setting of the tests',
  'business-status': 'no, because by default nothing is rejected for such reasons',
  'key-quota': 'no, because no client can create more keys than a server allows',
  'subscription-quota': 'no, because no client can create more subscriptions than a server allows',
  'shop-currency': 'no, because an operator tells clients which currency to send',
  'other-currency': 'no, because an operator tells clients which currencies to send',
  'unknown-ids': 'no, because an operator tells clients which accounts, offerings and plans there are',
  gateways: 'no, because an operator tells clients which gateways there are',
  cards: 'no, because an operator tells clients which cards are accepted',
  'test-addresses': 'no, because an operator tells clients which addresses are accepted',
  'paid-plans': 'no, because an operator tells clients which plans have to be paid for',
  'subscription-repeated': 'no, because an operator tells clients which accounts there are',
  'product-names': 'no, because tests are written for the products of the catalog',
  'shown-text': 'no, because tests are written for the products of the catalog',
  'bundle-components': 'no, because tests are written for the products of the catalog',
  'sku-owners': 'no, because tests are written for the products of the catalog',
};

/** Numbers from the whole range of a choice, one of each third, the same each time. */
function drawnFrom({ range, options }: Choice): number[] {
  const [least, most] = range ?? [0, 0];
  const pick = seededRandom('page sizes');
  const third = Math.floor((most - least) / 3);
  const drawn = [0, 1, 2].map((place) => least + place * third + pick(third));
  return drawn.filter((number) => !options.includes(number));
}

/** The choices of the stub as questions. Every option conforms. */
const questionsOfChoices: readonly Question[] = stubChoices
  .filter(([id]) => notVaried[id] === undefined)
  .map(([id, choice]): Question => {
    const option = (value: string | number): Option => ({
      name: String(value),
      words: choice.words?.[value] ?? '',
      served: { choices: { [id]: value } },
    });
    const [usual, ...others] = [...choice.options, ...(id === 'default-page-size' ? drawnFrom(choice) : [])];
    return {
      id,
      asks: choice.asks,
      part: 'choice',
      usual: String(usual),
      others: others.map(option),
      named: (name) => {
        const value = optionNamed(choice, name);
        return value === undefined ? undefined : option(value);
      },
    };
  });

/** The choices about the form of a request: what a stub accepts under one option, and rejects under another. */
export const formChoices: ReadonlySet<string> = new Set<StubChoiceId>([
  'scheme-case',
  'unknown-members',
  'content-type-required',
  'trailing-text',
  'request-meta',
  'subscription-filter',
  'payment-null',
  'unknown-parameters',
  'duplicate-parameters',
  'raw-brackets',
  'trailing-slash',
  'filter-whitespace',
  'filter-empty',
]);

/** Optional fields of a creation, by the object that they are in. */
const ofCreation: readonly (readonly [path: Path, names: readonly string[]])[] = [
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

const ofProduct = ['description', 'sku', 'upc_ean', 'mpn', 'external_ref', 'locales', 'tags', 'components'];

/** Fields of a product that a server may leave out one by one; for all attributes at once the stub has a choice. */
const fieldsOfProduct: readonly Path[] = [
  ...['id', 'type', 'meta', 'relationships'].map((name) => [name]),
  ...[
    ...[...ofProduct, 'name', 'slug', 'status', 'commodity_type', 'custom_inputs', 'build_rules'],
    ...['variations', 'product_types', 'variation_matrix'],
  ].map((name) => ['attributes', name]),
  ...['created_at', 'updated_at', 'owner'].map((name) => ['meta', name]),
];

const option = (name: string, words: string, served: StubChange): Option => ({ name, words, served });
const question = (id: string, asks: string, usual: string, ...others: readonly Option[]): Question => ({
  id,
  asks,
  part: 'choice',
  usual,
  others,
});

/** What every conforming server may do, and no choice of the stub asks. */
export const furtherQuestions: readonly Question[] = [
  question(
    'absent-field',
    'Which field do products not have?',
    'none',
    ...fieldsOfProduct.map((path) =>
      option(path.join('.'), '', { middleware: onProducts((product) => withoutAt(product, path)) }),
    ),
  ),
  question(
    'inner-form',
    'Which field of products contains something else, since the specification only says that it is an object?',
    'none',
    option('locales', 'one object for each text', { middleware: onProducts(inner('locales', byText)) }),
    option('variation_matrix', 'a list of entries in an object', {
      middleware: onProducts(inner('variation_matrix', asEntries)),
    }),
    option('relationships', 'a list in `data`, even of one', { middleware: onProducts(withLists) }),
  ),
  question(
    'product-timestamps',
    'What form do the timestamps of products have?',
    'rfc3339',
    option('epoch', 'seconds since 1970', { middleware: onProducts(withTimes(epochSeconds)) }),
    option('http', 'as in HTTP headers', { middleware: onProducts(withTimes((at) => at.toUTCString())) }),
  ),
  question(
    'credentials',
    'What do `data.client_id` and `data.client_secret` consist of?',
    'letters and digits',
    option('opaque', 'characters of all kinds', { middleware: onJson(withOpaqueCredentials) }),
  ),
  question(
    'extra-fields',
    'Do responses contain fields that the specification does not name?',
    'none',
    option('some', 'in each object that a response names', { middleware: onJson(withExtraFields) }),
  ),
  question(
    'field-order',
    'In which order are the fields of an object returned?',
    'specification',
    option('reversed', '', { middleware: onJson(reversed) }),
  ),
  question(
    'extra-headers',
    'Do responses have headers that the specification does not name?',
    'none',
    option('some', 'a cookie among them', { middleware: withHeaders(extraHeaders) }),
  ),
  question(
    'product-ids',
    'In which letter case are the ids of products returned?',
    'lower',
    option('upper', '', { middleware: onJson(withUpperIds) }),
  ),
  question(
    'connection',
    'Does a server close the connection after each response?',
    'kept',
    option('closed', '', { middleware: withHeaders(() => [['connection', 'close']]) }),
  ),
  question(
    'body-length',
    'Does the head of a response contain the length of the body?',
    'known',
    option('chunked', 'the body is sent in chunks, without a length', { middleware: onResponse(inChunks) }),
  ),
  question(
    'error-page',
    'Is a rejection a page of HTML?',
    'none',
    option('html', '', { middleware: onResponse(asPage) }),
  ),
  question(
    'path-prefix',
    'Does the base address have a path?',
    'none',
    option('some', '`/shop/api` before every path', { prefix: '/shop/api' }),
  ),
  question(
    'products',
    'Which products were added or unpublished since the last run?',
    'none',
    option('added', 'one more product on each node', { catalog: withAddedProduct }),
    option('unpublished', 'one product less on each node, which no filter of the client names', {
      catalog: withoutProduct,
    }),
  ),
];

/** What servers do at bad times, once on each operation, and what a `should` advises them against. */
export const resilienceQuestions: readonly Question[] = [
  question(
    'transient-failure',
    'What happens once to each operation?',
    'none',
    option('429', 'a rate limit, with `Retry-After: 1`', { fault: { kind: 'too-many-requests' } }),
    option('503', 'the server is not available', { fault: { kind: 'status', code: 503 } }),
    option('reset', 'the connection is reset', { fault: { kind: 'connection-reset' } }),
    option('slow', 'the response takes two seconds', { fault: { kind: 'latency', ms: 2000 } }),
    option('cut', 'the connection closes in the middle of the body', { fault: { kind: 'truncated-body' } }),
  ),
  question(
    'empty-optional-fields',
    'What is returned for an optional field that has no value?',
    'absent',
    option('null', '`null` in its place', { middleware: onJson(withNulls) }),
  ),
  question(
    'changing-order',
    'Are products that are not curated listed in the same order each time?',
    'same',
    option('each-read', 'every second read has another order', { middleware: inChangingOrder }),
  ),
].map((one): Question => ({ ...one, part: 'resilience' }));

function onResponse(change: (response: HttpResponse) => HttpResponse): Middleware {
  return (next) => async (request) => {
    const response = await next(request);
    return isLost(response) ? response : change(response);
  };
}

/** Changes the JSON of responses to requests that were accepted. */
function onJson(change: (json: JsonObject) => Json): Middleware {
  return onResponse((response) => {
    if (response.status >= 300 || response.body.byteLength === 0) return response;
    const json: unknown = JSON.parse(Buffer.from(response.body).toString());
    return isObject(json) ? withJson(response, change(json)) : response;
  });
}

/** Changes each product of a listing, components included. */
function onProducts(change: (product: Json) => Json): Middleware {
  return onJson((json) => {
    if (!Array.isArray(json.data)) return json;
    const components = at(json, 'included', 'component_products');
    const changed = { ...json, data: json.data.map(change) };
    return Array.isArray(components)
      ? withAt(changed, ['included', 'component_products'], components.map(change))
      : changed;
  });
}

/** Changes an attribute of a product that is an object. */
function inner(name: string, change: (value: JsonObject) => Json): (product: Json) => Json {
  return (product) => {
    const value = at(product, 'attributes', name);
    return isObject(value) ? withAt(product, ['attributes', name], change(value)) : product;
  };
}

/** Texts by language become languages by text: `{ name: { "de-DE": … } }`. */
function byText(locales: JsonObject): Json {
  let texts: Json = {};
  for (const [language, fields] of Object.entries(locales))
    for (const [name, text] of Object.entries(isObject(fields) ? fields : {}))
      texts = withAt(texts, [name, language], text);
  return texts;
}

function asEntries(matrix: JsonObject): Json {
  return { entries: Object.entries(matrix).map(([option, leads_to]) => ({ option, leads_to })) };
}

function withLists(product: Json): Json {
  const related = at(product, 'relationships');
  if (!isObject(related)) return product;
  const listed = Object.entries(related).map(([name, one]) => [
    name,
    isObject(one) ? { ...one, data: [one.data ?? []].flat() } : one,
  ]);
  return withAt(product, ['relationships'], Object.fromEntries(listed));
}

function withTimes(write: (time: Date) => string): (product: Json) => Json {
  return (product) =>
    ['created_at', 'updated_at'].reduce((changed, name) => {
      const text = at(changed, 'meta', name);
      return typeof text === 'string' ? withAt(changed, ['meta', name], write(new Date(text))) : changed;
    }, product);
}

function epochSeconds(time: Date): string {
  return String(Math.floor(time.getTime() / 1000));
}

function withOpaqueCredentials(json: JsonObject): Json {
  if (at(json, 'data', 'type') !== 'application_key') return json;
  return ['client_id', 'client_secret'].reduce<Json>((changed, name) => {
    const text = String(at(changed, 'data', name));
    return withAt(changed, ['data', name], `k/1+${Buffer.from(text).toString('base64')}~:`);
  }, json);
}

/** Reverses, on every second page, the products that are not curated; each page keeps its products. */
function inChangingOrder(next: Transport): Transport {
  let listings = 0;
  const isCurated = (product: Json): boolean =>
    [[], ['attributes'], ['meta']].some((place) => at(product, ...place, 'curated_product') === true);
  return onJson((json) => {
    if (!Array.isArray(json.data)) return json;
    listings += 1;
    if (listings % 2 === 0) return json;
    const others = json.data.filter((product) => !isCurated(product));
    return { ...json, data: json.data.map((one) => (isCurated(one) ? one : (others.pop() ?? one))) };
  })(next);
}

/** Node sends a body in chunks if its length is not in the head. */
function inChunks(response: HttpResponse): HttpResponse {
  if (response.body.byteLength === 0) return response;
  const others = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { ...response, headers: [...others, ['transfer-encoding', 'chunked']] };
}

function withHeaders(headers: () => readonly Header[]): Middleware {
  return onResponse((response) => ({ ...response, headers: [...response.headers, ...headers()] }));
}

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

function asPage(response: HttpResponse): HttpResponse {
  if (response.status < 400) return response;
  const page = `<!doctype html><html><head><title>${response.status}</title></head><body><h1>${response.status}</h1></body></html>\n`;
  const { headers, ...served } = withBody(response, Buffer.from(page));
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...served, headers: [...others, ['content-type', 'text/html; charset=utf-8']] };
}

function withAddedProduct(catalog: Catalog): Catalog {
  return {
    ...withNodes(catalog, (node) => ({ ...node, products: [...node.products, added] })),
    products: new Map([...catalog.products, [added.id, added]]),
  };
}

const added: Product = {
  id: '5b0c6f0e-3f0a-4c53-9b1e-7d1f3c2a9e40',
  attributes: {
    name: 'Added since the last run',
    slug: 'added-since-the-last-run',
    sku: 'ADDED-SINCE',
    status: 'live',
    commodity_type: 'physical',
    product_types: ['standard'],
  },
};

/** The catalog after somebody unpublished a product of each node: the last one that no request of the client names. */
function withoutProduct(catalog: Catalog, exchanges: readonly Exchange[]): Catalog {
  const asked = new Set(
    exchanges.map(({ request }) => decoded(request.target)).filter((target) => target.includes('filter=')),
  );
  const isNamed = ({ id, attributes }: Product): boolean =>
    [id, attributes.name, attributes.slug].some(
      (value) => typeof value === 'string' && [...asked].some((target) => target.includes(value)),
    );
  return withNodes(catalog, (node) => {
    const last = node.products.findLast((product) => isLive(product) && !isNamed(product));
    const others = (products: readonly Product[]): Product[] => products.filter((one) => one !== last);
    return { ...node, products: others(node.products), curated: others(node.curated) };
  });
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    return target;
  }
}

const withNodes = (catalog: Catalog, change: (node: CatalogNode) => CatalogNode): Catalog => ({
  ...catalog,
  hierarchies: catalog.hierarchies.map((hierarchy) => ({ ...hierarchy, nodes: hierarchy.nodes.map(change) })),
});

export const questions: readonly Question[] = [
  ...questionsOfChoices,
  ...furtherQuestions,
  ...resilienceQuestions,
];

/** What a stub is to do under all responses of a variation at the same time. */
export function together(served: readonly StubChange[]): StubChange {
  const catalogs = served.flatMap(({ catalog }) => catalog ?? []);
  const middlewares = served.flatMap(({ middleware }) => middleware ?? []);
  const others = Object.assign({}, ...served.map(({ choices: _, ...rest }) => rest));
  return {
    ...others,
    choices: Object.assign({}, ...served.map(({ choices }) => choices)),
    ...(catalogs.length > 0
      ? { catalog: (catalog, exchanges) => catalogs.reduce((one, change) => change(one, exchanges), catalog) }
      : {}),
    ...(middlewares.length > 0
      ? { middleware: (next) => middlewares.reduceRight((inner, one) => one(inner), next) }
      : {}),
  };
}
