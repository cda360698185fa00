import { createHash } from 'node:crypto';
import type { OperationId } from '../../src/contract/contract.ts';
import { type Call, isLost, type Lost, type Mutant, type Reply, withBody } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import { operationOf } from './operation-of.ts';

const known = new WeakSet<object>();

/** The same value, frozen through and through, so that what many share need not be copied before it is changed. */
export function frozen<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null || known.has(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  known.add(value);
  return Object.freeze(value);
}

/** Changes the JSON of every successful response of an operation; undefined leaves it as it is. */
export function changeReply(
  operation: OperationId,
  change: (json: JsonObject, call: Call) => Json | undefined,
): Mutant {
  return (next) => async (call) => {
    const reply = await next(call);
    if (operationOf(call) !== operation || isLost(reply) || reply.status > 299) return reply;
    const body = readBody(reply.body);
    if (!('json' in body) || !isObject(body.json)) return reply;
    const changed = change(frozen(body.json), call);
    return changed === undefined ? reply : withJson(reply, changed);
  };
}

/** The same response with other JSON in it. */
export const withJson = (reply: Reply, json: Json): Reply =>
  withBody(reply, Buffer.from(JSON.stringify(json)));

/** Changes the status of responses of an operation. */
export const changeStatus =
  (operation: OperationId, change: (status: number, call: Call) => number): Mutant =>
  (next) =>
  async (call): Promise<Reply | Lost> => {
    const reply = await next(call);
    if (operationOf(call) !== operation || isLost(reply)) return reply;
    return { ...reply, status: change(reply.status, call) };
  };

/** Changes the text of every successful response of an operation. */
export const changeBody =
  (operation: OperationId, change: (text: string, call: Call) => string): Mutant =>
  (next) =>
  async (call): Promise<Reply | Lost> => {
    const reply = await next(call);
    if (operationOf(call) !== operation || isLost(reply) || reply.status > 299) return reply;
    return withBody(reply, Buffer.from(change(Buffer.from(reply.body).toString('utf8'), call)));
  };

/** Sets one header of every successful response of an operation. */
export const changeHeader =
  (operation: OperationId, name: string, value: string): Mutant =>
  (next) =>
  async (call): Promise<Reply | Lost> => {
    const reply = await next(call);
    if (operationOf(call) !== operation || isLost(reply) || reply.status > 299) return reply;
    return {
      ...reply,
      headers: [...reply.headers.filter(([key]) => key.toLowerCase() !== name), [name, value]],
    };
  };

/** Gives what is created another id, in its address too; told how many were created before it. */
export const renumbered =
  (
    operation: OperationId,
    renumber: (shown: JsonObject, call: Call, count: number) => string | undefined,
  ): Mutant =>
  (next, contract) => {
    let count = 0;
    return changeReply(operation, (json, call) => {
      const id = at(json, 'data', 'id');
      const other = renumber(json, call, count);
      count += 1;
      return typeof id === 'string' && other !== undefined
        ? JSON.parse(JSON.stringify(json).replaceAll(id, other))
        : undefined;
    })(next, contract);
  };

/** A UUID made from a text. */
export function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** Text as a page would hold it. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text that was written as UTF-8 and is read as Latin-1. */
export const misencoded = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Text whose letters have lost what is over and under them. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC');
