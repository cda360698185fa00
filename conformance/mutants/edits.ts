import { createHash } from 'node:crypto';
import { type Contract, focusOf } from '../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../src/contract/list.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Mutant,
  pathIn,
  queryIn,
  withBody,
  withoutHeader,
} from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import { at, isObject, type Json, type JsonObject, type Path, withAt } from '../../src/json/json.ts';
import { version4 } from '../../src/json/uuid.ts';
import { operationOf } from '../core/operation-of.ts';
import { jsonOfRequest } from '../core/requests.ts';
import { isAccepted } from '../core/status.ts';

/** The operation in focus: a mutant that is made before its rule is known to belong to an operation. */
export const inFocus = '';

export const isFor = (contract: Contract, operation: OperationId, request: HttpRequest): boolean =>
  operationOf(contract, request) === (operation === inFocus ? focusOf(contract).id : operation);

/** Freezes a value deeply, so that what is shared need not be copied before it is changed. */
export function frozen<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

/** Changes the JSON of each successful response; undefined leaves it as it is. */
export function changeResponse(
  operation: OperationId,
  change: (json: JsonObject, request: HttpRequest) => Json | undefined,
): Mutant {
  return changeSuccess(operation, (response, request) => {
    const json = jsonOf(response.body);
    if (typeof json !== 'object' || json === null) return response;
    // A listing may be the body itself.
    const changed = change(frozen(json as JsonObject), request);
    return changed === undefined ? response : withJson(response, changed);
  });
}

/** Changes each response that is not lost. */
export const onResponse =
  (change: (response: HttpResponse, request: HttpRequest, contract: Contract) => HttpResponse): Mutant =>
  (next, contract) =>
  async (request) => {
    const response = await next(request);
    return isLost(response) ? response : change(response, request, contract);
  };

const changeSuccess = (
  operation: OperationId,
  change: (response: HttpResponse, request: HttpRequest) => HttpResponse,
): Mutant =>
  onResponse((response, request, contract) =>
    isFor(contract, operation, request) && isAccepted({ response }) ? change(response, request) : response,
  );

/** Changes the value at a path of each successful response; undefined leaves it as it is. */
export const changeAt =
  (operation: OperationId, path: Path) =>
  (change: (shown: Json | undefined, sent: Json | undefined, json: JsonObject) => Json | undefined): Mutant =>
    changeResponse(operation, (json, request) => {
      const value = change(at(json, ...path) as Json | undefined, jsonOfRequest(request), json);
      return value === undefined ? undefined : withAt(json, path, value);
    });

/** Returns 500 to some requests, chosen by their JSON and the status of the conforming response. */
export const crashOn = (
  operation: OperationId,
  isMeant: (sent: Json | undefined, status: number) => boolean,
): Mutant =>
  changeStatus(operation, (status, request) => (isMeant(jsonOfRequest(request), status) ? 500 : status));

/** A mutant that reads the Authorization header in another way; `read` returns what the stub reads instead, or undefined. */
export const readCredentials = (
  operation: OperationId,
  read: (credentials: string | undefined) => string | undefined,
): Mutant =>
  overlook(operation, (request) => {
    const credentials = read(header(request.headers, 'authorization')?.trim());
    return credentials === undefined ? request : withHeader(request, 'authorization', credentials);
  });

export const withJson = (response: HttpResponse, json: Json): HttpResponse =>
  withBody(response, Buffer.from(JSON.stringify(json)));

/** A mutant that changes the status of the responses of an operation. */
export const changeStatus = (
  operation: OperationId,
  change: (status: number, request: HttpRequest, contract: Contract) => number,
): Mutant =>
  onResponse((response, request, contract) =>
    isFor(contract, operation, request)
      ? { ...response, status: change(response.status, request, contract) }
      : response,
  );

export const changeBody = (
  operation: OperationId,
  change: (text: string, request: HttpRequest) => string,
): Mutant =>
  changeSuccess(operation, (response, request) =>
    withBody(response, Buffer.from(change(Buffer.from(response.body).toString('utf8'), request))),
  );

/** Changes a header of each successful response; null removes it. */
export const changeHeader = (operation: OperationId, name: string, value: string | null): Mutant =>
  changeSuccess(operation, (response) => withHeader(response, name, value));

/** Changes the id of each created record, in its links too. */
export const renumbered =
  (
    operation: OperationId,
    renumber: (shown: JsonObject, request: HttpRequest, count: number) => string | undefined,
  ): Mutant =>
  (next, contract) => {
    let count = 0;
    return changeResponse(operation, (json, request) => {
      const { record, idPlace } = operationIn(contract, operation);
      const id = at(json, ...record, ...idPlace);
      const other = renumber(json, request, count);
      count += 1;
      return typeof id === 'string' && other !== undefined
        ? JSON.parse(JSON.stringify(json).replaceAll(id, other))
        : undefined;
    })(next, contract);
  };

