import { isObject, type JsonObject, objectIn } from '../json/json.ts';
import { inline, jsonSchemaOf, jsonTypeOf, partAt, requestOf } from './openapi.ts';
import type { Operation } from './operations.ts';
import { allows } from './schema-values.ts';

type Documented = { readonly document: JsonObject };

type Placed = Pick<Operation, 'place'>;

/** The statuses of the responses that a contract describes, such as `201`, `4XX` and `default`. */
export const namedStatuses = ({ document }: Documented, { place }: Placed): readonly string[] =>
  Object.keys(objectIn(document, ...place, 'responses'));

/** Whether a contract states one status for all requests that are accepted. */
export const isOnlySuccess = (contract: Documented, operation: Placed, status: number): boolean =>
  String(namedStatuses(contract, operation).filter((one) => one.startsWith('2'))) === String(status);

/** The name under which a contract describes a response of a status: the status, its range, else that of all others. */
export function nameOfStatus(contract: Documented, operation: Placed, status: number): string | undefined {
  const named = namedStatuses(contract, operation);
  return [String(status), `${String(status).slice(0, 1)}XX`, 'default'].find((one) => named.includes(one));
}

/** Those of some statuses that a contract lists; all of them if it lists none. */
export function listedAmong(
  contract: Documented,
  operation: Placed,
  statuses: readonly number[],
): readonly number[] {
  const listed = statuses.filter((status) => nameOfStatus(contract, operation, status) !== undefined);
  return listed.length > 0 ? listed : statuses;
}

/** The response that a contract describes under a name, references followed. */
export const statedResponse = ({ document }: Documented, { place }: Placed, name: string) =>
  partAt(document, [...place, 'responses', name]);

/** The response that a contract describes for a status, by itself, in its range or by default. */
export function responseFor(contract: Documented, operation: Placed, status: number) {
  const name = nameOfStatus(contract, operation, status);
  return name === undefined ? undefined : statedResponse(contract, operation, name);
}

/** The media types that a contract lists for the responses that it describes under a name. */
export const responseTypes = (contract: Documented, operation: Placed, name: string): readonly string[] =>
  Object.keys(objectIn(statedResponse(contract, operation, name)?.found, 'content'));

/** The media types that a contract lists for a request. */
export const requestTypes = ({ document }: Documented, { place }: Placed): readonly string[] =>
  Object.keys(objectIn(requestOf(document, { path: place })?.found, 'content'));

/** The media type of the response to an accepted request. */
export function successType(contract: Documented, operation: Operation): string {
  const body = statedResponse(contract, operation, operation.success);
  return (body && jsonTypeOf(body)) ?? 'application/json';
}

/** The headers that a contract gives a response, by default that to an accepted request, by their names. */
export function statedHeaders(
  contract: Documented,
  operation: Operation,
  status = operation.success,
): ReadonlyMap<string, JsonObject> {
  const body = statedResponse(contract, operation, status);
  const names = Object.keys(objectIn(body?.found, 'headers'));
  const stated = (name: string): JsonObject | undefined =>
    body && partAt(contract.document, [...body.path, 'headers', name])?.found;
  return new Map(names.map((name) => [name, stated(name) ?? {}]));
}

/** The media type and the schema of a JSON body. */
type StatedBody = { readonly type: string; readonly schema: JsonObject };

/** What a contract states of the body of a rejection; undefined if it states no schema of JSON. */
export function rejectionBody(
  contract: Documented,
  operation: Placed,
  status: number,
): StatedBody | undefined {
  const name = nameOfStatus(contract, operation, status);
  return name === undefined ? undefined : bodyNamed(contract, operation, name);
}

function bodyNamed(contract: Documented, operation: Placed, name: string): StatedBody | undefined {
  const body = statedResponse(contract, operation, name);
  const type = body && jsonTypeOf(body);
  const schema = body && jsonSchemaOf(body)?.found;
  const whole = schema && inline(contract.document, schema);
  return type !== undefined && isObject(whole) ? { type, schema: whole } : undefined;
}

/** Whether a contract describes the body of a rejection, such as `404`, `4XX` or `default`, so that some JSON breaks it. */
export function describesRejection(contract: Documented, operation: Placed, name: string): boolean {
  const stated = /^(4..|default)$/.test(name) ? bodyNamed(contract, operation, name) : undefined;
  return stated !== undefined && [[], 'text'].some((json) => !allows(stated.schema, json));
}

/** The names of the rejections whose body a contract describes so that some JSON breaks it. */
export const describedRejections = (contract: Documented, operation: Placed): readonly string[] =>
  namedStatuses(contract, operation).filter((name) => describesRejection(contract, operation, name));
