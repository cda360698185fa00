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

/** Puts another value at a place of every successful response; undefined leaves it as it is. */
export const changeAt =
  (operation: OperationId, path: Path) =>
  (change: (shown: Json | undefined, sent: Json | undefined, json: JsonObject) => Json | undefined): Mutant =>
    changeReply(operation, (json, call) => {
      const value = change(at(json, ...path) as Json | undefined, jsonOfCall(call), json);
      return value === undefined ? undefined : withAt(json, path, value);
    });

/** Responds with 500 to some requests; the fault gets what was sent, and the status of the conforming response. */
export const crashOn = (
  operation: OperationId,
  isMeant: (sent: Json | undefined, status: number) => boolean,
): Mutant => changeStatus(operation, (status, call) => (isMeant(jsonOfCall(call), status) ? 500 : status));

/** Reads the Authorization header as another; undefined leaves it as it is. */
export const readCredentials = (
  operation: OperationId,
  read: (credentials: string | undefined) => string | undefined,
): Mutant =>
  overlook(operation, (call) => {
    const credentials = read(header(call.headers, 'authorization')?.trim());
    return credentials === undefined ? call : withHeader(call, 'authorization', credentials);
  });

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

/** Sends another call instead of the one that came: what a server does that overlooks a defect. */
export const overlook =
  (operation: OperationId, repair: (call: Call) => Call): Mutant =>
  (next) =>
  (call) =>
    next(operationOf(call) === operation ? repair(call) : call);

/** Repairs the JSON body of a call; undefined leaves it as it is. */
export const overlookInBody = (operation: OperationId, repair: (json: Json) => Json | undefined): Mutant =>
  overlook(operation, (call) => {
    const body = call.body && readBody(call.body);
    const repaired = body && 'json' in body ? repair(structuredClone(body.json)) : undefined;
    return repaired === undefined ? call : { ...call, body: Buffer.from(JSON.stringify(repaired)) };
  });

/** A fault that a request which forbids caches does not meet. */
export const unlessUncached =
  (fault: Mutant): Mutant =>
  (next, contract) => {
    const faulty = fault(next, contract);
    return (call) => (header(call.headers, 'cache-control') === undefined ? faulty(call) : next(call));
  };

/** Drops a parameter only where its name is spelled so: what a gateway does that compares it as text. */
export const dropAsSpelled =
  (spell: (list: ListStructure) => string): Mutant =>
  (next, contract) =>
  (call) => {
    const name = spell(listOf(contract));
    const [path, query] = call.target.split('?');
    const kept = query?.split('&').filter((parameter) => !parameter.startsWith(`${name}=`));
    return next(kept ? { ...call, target: `${path}?${kept.join('&')}` } : call);
  };

/** The call with one header set. */
export const withHeader = (call: Call, name: string, value: string): Call => ({
  ...call,
  headers: [...call.headers.filter(([key]) => key.toLowerCase() !== name), [name, value] satisfies Header],
});

/** Rejects every body it objects to: what a server does that asks for more than the contract. */
export const rejectWhere =
  (operation: OperationId, objectionable: (json: Json) => boolean, status = 422): Mutant =>
  (next) =>
  async (call) => {
    const body = operationOf(call) === operation && call.body ? readBody(call.body) : undefined;
    return body && 'json' in body && objectionable(body.json) ? plainReply(status, {}) : next(call);
  };

/** Rejects a request because the one before it was rejected: what a server does that keeps its list of errors. */
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

/** Takes every call it does not read closely enough, whatever is in its body. */
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

/** Rejects a type that has a parameter: what a server does that compares it whole. */
export const rejectCharset =
  (operation: OperationId): Mutant =>
  (next) =>
  async (call) =>
    operationOf(call) === operation && header(call.headers, 'content-type') !== 'application/json'
      ? plainReply(415, {})
      : next(call);

/** The text of a call's body. */
export const textOfBody = ({ body }: Call): string => Buffer.from(body ?? []).toString('utf8');

/** The JSON a call carries; undefined where it carries none. */
export const jsonOfCall = ({ body = new Uint8Array() }: Call): Json | undefined => {
  const read = readBody(body);
  return 'json' in read ? read.json : undefined;
};

/** Takes null at any of the chosen places of a body, written as `data.name`. */
export const takeNull = (operation: OperationId, isTaken: (path: string) => boolean): Mutant =>
  takeWhere(operation, (call) => nullsIn(jsonOfCall(call)).some(isTaken));

function nullsIn(json: Json | undefined, path = ''): string[] {
  if (json === null) return [path];
  return isObject(json)
    ? Object.entries(json).flatMap(([name, inner]) => nullsIn(inner, path === '' ? name : `${path}.${name}`))
    : [];
}

/** What was sent is kept where all requests that are being handled share it: the last one overwrites it. */
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