/** A UUID that is the same for the same text. */
export const uuidOf = (text: string): string => version4(createHash('sha256').update(text).digest('hex'));

export const htmlEscaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const misencoded = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Repairs each request before it is handled, like a server that overlooks a defect. */
export const overlook =
  (operation: OperationId, repair: (request: HttpRequest) => HttpRequest): Mutant =>
  (next, contract) =>
  (request) =>
    next(isFor(contract, operation, request) ? repair(request) : request);

/** A mutant that repairs the body of each request before the stub reads it, like a server that overlooks a defect. */
export const overlookInBody = (operation: OperationId, repair: (json: Json) => Json | undefined): Mutant =>
  overlook(operation, (request) => {
    const json = jsonOfRequest(request);
    const repaired = json === undefined ? undefined : repair(structuredClone(json));
    return repaired === undefined ? request : { ...request, body: Buffer.from(JSON.stringify(repaired)) };
  });

/** A mutant that repairs the query of each request before the stub reads it. */
export const overlookInQuery = (operation: OperationId, repair: (query: URLSearchParams) => void): Mutant =>
  overlook(operation, (request) => {
    const query = queryIn(request.target);
    repair(query);
    const isRepaired = String(query) !== String(queryIn(request.target));
    return isRepaired ? { ...request, target: `${pathIn(request.target)}?${query}` } : request;
  });

/** A fault that is not seen with `Cache-Control`. */
export const unlessUncached =
  (fault: Mutant): Mutant =>
  (next, contract) => {
    const faulty = fault(next, contract);
    return (request) =>
      header(request.headers, 'cache-control') === undefined ? faulty(request) : next(request);
  };

/** Drops a parameter only in one spelling of its name, like a gateway that compares text. */
export const dropAsSpelled =
  (spell: (list: ListStructure) => string): Mutant =>
  (next, contract) =>
  (request) => {
    const name = spell(listOf(contract));
    const [path, query] = request.target.split('?');
    const kept = query?.split('&').filter((parameter) => !parameter.startsWith(`${name}=`));
    return next(kept ? { ...request, target: `${path}?${kept.join('&')}` } : request);
  };

type Message = { readonly headers: readonly Header[] };

/** A request or a response with another value of a header; null removes it. */
export function withHeader<T extends Message>(message: T, name: string, value: string | null): T {
  const others = withoutHeader(message.headers, name);
  return { ...message, headers: value === null ? others : [...others, [name, value]] };
}

/** A request or a response whose headers have other values; `change` gets their names in lower case. */
export const withHeaderValues = <T extends Message>(
  message: T,
  change: (value: string, name: string) => string,
): T => ({
  ...message,
  headers: message.headers.map(([name, value]) => [name, change(value, name.toLowerCase())]),
});

/** A mutant that rejects requests with some bodies. */
export const rejectWhere =
  (operation: OperationId, objectionable: (json: Json) => boolean, status = 422): Mutant =>
  (next, contract) =>
  async (request) => {
    const json = isFor(contract, operation, request) ? jsonOfRequest(request) : undefined;
    return json !== undefined && objectionable(json) ? plainResponse(status, {}) : next(request);
  };

/** Rejects a request because the one before it was rejected, like a server that keeps its list of errors. */
export const rejectAfterRejection =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    let before: HttpResponse | undefined;
    return async (request) => {
      const response = await next(request);
      if (!isFor(contract, operation, request) || isLost(response)) return response;
      const kept = before;
      before = response.status >= 400 ? response : undefined;
      return isAccepted({ response }) && kept ? kept : response;
    };
  };

/** Accepts a request whatever is in its body, if it is not read closely enough. */
export const takeWhere =
  (operation: OperationId, unread: (request: HttpRequest) => boolean): Mutant =>
  (next, contract) =>
  async (request) =>
    isFor(contract, operation, request) && unread(request)
      ? plainResponse(201, withAt({}, operationIn(contract, operation).record, {}))
      : next(request);

const plainResponse = (status: number, json: Json): HttpResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify(json)),
  ms: 0,
});

export const rejectCharset =
  (operation: OperationId): Mutant =>
  (next, contract) =>
  async (request) =>
    isFor(contract, operation, request) && header(request.headers, 'content-type')?.includes('charset')
      ? plainResponse(415, {})
      : next(request);

export const textOfBody = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString('utf8');

export const takeNull = (operation: OperationId, isTaken: (path: string) => boolean): Mutant =>
  takeWhere(operation, (request) => nullsIn(jsonOfRequest(request)).some(isTaken));

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
    const response = changeResponse(operation, (json) =>
      at(json, ...shownAt) === undefined || kept === undefined ? undefined : withAt(json, shownAt, kept),
    )(next, contract);
    return (request) => {
      if (isFor(contract, operation, request))
        kept = at(jsonOfRequest(request), ...sentAt) as Json | undefined;
      return response(request);
    };
  };
