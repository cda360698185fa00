import { setTimeout as pause } from 'node:timers/promises';
import type { Catalog } from '../../spec/stub/catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Lost,
  type Middleware,
  type Transport,
  withBody,
} from '../../src/http/exchange.ts';
import { isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { contract } from '../../test/hostile/trial.ts';
import {
  always,
  dataOf,
  isKey,
  isRead,
  isSubscription,
  isWrite,
  pathOf,
  rateLimitOf,
  textOf,
  type When,
  type World,
} from './conditions.ts';

/** Disturbs requests or responses. Each check has a new one, so it may remember. */
export type Layer = (world: World) => Middleware;

/** What is returned instead of the response of the stub. */
type Given = HttpResponse | Lost | Transport;

const give = async (given: Given, request: HttpRequest): Promise<HttpResponse | Lost> =>
  typeof given === 'function' ? given(request) : given;

/** A response with a JSON body. */
export const json = (status: number, value: Json | undefined, ...headers: Header[]): HttpResponse => ({
  status,
  headers: [['content-type', 'application/json'], ...headers],
  body: Buffer.from(value === undefined ? '' : JSON.stringify(value)),
  ms: 0,
});
/** An ordinary error response. */
export const error = (status: number, ...headers: Header[]): HttpResponse =>
  json(status, { errors: [{ status: String(status), title: 'The request was not processed' }] }, ...headers);
/** A page for people, as gateways send it. */
export const page = (status: number, ...headers: Header[]): HttpResponse => ({
  status,
  headers: [['content-type', 'text/html'], ...headers],
  body: Buffer.from('<!doctype html><title>Just a moment</title>'),
  ms: 0,
});
/** A redirect to a login page. */
export const login = page(302, ['location', 'https://login.example/']);
/** The connection is closed without a response. */
export const closed: Lost = { lost: 'connection', detail: 'closed', ms: 0 };
/** Nothing is ever sent. */
export const silence: Transport = () => new Promise(() => {});

/** Responds without asking the stub. */
export const instead =
  (given: Given, when: When = always): Layer =>
  (world) =>
  (next) =>
  (request) =>
    when(request, world) ? give(given, request) : next(request);

/** Changes requests. */
export const sent =
  (change: (request: HttpRequest) => HttpRequest, when: When = always): Layer =>
  (world) =>
  (next) =>
  (request) =>
    next(when(request, world) ? change(request) : request);

/** Changes responses. */
export const returned =
  (change: (response: HttpResponse, request: HttpRequest) => HttpResponse, when: When = always): Layer =>
  (world) =>
  (next) =>
  async (request) => {
    const isChanged = when(request, world);
    const response = await next(request);
    return isChanged && !isLost(response) ? change(response, request) : response;
  };

/** Changes the text of successful responses. */
export const rewritten = (change: (text: string) => string, when: When = always): Layer =>
  returned((response) => {
    const text = textOf(response.body);
    return response.status < 300 && text !== '' ? withBody(response, Buffer.from(change(text))) : response;
  }, when);

/** Changes the JSON of successful responses. */
export const reshaped = (change: (value: JsonObject) => Json, when: When = always): Layer =>
  rewritten((text) => {
    const value: Json = JSON.parse(text);
    return isObject(value) ? JSON.stringify(change(value)) : text;
  }, when);

/** Gives every rejection the same status. */
export const rejectionsAs = (status: number): Layer =>
  returned((response) =>
    response.status >= 400 && response.status < 500 ? { ...response, status } : response,
  );

/** Removes the parameters of a query that match a pattern, as they were sent. */
export const dropping = (pattern: RegExp, when: When = always): Layer =>
  sent((request) => {
    const [path = '', query = ''] = request.target.split('?');
    const kept = query.split('&').filter((pair) => !pattern.test(pair));
    return { ...request, target: kept.length > 0 ? `${path}?${kept.join('&')}` : path };
  }, when);

/** Waits before the request is passed on. */
export const slow =
  (ms: number, when: When): Layer =>
  (world) =>
  (next) =>
  async (request) => {
    if (when(request, world)) await pause(ms);
    return next(request);
  };

/** Accepts so many creations of a kind, then rejects all of this kind. */
export const quota =
  (most: number, given: Given, kindOf: (request: HttpRequest) => string | undefined = pathOf): Layer =>
  () => {
    const accepted = new Map<string, number>();
    return (next) => async (request) => {
      const kind = request.method === 'POST' ? kindOf(request) : undefined;
      if (kind === undefined) return next(request);
      if ((accepted.get(kind) ?? 0) >= most) return give(given, request);
      const response = await next(request);
      if (isAccepted(response)) accepted.set(kind, (accepted.get(kind) ?? 0) + 1);
      return response;
    };
  };

/** Neither validates nor authorizes: what the stub rejects is created from the last request that it accepted. */
export const unguarded =
  (when: When = isWrite): Layer =>
  (world) => {
    const valid = new Map<string, HttpRequest>();
    return (next) => async (request) => {
      const isLetIn = when(request, world);
      const response = await next(request);
      if (request.method === 'POST' && isAccepted(response)) valid.set(pathOf(request), request);
      const known = valid.get(pathOf(request));
      return isLetIn && known && !isAccepted(response) ? next(known) : response;
    };
  };

/** After so many requests that the stub rejected with 401, returns something else to every key request for so long. */
export const lockout =
  (most: number, given: Given, ms = Number.POSITIVE_INFINITY): Layer =>
  () => {
    let unauthorized = 0;
    let until = 0;
    return (next) => async (request) => {
      if (isKey(request) && performance.now() < until) return give(given, request);
      const response = await next(request);
      if (!isLost(response) && response.status === 401) {
        unauthorized += 1;
        if (unauthorized % most === 0) until = performance.now() + ms;
      }
      return response;
    };
  };

/** Lets so many requests in a second through, and as many at once. */
export const limited =
  (perSecond: number, given: Given, when: When = always): Layer =>
  (world) => {
    let [left, at] = [perSecond, performance.now()];
    return (next) => (request) => {
      if (!when(request, world)) return next(request);
      const now = performance.now();
      left = Math.min(perSecond, left + ((now - at) * perSecond) / 1000);
      at = now;
      if (left < 1) return give(given, request);
      left -= 1;
      return next(request);
    };
  };

/** Works on so many requests at once, each for so long. */
export const busy =
  (most: number, ms: number, given: Given): Layer =>
  () => {
    let working = 0;
    return (next) => async (request) => {
      if (working >= most) return give(given, request);
      working += 1;
      await pause(ms);
      working -= 1;
      return next(request);
    };
  };

/** Takes subscriptions once by a key; one without a key is never a duplicate. */
export const once =
  (given: Given, keyOf: (data: JsonObject) => unknown): Layer =>
  () => {
    const taken = new Set<unknown>();
    return (next) => async (request) => {
      const key = isSubscription(request) ? keyOf(dataOf(request)) : undefined;
      if (key !== undefined && taken.has(key)) return give(given, request);
      const response = await next(request);
      if (key !== undefined && isAccepted(response)) taken.add(key);
      return response;
    };
  };

/** Gives keys their rate limits from a pool, and rejects those that want more than is left. */
export const pool =
  (size: number): Layer =>
  () => {
    let left = size;
    return (next) => async (request) => {
      const limit = rateLimitOf(request) ?? 0;
      if (limit > left) return error(422);
      const response = await next(request);
      if (isAccepted(response)) left -= limit;
      return response;
    };
  };

/** Turns rate limits into the nearest within a range. */
export const clamped = (least: number, most: number): Layer =>
  returned((response) => {
    const data = dataOf(response);
    const { reserved_rate_limit: limit } = data;
    if (typeof limit !== 'number') return response;
    const kept = { ...data, reserved_rate_limit: Math.min(most, Math.max(least, limit)) };
    return withBody(response, Buffer.from(JSON.stringify({ data: kept })));
  }, isKey);

/** Keeps one subscription for each account, plan and currency; a reference that is left out stays as it was. */
export const upsert = (): Layer => () => {
  const records = new Map<string, JsonObject>();
  return (next) => async (request) => {
    const response = await next(request);
    if (!isSubscription(request) || isLost(response) || !isAccepted(response)) return response;
    const { account_id, plan_id, currency } = dataOf(request);
    const key = JSON.stringify([account_id, plan_id, currency]);
    const created = dataOf(response);
    const old = records.get(key) ?? created;
    const attributes = { ...(old.attributes as JsonObject), ...(created.attributes as JsonObject) };
    const record = { ...created, ...('id' in old ? { id: old.id } : {}), attributes };
    records.set(key, record);
    return withBody(response, Buffer.from(JSON.stringify({ data: record })));
  };
};

/** `age` is sent with what was kept. */
type CacheOptions = {
  readonly age?: number;
  readonly keeps?: (response: HttpResponse) => boolean;
  readonly when?: When;
};

/** A cache that keeps responses by a key for the whole run: accepted ones to GET, unless told otherwise. */
export const cached =
  (
    keyOf: (request: HttpRequest) => string,
    { age, keeps = isAccepted, when = isRead }: CacheOptions = {},
  ): Layer =>
  (world) => {
    const kept = new Map<string, HttpResponse>();
    return (next) => async (request) => {
      if (!when(request, world)) return next(request);
      const stored = kept.get(keyOf(request));
      if (stored && age === undefined) return stored;
      if (stored) return { ...stored, headers: [...stored.headers, ['age', String(age)]] };
      const response = await next(request);
      if (!isLost(response) && keeps(response)) kept.set(keyOf(request), response);
      return response;
    };
  };

/** Replaces the catalog before a certain request. */
export const imports =
  (number: number, catalog: Catalog): Layer =>
  (world) =>
  (next) =>
  (request) => {
    if (world.request() === number) world.serve(catalog);
    return next(request);
  };

/** Another replica, with a catalog of its own, receives some of the requests. */
export const replica = (other: Catalog, when: When): Layer =>
  instead(createStub({ contract, parts: stubPartsOf(other), journal: false }).transport, when);

/** The path and query as they were sent. */
export const addressOf = ({ target }: HttpRequest): string => target;

const isAccepted = (response: HttpResponse | Lost): boolean => !isLost(response) && response.status < 300;
