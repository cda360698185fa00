import type { Mutant } from '../../src/http/exchange.ts';
// What conforming servers may do to responses and catalogs, beside the choices of the stub.

import { randomUUID } from 'node:crypto';
import {
  type Catalog,
  type CatalogNode,
  isLive,
  type Product,
  withProducts,
} from '../../spec/stub/catalog.ts';
import {
  type Exchange,
  type Header,
  type HttpResponse,
  isLost,
  type Middleware,
  type Transport,
  withBody,
} from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject, type Path, withAt } from '../../src/json/json.ts';
import { operationOf } from '../core/operation-of.ts';
import { isSimple } from '../list/filters/filter.ts';
import { withJson } from '../mutants/edits.ts';

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

/** Fields of a product that a server may leave out one by one; its id is another question, and for all attributes at once the stub has a choice. */
export const fieldsOfProduct: readonly Path[] = [
  ...['type', 'meta', 'relationships'].map((name) => [name]),
  ...[
    ...[...ofProduct, 'name', 'slug', 'status', 'commodity_type', 'custom_inputs', 'build_rules'],
    ...['variations', 'product_types', 'variation_matrix'],
  ].map((name) => ['attributes', name]),
  ...['created_at', 'updated_at', 'owner'].map((name) => ['meta', name]),
];

export function onResponse(change: (response: HttpResponse) => HttpResponse): Middleware {
  return (next) => async (request) => {
    const response = await next(request);
    return isLost(response) ? response : change(response);
  };
}

/** Changes the JSON of responses to requests that were accepted. */
export function onJson(change: (json: JsonObject) => Json): Middleware {
  return onResponse((response) => {
    if (response.status >= 300 || response.body.byteLength === 0) return response;
    const json: unknown = JSON.parse(Buffer.from(response.body).toString());
    return isObject(json) ? withJson(response, change(json)) : response;
  });
}

