import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { isOfKind } from '../../src/contract/operations.ts';
import { type Call, type Exchange, isLost, type Reply } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject } from '../../src/json/json.ts';
import type { Answer, Answered, Breach } from '../core/evidence.ts';
import { countedAs, nodeInPath, operationOf } from '../core/operation-of.ts';
import { certain, holdsRedacted, isRedacted } from '../core/redacted-values.ts';
import { type ShapeReader, shapeReaderOf } from '../core/shape.ts';
import { isAccepted } from '../core/status.ts';
import { keyOfNode, type NodeTarget, type Target } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { createPageReader, isSpelledAs, unservedPage } from '../list/read-page.ts';

export type AnswerReader = (call: Call, reply: Reply, turn: number) => Answer | undefined;

/**
 * Makes the reader of a run, which parses and validates each body once. In recordings, redacted values are unknown:
 * they break nothing, and a listing with any is not evidence.
 */
export function createAnswerReader(contract: Contract, target: Target, isRecorded = false): AnswerReader {
  const shapes = isRecorded ? certainShapes(shapeReaderOf(contract)) : shapeReaderOf(contract);
  const readPage = createPageReader(contract);
  const nodeOf = nodesOf(target);
  return (call, reply, turn) => {
    const operation = operationOf(call);
    if (operation === undefined || call.method !== contract.operations[operation].method) return undefined;
    const body = readBody(reply.body);
    const accepted = isAccepted({ reply });
    const request = readRequest(shapes, operation, call);
    const json = 'json' in body && isObject(body.json) ? body.json : undefined;
    // A response to an accepted invalid request need not keep the contract, except types.
    const isSound = request.defects.length === 0 && (call.body === undefined || request.json !== undefined);
    const answered = { call, reply };
    const isListing = isOfKind(operation, 'list');
    const node = isListing ? nodeOf(call) : undefined;
    const isKnown = !isRecorded || !hidesListing(answered);
    const page = isListing && accepted && json && isKnown ? readPage(answered, json, node, turn) : undefined;
    const shape = accepted && 'json' in body ? shapes.response(operation, body.json) : undefined;
    return {
      ...answered,
      operation,
      accepted,
      ...(isRecorded ? { isRecorded } : {}),
      request,
      body,
      ...(json ? { json } : {}),
      ...(shape && (isSound ? { shape } : { mistyped: shape.breaches.filter(isOfType) })),
      ...(page ? { page } : {}),
      ...(node && !page && isKnown && isSpelledAs(node, call)
        ? { unserved: unservedPage(contract, answered, node, turn) }
        : {}),
    };
  };
}

/** Null is another matter (READINGS 3). */
const isOfType = ({ constraint: { keyword }, value }: Breach): boolean =>
  keyword === 'type' && value !== null;

export function answerToOtherCall({ call, reply }: Exchange): Answer {
  if (isLost(reply)) throw new Withheld('inconclusive', reply.detail);
  const body = readBody(reply.body);
  const json = 'json' in body && isObject(body.json) ? { json: body.json } : {};
  return {
    call,
    reply,
    operation: countedAs(call),
    accepted: isAccepted({ reply }),
    request: { defects: [] },
    body,
    ...json,
  };
}

const certainShapes = (shapes: ShapeReader): ShapeReader => ({
  request: (operation, json) => certain(shapes.request(operation, json), json),
  response: (operation, json) => {
    const shape = shapes.response(operation, json);
    return { ...shape, breaches: certain(shape.breaches, json) };
  },
});

const hidesListing = ({ call, reply }: Answered): boolean =>
  holdsRedacted(reply.body) ||
  new URLSearchParams(call.target.replace(/^[^?]*/, '')).getAll('filter').some(isRedacted);

function readRequest(shapes: ShapeReader, operation: OperationId, { body }: Call): Answer['request'] {
  const read = body && readBody(body);
  if (!read || !('json' in read)) return { defects: [] };
  return { json: read.json, defects: shapes.request(operation, read.json) };
}

function nodesOf({ nodes }: Target): (call: Call) => NodeTarget | undefined {
  const known = new Map<string, NodeTarget>();
  let read = 0;
  return (call) => {
    for (const node of nodes.slice(read)) if (!known.has(keyOfNode(node))) known.set(keyOfNode(node), node);
    read = nodes.length;
    const named = nodeInPath(call);
    return named && known.get(keyOfNode(named));
  };
}
