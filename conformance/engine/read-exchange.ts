import type { Contract } from '../../src/contract/contract.ts';
import { neededParameters } from '../../src/contract/needed-parameters.ts';
import { type Operation, type OperationId, operationIn } from '../../src/contract/operations.ts';
import { allowsText } from '../../src/contract/parameter-text.ts';
import { type HttpRequest, isLost } from '../../src/http/exchange.ts';
import { jsonOf, readBody } from '../../src/json/body.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { credentialIn } from '../../src/secrets/credentials.ts';
import type { Breach, ReadExchange } from '../core/evidence.ts';
import type { CompletedExchange, RunExchange } from '../core/exchange.ts';
import { type Kind, listingKindOf } from '../core/kind.ts';
import { countedAs, operationAsked } from '../core/operation-of.ts';
import { certain } from '../core/redacted-values.ts';
import { isAccepted } from '../core/status.ts';
import type { Target } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { type ShapeReader, shapeReaderOf } from './schema-breaches.ts';

/**
 * Makes the reader of a run, which parses and validates each body once. In recordings, redacted values are unknown:
 * they break nothing, and a listing with any is not evidence.
 */
export function createExchangeReader(
  contract: Contract,
  target: Target,
  kinds: readonly Kind[],
  isRecorded = false,
): (exchange: CompletedExchange) => ReadExchange | undefined {
  const shapes = isRecorded ? certainShapes(shapeReaderOf(contract)) : shapeReaderOf(contract);
  const readListing = listingKindOf(kinds).reader(contract, target, isRecorded);
  return (completed) => {
    const { request, response } = completed;
    const asked = operationAsked(contract, request);
    if (!asked) return undefined;
    const { id: operation, record } = asked;
    const body = readBody(response.body);
    const accepted = isAccepted({ response });
    const requestContent = readRequest(shapes, operation, request);
    // A listing may be the body itself.
    const isBody = 'json' in body && record.length === 0 && Array.isArray(body.json);
    const json = 'json' in body && (isObject(body.json) || isBody) ? body.json : undefined;
    // Of a response to an accepted invalid request only what it shows is judged.
    const isSound =
      requestContent.defects.length === 0 &&
      (request.body === undefined || requestContent.json !== undefined);
    // With a list instead of an object, a server may create several records, which the contract does not describe.
    const isOtherBody = requestContent.defects.some(
      ({ constraint, path }) => path.length === 0 && constraint.keyword === 'type',
    );
    const isDescribed = !isOtherBody && hasNeeded(operationIn(contract, operation), request);
    const shape =
      accepted && isDescribed && 'json' in body ? shapes.response(operation, body.json) : undefined;
    const read = {
      ...completed,
      operation,
      accepted,
      ...(isRecorded ? ({ isRecorded } as const) : {}),
      requestContent,
      body,
      ...(json ? { json } : {}),
      ...(shape &&
        (isSound ? { shape } : { broken: shape.breaches.filter(isShownAfter(requestContent.json)) })),
    };
    return { ...read, ...readListing(read) };
  };
}

/**
 * Whether a request has an allowed value of each parameter that is required; without, which other rules report, a response
 * may have another form. Recordings often leave out cookies.
 */
const hasNeeded = (operation: Operation, request: HttpRequest): boolean =>
  neededParameters(operation).every(({ place, parameter: { schema } }) => {
    const text = credentialIn(request, place);
    const isAllowed = text !== undefined && allowsText(schema, text);
    return isAllowed || place.in === 'cookie';
  });

/**
 * Whether a breach after an invalid request is of the response itself: a wrong type, or a value that was sent and should not be
 * returned. What is missing or null may be so in the request, too (READINGS 3), another value may follow from what was wrong with
 * it, and a server may take a text without its format, which is only a should (O3), and return it.
 */
const isShownAfter =
  (sent: Json | undefined) =>
  ({ constraint: { keyword }, value }: Breach): boolean =>
    !['required', 'format'].includes(keyword) &&
    value !== null &&
    (keyword === 'type' || contains(sent, value));

const contains = (whole: unknown, value: unknown): boolean =>
  whole === value ||
  (typeof whole === 'object' && whole !== null && Object.values(whole).some((part) => contains(part, value)));

export function responseToOtherRequest(contract: Contract, exchange: RunExchange): ReadExchange {
  const { id, request, response } = exchange;
  if (isLost(response)) throw new Withheld('inconclusive', response.detail);
  const body = readBody(response.body);
  const json = 'json' in body && isObject(body.json) ? { json: body.json } : {};
  return {
    id,
    request,
    response,
    operation: countedAs(contract, request),
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

function readRequest(
  shapes: ShapeReader,
  operation: OperationId,
  { body }: HttpRequest,
): ReadExchange['requestContent'] {
  const json = jsonOf(body);
  return json === undefined ? { defects: [] } : { json, defects: shapes.request(operation, json) };
}
