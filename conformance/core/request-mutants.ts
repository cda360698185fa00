import type { OperationId } from '../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../src/contract/list.ts';
import { type Call, type Header, header, isLost, type Mutant, type Reply } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json, type Path, withAt } from '../../src/json/json.ts';
import { operationOf } from './operation-of.ts';
import { changeReply } from './reply-mutants.ts';

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
