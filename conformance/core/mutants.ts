import { createHash } from 'node:crypto';
import type { OperationId } from '../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../src/contract/list.ts';
import {
  type Call,
  type Header,
  header,
  isLost,
  type Lost,
  type Mutant,
  type Reply,
  withBody,
} from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json, type JsonObject, type Path, withAt } from '../../src/json/json.ts';
import { operationOf } from './operation-of.ts';

const known = new WeakSet<object>();

/** Freezes a value deeply, so that what is shared need not be copied before it is changed. */
export function frozen<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null || known.has(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  known.add(value);
  return Object.freeze(value);
}

/** Changes the JSON of each successful response; undefined leaves it as it is. */
export function changeReply(
  operation: OperationId,
  change: (json: JsonObject, call: Call) => Json | undefined,
): Mutant {
  return changeSuccess(operation, (reply, call) => {
    const body = readBody(reply.body);
    if (!('json' in body) || !isObject(body.json)) return reply;
    const changed = change(frozen(body.json), call);
    return changed === undefined ? reply : withJson(reply, changed);
  });
}

const changeSuccess =
  (operation: OperationId, change: (reply: Reply, call: Call) => Reply): Mutant =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    return operationOf(call) !== operation || isLost(reply) || reply.status > 299
      ? reply
      : change(reply, call);
  };

/** Changes the value at a path of each successful response; undefined leaves it as it is. */
export const changeAt =
  (operation: OperationId, path: Path) =>
  (change: (shown: Json | undefined, sent: Json | undefined, json: JsonObject) => Json | undefined): Mutant =>
    changeReply(operation, (json, call) => {
      const value = change(at(json, ...path) as Json | undefined, jsonOfCall(call), json);
      return value === undefined ? undefined : withAt(json, path, value);
    });

/** Returns 500 to some requests, chosen by their JSON and the status of the conforming response. */
export const crashOn = (
  operation: OperationId,
  isMeant: (sent: Json | undefined, status: number) => boolean,
): Mutant => changeStatus(operation, (status, call) => (isMeant(jsonOfCall(call), status) ? 500 : status));

export const readCredentials = (
  operation: OperationId,
  read: (credentials: string | undefined) => string | undefined,
): Mutant =>
  overlook(operation, (call) => {
    const credentials = read(header(call.headers, 'authorization')?.trim());
    return credentials === undefined ? call : withHeader(call, 'authorization', credentials);
  });

export const withJson = (reply: Reply, json: Json): Reply =>
  withBody(reply, Buffer.from(JSON.stringify(json)));

export const changeStatus =
  (operation: OperationId, change: (status: number, call: Call) => number): Mutant =>
  (next) =>
  async (call): Promise<Reply | Lost> => {
    const reply = await next(call);
    if (operationOf(call) !== operation || isLost(reply)) return reply;
    return { ...reply, status: change(reply.status, call) };
  };

export const changeBody = (operation: OperationId, change: (text: string, call: Call) => string): Mutant =>
  changeSuccess(operation, (reply, call) =>
    withBody(reply, Buffer.from(change(Buffer.from(reply.body).toString('utf8'), call))),
  );

export const changeHeader = (operation: OperationId, name: string, value: string): Mutant =>
  changeSuccess(operation, (reply) => ({
    ...reply,
    headers: replaced(reply.headers, name, value),
  }));

/** Changes the id of each created record, in its links too. */
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

export function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const misencoded = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC');

/** Repairs each request before it is handled, like a server that overlooks a defect. */
export const overlook =
  (operation: OperationId, repair: (call: Call) => Call): Mutant =>
  (next) =>
  (call) =>
    next(operationOf(call) === operation ? repair(call) : call);

export const overlookInBody = (operation: OperationId, repair: (json: Json) => Json | undefined): Mutant =>
  overlook(operation, (call) => {
    const body = call.body && readBody(call.body);
    const repaired = body && 'json' in body ? repair(structuredClone(body.json)) : undefined;
    return repaired === undefined ? call : { ...call, body: Buffer.from(JSON.stringify(repaired)) };
  });

