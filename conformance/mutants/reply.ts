import type { OperationId } from '../../src/contract/contract.ts';
import { type Call, isLost, type Lost, type Mutant, type Reply, withBody } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import { operationOf } from '../interface/operation-of.ts';
import { frozen } from './frozen.ts';

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
