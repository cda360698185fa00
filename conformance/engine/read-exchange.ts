import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { isOfKind } from '../../src/contract/operations.ts';
import { type Exchange, type HttpRequest, type HttpResponse, isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject } from '../../src/json/json.ts';
import type { Breach, CompletedExchange, ReadExchange } from '../core/evidence.ts';
import { countedAs, nodeInPath, operationOf } from '../core/operation-of.ts';
import { certain, holdsRedacted, isRedacted } from '../core/redacted-values.ts';
import { type ShapeReader, shapeReaderOf } from '../core/shape.ts';
import { isAccepted } from '../core/status.ts';
import { keyOfNode, type NodeTarget, type Target } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { createPageReader, isSpelledAs, unservedPage } from '../list/read-page.ts';

export type ExchangeReader = (
  request: HttpRequest,
  response: HttpResponse,
  turn: number,
) => ReadExchange | undefined;

/**
 * Makes the reader of a run, which parses and validates each body once. In recordings, redacted values are unknown:
 * they break nothing, and a listing with any is not evidence.
 */
export function createExchangeReader(contract: Contract, target: Target, isRecorded = false): ExchangeReader {
  const shapes = isRecorded ? certainShapes(shapeReaderOf(contract)) : shapeReaderOf(contract);
  const readPage = createPageReader(contract);
  const nodeOf = nodesOf(target);
  return (request, response, turn) => {
    const operation = operationOf(request);
    if (operation === undefined || request.method !== contract.operations[operation].method) return undefined;
    const body = readBody(response.body);
    const accepted = isAccepted({ response });
    const requestContent = readRequest(shapes, operation, request);
    const json = 'json' in body && isObject(body.json) ? body.json : undefined;
    // A response to an accepted invalid request need not keep the contract, except types.
    const isSound =
      requestContent.defects.length === 0 &&
      (request.body === undefined || requestContent.json !== undefined);
    const answered = { request, response };
    const isListing = isOfKind(operation, 'list');
    const node = isListing ? nodeOf(request) : undefined;
    const isKnown = !isRecorded || !hidesListing(answered);
    const page = isListing && accepted && json && isKnown ? readPage(answered, json, node, turn) : undefined;
    const shape = accepted && 'json' in body ? shapes.response(operation, body.json) : undefined;
    return {
      ...answered,
      operation,
      accepted,
      ...(isRecorded ? { isRecorded } : {}),
      requestContent,
      body,
      ...(json ? { json } : {}),
      ...(shape && (isSound ? { shape } : { mistyped: shape.breaches.filter(isOfType) })),
      ...(page ? { page } : {}),
      ...(node && !page && isKnown && isSpelledAs(node, request)
        ? { unserved: unservedPage(contract, answered, node, turn) }
        : {}),
    };
  };
}

/** Null is another matter (READINGS 3). */
const isOfType = ({ constraint: { keyword }, value }: Breach): boolean =>
  keyword === 'type' && value !== null;

export function responseToOtherRequest({ request, response }: Exchange): ReadExchange {
  if (isLost(response)) throw new Withheld('inconclusive', response.detail);
  const body = readBody(response.body);
  const json = 'json' in body && isObject(body.json) ? { json: body.json } : {};
  return {
    request,
    response,
    operation: countedAs(request),
    accepted: isAccepted({ response }),
    requestContent: { defects: [] },
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

const hidesListing = ({ request, response }: CompletedExchange): boolean =>
  holdsRedacted(response.body) ||
  new URLSearchParams(request.target.replace(/^[^?]*/, '')).getAll('filter').some(isRedacted);

function readRequest(
  shapes: ShapeReader,
  operation: OperationId,
  { body }: HttpRequest,
): ReadExchange['requestContent'] {
  const read = body && readBody(body);
  if (!read || !('json' in read)) return { defects: [] };
  return { json: read.json, defects: shapes.request(operation, read.json) };
}

function nodesOf({ nodes }: Target): (request: HttpRequest) => NodeTarget | undefined {
  const known = new Map<string, NodeTarget>();
  let read = 0;
  return (request) => {
    for (const node of nodes.slice(read)) if (!known.has(keyOfNode(node))) known.set(keyOfNode(node), node);
    read = nodes.length;
    const named = nodeInPath(request);
    return named && known.get(keyOfNode(named));
  };
}