/** A fault that is not seen with `Cache-Control`. */
export const unlessUncached =
  (fault: Mutant): Mutant =>
  (next, contract) => {
    const faulty = fault(next, contract);
    return (call) => (header(call.headers, 'cache-control') === undefined ? faulty(call) : next(call));
  };

/** Drops a parameter only in one spelling of its name, like a gateway that compares text. */
export const dropAsSpelled =
  (spell: (list: ListStructure) => string): Mutant =>
  (next, contract) =>
  (call) => {
    const name = spell(listOf(contract));
    const [path, query] = call.target.split('?');
    const kept = query?.split('&').filter((parameter) => !parameter.startsWith(`${name}=`));
    return next(kept ? { ...call, target: `${path}?${kept.join('&')}` } : call);
  };

const replaced = (headers: readonly Header[], name: string, value: string): Header[] => [
  ...headers.filter(([key]) => key.toLowerCase() !== name),
  [name, value],
];

export const withHeader = (call: Call, name: string, value: string): Call => ({
  ...call,
  headers: replaced(call.headers, name, value),
});

export const rejectWhere =
  (operation: OperationId, objectionable: (json: Json) => boolean, status = 422): Mutant =>
  (next) =>
  async (call) => {
    const body = operationOf(call) === operation && call.body ? readBody(call.body) : undefined;
    return body && 'json' in body && objectionable(body.json) ? plainReply(status, {}) : next(call);
  };

/** Rejects a request because the one before it was rejected, like a server that keeps its list of errors. */
export const rejectAfterRejection =
  (operation: OperationId): Mutant =>
  (next) => {
    let before: Reply | undefined;
    return async (call) => {
      const reply = await next(call);
      if (operationOf(call) !== operation || isLost(reply)) return reply;
      const kept = before;
      before = reply.status >= 400 ? reply : undefined;
      return reply.status <= 299 && kept ? kept : reply;
    };
  };

/** Accepts a request whatever is in its body, if it is not read closely enough. */
export const takeWhere =
  (operation: OperationId, unread: (call: Call) => boolean): Mutant =>
  (next) =>
  async (call) =>
    operationOf(call) === operation && unread(call) ? plainReply(201, { data: {} }) : next(call);

const plainReply = (status: number, json: Json): Reply => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify(json)),
  ms: 0,
});

export const rejectCharset =
  (operation: OperationId): Mutant =>
  (next) =>
  async (call) =>
    operationOf(call) === operation && header(call.headers, 'content-type') !== 'application/json'
      ? plainReply(415, {})
      : next(call);

export const textOfBody = ({ body }: Call): string => Buffer.from(body ?? []).toString('utf8');

export const jsonOfCall = ({ body = new Uint8Array() }: Call): Json | undefined => {
  const read = readBody(body);
  return 'json' in read ? read.json : undefined;
};

export const takeNull = (operation: OperationId, isTaken: (path: string) => boolean): Mutant =>
  takeWhere(operation, (call) => nullsIn(jsonOfCall(call)).some(isTaken));

function nullsIn(json: Json | undefined, path = ''): string[] {
  if (json === null) return [path];
  return isObject(json)
    ? Object.entries(json).flatMap(([name, inner]) => nullsIn(inner, path === '' ? name : `${path}.${name}`))
    : [];
}

/** Requests handled at the same time overwrite what each other sent. */
export const keptInOnePlace =
  (operation: OperationId, sentAt: Path, shownAt: Path): Mutant =>
  (next, contract) => {
    let kept: Json | undefined;
    const reply = changeReply(operation, (json) =>
      at(json, ...shownAt) === undefined || kept === undefined ? undefined : withAt(json, shownAt, kept),
    )(next, contract);
    return (call) => {
      if (operationOf(call) === operation) kept = at(jsonOfCall(call), ...sentAt) as Json | undefined;
      return reply(call);
    };
  };