/** Changes each product of a listing, components included. */
export function onProducts(change: (product: Json) => Json): Middleware {
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
export function inner(name: string, change: (value: JsonObject) => Json): (product: Json) => Json {
  return (product) => {
    const value = at(product, 'attributes', name);
    return isObject(value) ? withAt(product, ['attributes', name], change(value)) : product;
  };
}

/** Texts by language become languages by text: `{ name: { "de-DE": … } }`. */
export function byText(locales: JsonObject): Json {
  let texts: Json = {};
  for (const [language, fields] of Object.entries(locales))
    for (const [name, text] of Object.entries(isObject(fields) ? fields : {}))
      texts = withAt(texts, [name, language], text);
  return texts;
}

export function asEntries(matrix: JsonObject): Json {
  return { entries: Object.entries(matrix).map(([option, leads_to]) => ({ option, leads_to })) };
}

export function withLists(product: Json): Json {
  const related = at(product, 'relationships');
  if (!isObject(related)) return product;
  const listed = Object.entries(related).map(([name, one]) => [
    name,
    isObject(one) ? { ...one, data: [one.data ?? []].flat() } : one,
  ]);
  return withAt(product, ['relationships'], Object.fromEntries(listed));
}

export function withTimes(write: (time: Date) => string): (product: Json) => Json {
  return (product) =>
    ['created_at', 'updated_at'].reduce((changed, name) => {
      const text = at(changed, 'meta', name);
      return typeof text === 'string' ? withAt(changed, ['meta', name], write(new Date(text))) : changed;
    }, product);
}

export function epochSeconds(time: Date): string {
  return String(Math.floor(time.getTime() / 1000));
}

export const withOpaqueCredentials = (json: JsonObject): Json =>
  withCredentials(json, (text) => `k/1+${Buffer.from(text).toString('base64')}~:`);

function withCredentials(json: JsonObject, write: (text: string) => string): Json {
  if (at(json, 'data', 'type') !== 'application_key') return json;
  return ['client_id', 'client_secret'].reduce<Json>(
    (changed, name) => replacedAt(changed, ['data', name], (text) => write(String(text))),
    json,
  );
}

export const withShortCredentials = (json: JsonObject): Json =>
  withCredentials(json, (text) => text.slice(0, 12));

/** Gives new records ids of another version of UUID, in links too. */
export function withLaterVersion(json: JsonObject): Json {
  const id = at(json, 'data', 'id');
  if (typeof id !== 'string') return json;
  return JSON.parse(JSON.stringify(json).replaceAll(id, id.replace(/^(.{14})./, '$17')));
}

/** Moves timestamps of a new record by seconds. */
export function withTimesMoved(seconds: Readonly<Record<string, number>>): (json: JsonObject) => Json {
  const places = [['data'], ['data', 'attributes']];
  return (json) =>
    places.reduce<Json>(
      (changed, place) =>
        Object.entries(seconds).reduce(
          (one, [name, by]) => replacedAt(one, [...place, 'meta', 'timestamps', name], moved(by)),
          changed,
        ),
      json,
    );
}

export const withOfferingTimes = (json: JsonObject): Json =>
  ['created_at', 'updated_at'].reduce<Json>(
    (changed, name) =>
      replacedAt(changed, ['data', 'attributes', 'offering', 'attributes', name], moved(-86_400)),
    json,
  );

const moved =
  (seconds: number) =>
  (time: Json): Json =>
    new Date(Date.parse(String(time)) + seconds * 1000).toISOString();

/** Replaces a value that is there. */
export function replacedAt(json: Json, path: Path, replace: (value: Json) => Json): Json {
  const value = at(json, ...path);
  return value === undefined ? json : withAt(json, path, replace(value as Json));
}

/** A product with each optional field. Filters look for names and slugs, so these stay as they are. */
export function withEveryField(product: Json): Json {
  const id = String(at(product, 'id'));
  const attributes: JsonObject = {
    description: 'A product of this shop.',
    sku: `SKU-${id}`,
    status: 'live',
    commodity_type: 'physical',
    upc_ean: '0000000000017',
    mpn: `MPN-${id}`,
    external_ref: id,
    locales: {},
    tags: [],
    custom_inputs: {},
    components: {},
    variations: [],
    variation_matrix: {},
    product_types: ['standard'],
  };
  const meta = { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-01T00:00:00Z', owner: 'store' };
  const filled = replacedAt(product, ['attributes'], (shown) => ({
    ...attributes,
    ...(shown as JsonObject),
  }));
  return {
    relationships: {},
    ...(filled as JsonObject),
    meta: { ...meta, ...((at(product, 'meta') ?? {}) as JsonObject) },
  };
}

export const withFlag = (product: Json): Json =>
  isCurated(product) ? product : withAt(product, ['attributes', 'curated_product'], false);

const isCurated = (product: Json): boolean =>
  [[], ['attributes'], ['meta']].some((place) => at(product, ...place, 'curated_product') === true);

/** Changes the list of options of each component. */
export const withOptions =
  (change: (options: readonly Json[]) => Json[]) =>
  (product: Json): Json =>
    replacedAt(product, ['attributes', 'components'], (components) =>
      Object.fromEntries(
        Object.entries(components as JsonObject).map(([name, component]) => [
          name,
          replacedAt(component, ['options'], (options) => change(options as Json[])),
        ]),
      ),
    );

/** Returns another status for a path that is no operation. */
export function withStatusOfUnknown(status: number): Mutant {
  return (next, contract) => async (request) => {
    const response = await next(request);
    const isUnknown =
      operationOf(contract, request) === undefined && !isLost(response) && response.status === 404;
    return isUnknown ? { ...response, status } : response;
  };
}

/** Reverses, on every second page, the products that are not curated; each page keeps its products. */
export function inChangingOrder(next: Transport): Transport {
  let listings = 0;
  return onJson((json) => {
    if (!Array.isArray(json.data)) return json;
    listings += 1;
    if (listings % 2 === 0) return json;
    const others = json.data.filter((product) => !isCurated(product));
    return { ...json, data: json.data.map((one) => (isCurated(one) ? one : (others.pop() ?? one))) };
  })(next);
}

/** Node sends a body in chunks if its length is not in the head. */
export function inChunks(response: HttpResponse): HttpResponse {
  if (response.body.byteLength === 0) return response;
  const others = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { ...response, headers: [...others, ['transfer-encoding', 'chunked']] };
}

export function withHeaders(headers: (response: HttpResponse) => readonly Header[]): Middleware {
  return onResponse((response) => ({ ...response, headers: [...response.headers, ...headers(response)] }));
}

export function withNulls(json: JsonObject): Json {
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

export function extraHeaders({ status, body }: HttpResponse): Header[] {
  const [, id] = status === 201 ? (/"data":\{"id":"([^"]+)"/.exec(Buffer.from(body).toString()) ?? []) : [];
  return [
    ...(id === undefined ? [] : [['location', `/records/${id}`] as const]),
    ...(status === 401 ? [['www-authenticate', 'Bearer'] as const] : []),
    ['x-request-id', randomUUID()],
    ['set-cookie', 'shop=visited; Path=/; HttpOnly'],
    ['cache-control', status === 201 ? 'no-store' : 'private, max-age=0'],
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

export function withExtraFields(json: JsonObject): Json {
  const changed = structuredClone(json);
  for (const path of objects) {
    const found = at(changed, ...path);
    if (isObject(found)) found.release_channel = 'a field of a later version';
  }
  return changed;
}

export function reversed(json: Json): Json {
  if (Array.isArray(json)) return json.map(reversed);
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([name, value]) => [name, reversed(value)]),
  );
}

/** Listings alone: the choice `uuid-case` is about creations. */
export function withUpperIds(json: JsonObject): Json {
  if (!Array.isArray(json.data)) return json;
  const upper = (_: string, id: string): string => `"id":"${id.toUpperCase()}"`;
  return JSON.parse(JSON.stringify(json).replaceAll(/"id":"([0-9a-f-]{36})"/g, upper));
}

export function asPage(response: HttpResponse): HttpResponse {
  if (response.status < 400) return response;
  const page = `<!doctype html><html><head><title>${response.status}</title></head><body><h1>${response.status}</h1></body></html>\n`;
  const { headers, ...served } = withBody(response, Buffer.from(page));
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...served, headers: [...others, ['content-type', 'text/html; charset=utf-8']] };
}

export function withAddedProduct(catalog: Catalog): Catalog {
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

/** Whether no filter of the client looks for a product. */
function isUnnamedIn(exchanges: readonly Exchange[]): (product: Product) => boolean {
  const asked = new Set(
    exchanges.map(({ request }) => decoded(request.target)).filter((target) => target.includes('filter=')),
  );
  return ({ id, attributes }) =>
    ![id, attributes.name, attributes.slug].some(
      (value) => typeof value === 'string' && [...asked].some((target) => target.includes(value)),
    );
}

/** If a client filters by all of so many products, it took their names from a listing, and does not expect them. */
const manyProducts = 10;

/**
 * The catalog in which two products of each node have the same name or slug: the last two that no request of the client
 * names, or, if the client names all of many products, the last two.
 */
export const withEqual =
  (attribute: 'name' | 'slug') =>
  (catalog: Catalog, exchanges: readonly Exchange[]): Catalog => {
    const isUnnamed = isUnnamedIn(exchanges);
    const values = new Map<string, Json | undefined>();
    for (const { products } of catalog.hierarchies.flatMap(({ nodes }) => nodes)) {
      // Clients leave out values that are hard to write in a filter.
      const live = products.filter((one) => isLive(one) && isSimple(String(one.attributes[attribute])));
      const unnamed = live.filter(isUnnamed);
      const able = unnamed.length < 2 && live.length >= manyProducts ? live : unnamed;
      const [one, other] = able.slice(-2);
      const value = values.get(one?.id ?? '') ?? values.get(other?.id ?? '') ?? one?.attributes[attribute];
      for (const product of [one, other]) if (product) values.set(product.id, value);
    }
    return withProducts(catalog, (product) => {
      const value = values.get(product.id);
      return value === undefined
        ? product
        : { ...product, attributes: { ...product.attributes, [attribute]: value } };
    });
  };

/** The catalog after somebody unpublished a product of each node: the last one that no request of the client names. */
export function withoutProduct(catalog: Catalog, exchanges: readonly Exchange[]): Catalog {
  const isUnnamed = isUnnamedIn(exchanges);
  return withNodes(catalog, (node) => {
    const last = node.products.findLast((product) => isLive(product) && isUnnamed(product));
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
