import { setTimeout as pause } from 'node:timers/promises';
import {
  type Call,
  type Header,
  isLost,
  type Lost,
  type Middleware,
  type Reply,
  type Transport,
  withBody,
} from '../../src/http/exchange.ts';
import { isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import type { Catalog } from '../../src/stub/catalog.ts';
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
type Given = Reply | Lost | Transport;

const give = async (given: Given, call: Call): Promise<Reply | Lost> =>
  typeof given === 'function' ? given(call) : given;

/** A response with a JSON body. */
export const json = (status: number, value: Json | undefined, ...headers: Header[]): Reply => ({
  status,
  headers: [['content-type', 'application/json'], ...headers],
  body: Buffer.from(value === undefined ? '' : JSON.stringify(value)),
  ms: 0,
});
/** An ordinary error response. */
export const error = (status: number, ...headers: Header[]): Reply =>
  json(status, { errors: [{ status: String(status), title: 'The request was not processed' }] }, ...headers);
/** A page for people, as gateways send it. */
export const page = (status: number, ...headers: Header[]): Reply => ({
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
  (call) =>
    when(call, world) ? give(given, call) : next(call);

/** Changes requests. */
export const sent =
  (change: (call: Call) => Call, when: When = always): Layer =>
  (world) =>
  (next) =>
  (call) =>
    next(when(call, world) ? change(call) : call);

/** Changes responses. */
export const returned =
  (change: (reply: Reply, call: Call) => Reply, when: When = always): Layer =>
  (world) =>
  (next) =>
  async (call) => {
    const isChanged = when(call, world);
    const reply = await next(call);
    return isChanged && !isLost(reply) ? change(reply, call) : reply;
  };

/** Changes the text of successful responses. */
export const rewritten = (change: (text: string) => string, when: When = always): Layer =>
  returned((reply) => {
    const text = textOf(reply.body);
    return reply.status < 300 && text !== '' ? withBody(reply, Buffer.from(change(text))) : reply;
  }, when);

/** Changes the JSON of successful responses. */
export const reshaped = (change: (value: JsonObject) => Json, when: When = always): Layer =>
  rewritten((text) => {
    const value: Json = JSON.parse(text);
    return isObject(value) ? JSON.stringify(change(value)) : text;
  }, when);

/** Gives every rejection the same status. */
export const rejectionsAs = (status: number): Layer =>
  returned((reply) => (reply.status >= 400 && reply.status < 500 ? { ...reply, status } : reply));

/** Removes the parameters of a query that match a pattern, as they were sent. */
export const dropping = (pattern: RegExp, when: When = always): Layer =>
  sent((call) => {
    const [path = '', query = ''] = call.target.split('?');
    const kept = query.split('&').filter((pair) => !pattern.test(pair));
    return { ...call, target: kept.length > 0 ? `${path}?${kept.join('&')}` : path };
  }, when);

/** Waits before the request is passed on. */
export const slow =
  (ms: number, when: When): Layer =>
  (world) =>
  (next) =>
  async (call) => {
    if (when(call, world)) await pause(ms);
    return next(call);
  };

/** Accepts so many creations of a kind, then rejects all of this kind. */
export const quota =
  (most: number, given: Given, kindOf: (call: Call) => string | undefined = pathOf): Layer =>
  () => {
    const accepted = new Map<string, number>();
    return (next) => async (call) => {
      const kind = call.method === 'POST' ? kindOf(call) : undefined;
      if (kind === undefined) return next(call);
      if ((accepted.get(kind) ?? 0) >= most) return give(given, call);
      const reply = await next(call);
      if (isAccepted(reply)) accepted.set(kind, (accepted.get(kind) ?? 0) + 1);
      return reply;
    };
  };

/** Neither validates nor authorizes: what the stub rejects is created from the last request that it accepted. */
export const unguarded =
  (when: When = isWrite): Layer =>
  (world) => {
    const valid = new Map<string, Call>();
    return (next) => async (call) => {
      const isLetIn = when(call, world);
      const reply = await next(call);
      if (call.method === 'POST' && isAccepted(reply)) valid.set(pathOf(call), call);
      const known = valid.get(pathOf(call));
      return isLetIn && known && !isAccepted(reply) ? next(known) : reply;
    };
  };

/** After so many requests that the stub rejected with 401, returns something else to every key request for so long. */
export const lockout =
  (most: number, given: Given, ms = Number.POSITIVE_INFINITY): Layer =>
  () => {
    let unauthorized = 0;
    let until = 0;
    return (next) => async (call) => {
      if (isKey(call) && performance.now() < until) return give(given, call);
      const reply = await next(call);
      if (!isLost(reply) && reply.status === 401) {
        unauthorized += 1;
        if (unauthorized % most === 0) until = performance.now() + ms;
      }
      return reply;
    };
  };

/** Lets so many requests in a second through, and as many at once. */
export const limited =
  (perSecond: number, given: Given, when: When = always): Layer =>
  (world) => {
    let [left, at] = [perSecond, performance.now()];
    return (next) => (call) => {
      if (!when(call, world)) return next(call);
      const now = performance.now();
      left = Math.min(perSecond, left + ((now - at) * perSecond) / 1000);
      at = now;
      if (left < 1) return give(given, call);
      left -= 1;
      return next(call);
    };
  };

/** Works on so many requests at once, each for so long. */
export const busy =
  (most: number, ms: number, given: Given): Layer =>
  () => {
    let working = 0;
    return (next) => async (call) => {
      if (working >= most) return give(given, call);
      working += 1;
      await pause(ms);
      working -= 1;
      return next(call);
    };
  };

/** Takes subscriptions once by a key; one without a key is never a duplicate. */
export const once =
  (given: Given, keyOf: (data: JsonObject) => unknown): Layer =>
  () => {
    const taken = new Set<unknown>();
    return (next) => async (call) => {
      const key = isSubscription(call) ? keyOf(dataOf(call)) : undefined;
      if (key !== undefined && taken.has(key)) return give(given, call);
      const reply = await next(call);
      if (key !== undefined && isAccepted(reply)) taken.add(key);
      return reply;
    };
  };

/** Gives keys their rate limits from a pool, and rejects those that want more than is left. */
export const pool =
  (size: number): Layer =>
  () => {
    let left = size;
    return (next) => async (call) => {
      const limit = rateLimitOf(call) ?? 0;
      if (limit > left) return error(422);
      const reply = await next(call);
      if (isAccepted(reply)) left -= limit;
      return reply;
    };
  };

/** Turns rate limits into the nearest within a range. */
export const clamped = (least: number, most: number): Layer =>
  returned((reply) => {
    const data = dataOf(reply);
    const { reserved_rate_limit: limit } = data;
    if (typeof limit !== 'number') return reply;
    const kept = { ...data, reserved_rate_limit: Math.min(most, Math.max(least, limit)) };
    return withBody(reply, Buffer.from(JSON.stringify({ data: kept })));
  }, isKey);

/** Keeps one subscription for each account, plan and currency; a reference that is left out stays as it was. */
export const upsert = (): Layer => () => {
  const records = new Map<string, JsonObject>();
  return (next) => async (call) => {
    const reply = await next(call);
    if (!isSubscription(call) || isLost(reply) || !isAccepted(reply)) return reply;
    const { account_id, plan_id, currency } = dataOf(call);
    const key = JSON.stringify([account_id, plan_id, currency]);
    const created = dataOf(reply);
    const old = records.get(key) ?? created;
    const attributes = { ...(old.attributes as JsonObject), ...(created.attributes as JsonObject) };
    const record = { ...created, ...('id' in old ? { id: old.id } : {}), attributes };
    records.set(key, record);
    return withBody(reply, Buffer.from(JSON.stringify({ data: record })));
  };
};

/** `age` is sent with what was kept. */
type CacheOptions = {
  readonly age?: number;
  readonly keeps?: (reply: Reply) => boolean;
  readonly when?: When;
};

/** A cache that keeps responses by a key for the whole run: accepted ones to GET, unless told otherwise. */
export const cached =
  (keyOf: (call: Call) => string, { age, keeps = isAccepted, when = isRead }: CacheOptions = {}): Layer =>
  (world) => {
    const kept = new Map<string, Reply>();
    return (next) => async (call) => {
      if (!when(call, world)) return next(call);
      const stored = kept.get(keyOf(call));
      if (stored && age === undefined) return stored;
      if (stored) return { ...stored, headers: [...stored.headers, ['age', String(age)]] };
      const reply = await next(call);
      if (!isLost(reply) && keeps(reply)) kept.set(keyOf(call), reply);
      return reply;
    };
  };

/** Replaces the catalog before a certain request. */
export const imports =
  (number: number, catalog: Catalog): Layer =>
  (world) =>
  (next) =>
  (call) => {
    if (world.request() === number) world.serve(catalog);
    return next(call);
  };

/** Another replica, with a catalog of its own, receives some of the requests. */
export const replica = (other: Catalog, when: When): Layer =>
  instead(createStub({ contract, catalog: other, journal: false }).transport, when);

/** The path and query as they were sent. */
export const addressOf = ({ target }: Call): string => target;

const isAccepted = (reply: Reply | Lost): boolean => !isLost(reply) && reply.status < 300;
