import type { Catalog } from '../../spec/stub/catalog.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type JsonObject } from '../../src/json/json.ts';
import { kitchen } from './catalogs.ts';

/** What a layer can use: chance is drawn from the seed of the check. */
export type World = {
  /** How many requests the server received, the current one included. */
  readonly request: () => number;
  /** True with this probability. */
  readonly chance: (share: number) => boolean;
  /** Replaces the catalog of the stub. */
  readonly serve: (catalog: Catalog) => void;
};

/** Which requests are disturbed. */
export type When = (request: HttpRequest, world: World) => boolean;

export const always: When = () => true;
export const isRead = ({ method }: HttpRequest): boolean => method === 'GET';
export const isWrite = ({ method }: HttpRequest): boolean => method === 'POST';
export const isKey = (request: HttpRequest): boolean =>
  isWrite(request) && /^\/v2\/application-keys/.test(pathOf(request));
export const isSubscription = (request: HttpRequest): boolean =>
  isWrite(request) && /^\/subscriptions/.test(pathOf(request));
/** Whether a pattern matches the path and query as they were sent. */
export const matches =
  (pattern: RegExp): When =>
  ({ target }) =>
    pattern.test(target);
export const hasOffset = matches(/[?&]page(%5B|\[)offset/i);
export const hasFilter = matches(/[?&]filter=/);
/** Whether a page of less than so many products is asked for. */
export const limitBelow =
  (most: number): When =>
  ({ target }) =>
    Number(/limit%5D=(\d+)/i.exec(target)?.[1] ?? most) < most;
/** The `data` of a JSON body, as far as it is an object. */
export function dataOf({ body }: Pick<HttpRequest, 'body'>): JsonObject {
  const read = readBody(body ?? new Uint8Array());
  const data = 'json' in read ? at(read.json, 'data') : undefined;
  return isObject(data) ? data : {};
}
/** The rate limit that a request for a key has, if it has one. */
export function rateLimitOf(request: HttpRequest): number | undefined {
  const limit = isKey(request) ? dataOf(request).reserved_rate_limit : undefined;
  return typeof limit === 'number' ? limit : undefined;
}
/** Whether the body matches a pattern. */
export const bodyMatches =
  (pattern: RegExp): When =>
  ({ body }) =>
    pattern.test(textOf(body));
export const longerThan =
  (bytes: number): When =>
  ({ body }) =>
    (body?.byteLength ?? 0) > bytes;
export const lacksHeader =
  (name: string): When =>
  ({ headers }) =>
    !headers.some(([own]) => own.toLowerCase() === name);
export const sometimes =
  (share: number): When =>
  (_, { chance }) =>
    chance(share);
/** The requests with these numbers, counted from 1. */
export const from =
  (first: number, last = Number.POSITIVE_INFINITY): When =>
  (_, { request }) =>
    request() >= first && request() <= last;
/** Whether all conditions are true; those after the first that is not are not asked. */
export const all =
  (...conditions: readonly When[]): When =>
  (request, world) =>
    conditions.every((when) => when(request, world));
export const not =
  (when: When): When =>
  (request, world) =>
    !when(request, world);
/** Each one in so many of the requests that meet a condition, such as those that one of several workers receives. */
export const every = (count: number, when: When = always): When => {
  const turns = new WeakMap<World, number>();
  return (request, world) => {
    if (!when(request, world)) return false;
    const turn = (turns.get(world) ?? 0) + 1;
    turns.set(world, turn);
    return turn % count === 0;
  };
};

/** Whether the request is for the node Kitchen. */
export const isKitchen = matches(new RegExp(kitchen.id));
/** Whether the request has the path of an operation. */
export const isOperation = (request: HttpRequest): boolean =>
  isKey(request) || isSubscription(request) || (isRead(request) && /\/products$/.test(pathOf(request)));
/** Whether the request looks like SQL or HTML. */
export const isSuspicious: When = ({ target, body }) =>
  /'|--|<|%3C|%27|\b(union|drop) /i.test(`${target} ${textOf(body)}`);
/** Whether a key is to be created without a token. */
export const lacksToken = all(isKey, lacksHeader('authorization'));

/** The path of a request, decoded. */
export const pathOf = ({ target }: HttpRequest): string => decodeURI(target.replace(/\?.*/s, ''));

/** A body as text. */
export const textOf = (body: Uint8Array | undefined): string => Buffer.from(body ?? []).toString();
