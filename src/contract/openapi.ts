import { UserError } from '../errors.ts';
import {
  at,
  defined,
  isAtOrIn,
  isObject,
  type Json,
  type JsonObject,
  objectIn,
  type Path,
  pointerTo,
  stepsOf,
} from '../json/json.ts';
import { propertiesOf, schemaAt } from '../json/schema-at.ts';
import { isJsonType } from '../media-type.ts';
import { onceFor } from '../once.ts';
import { pathBefore, resourceIn } from '../path-template.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { alternatives, combined, statesAnything, withNames } from './combine.ts';
import { demandsIn } from './demands.ts';
import { type ListStructure, type Parameter, readList } from './list.ts';
import { ConflictOfParts } from './merge-all-of.ts';
import { nounsOf, schemaNameAt } from './nouns.ts';
import { statedKindOf, withKinds } from './operation-kinds.ts';
import type { Operation, OperationId } from './operations.ts';
import { proposedList } from './propose/listing.ts';
import { recordPlace, sentPlace } from './record.ts';
import { withReferences } from './record-references.ts';
import { pointerOf, type Region, regionBelow, resolveReference } from './references.ts';
import { isNever } from './satisfiable.ts';
import { isRepeated, levelsOf, nestingKeywords, type Trail } from './schema-depth.ts';
import { waysIn } from './security.ts';
import { literally } from './templates.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export type DocumentPart = { readonly found: JsonObject; readonly path: Path };

export type OperationPart = DocumentPart & {
  readonly id: string;
  readonly url: string;
  readonly method: string;
};

export const operationsIn = onceFor((document: JsonObject): readonly OperationPart[] =>
  urlsIn(document).flatMap((url) => {
    const item = partAt(document, ['paths', url]);
    const further = item?.found.additionalOperations;
    const places = [
      ...methods.map((method) => [method]),
      ...Object.keys(objectIn(further)).map((method) => ['additionalOperations', method]),
    ];
    return places.flatMap((place) => {
      const found = at(item?.found, ...place);
      const method = place.at(-1) ?? '';
      if (!item || !isObject(found)) return [];
      const [id = `${method} ${url}`] = [found['x-operation'], found.operationId].filter(
        (one) => typeof one === 'string' && one !== '',
      );
      return [{ id: asOperationId(String(id)), url, method, found, path: [...item.path, ...place] }];
    });
  }),
);

/** A slash in an id would end the part of a rule's id that names the operation. */
const asOperationId = (name: string): string => name.replaceAll(/[^\w.]+/g, '-').replaceAll(/^-|-$/g, '');

export function parametersOf(document: JsonObject, { found, path }: OperationPart): DocumentPart[] {
  const list = Array.isArray(found.parameters) ? found.parameters : [];
  const own = list.flatMap((_, index) => partAt(document, [...path, 'parameters', index]) ?? []);
  // Those of the path are common to its operations.
  const common = at(document, ...path.slice(0, -1), 'parameters');
  const others = (Array.isArray(common) ? common : []).flatMap(
    (_, index) => partAt(document, [...path.slice(0, -1), 'parameters', index]) ?? [],
  );
  const isOther = ({ found: one }: DocumentPart): boolean =>
    !own.some(({ found: mine }) => mine.name === one.name && mine.in === one.in);
  return [...others.filter(isOther), ...own];
}

/** Where a document has a parameter of an operation. */
export const placeOfParameter = (
  document: JsonObject,
  part: OperationPart,
  { in: place, name }: Pick<Parameter, 'in' | 'name'>,
): Path | undefined =>
  parametersOf(document, part).find(({ found }) => found.in === place && found.name === name)?.path;

export const requestOf = (
  document: JsonObject,
  { path }: Pick<OperationPart, 'path'>,
): DocumentPart | undefined => partAt(document, [...path, 'requestBody']);

export function successOf(document: JsonObject, { found, path }: OperationPart) {
  const { responses } = found;
  const statuses = Object.keys(objectIn(responses));
  const status = [/^2\d\d$/, /^2XX$/i, /^default$/]
    .map((form) => statuses.find((one) => form.test(one)))
    .find((one) => one !== undefined);
  const response = status === undefined ? undefined : partAt(document, [...path, 'responses', status]);
  return response && status !== undefined ? { ...response, status } : undefined;
}

/** A merge patch defines that fields which it does not contain stay; JSON alone does not. */
const preferredTypes = ['application/merge-patch+json', 'application/json'];

/** The media type of a body by which it is JSON: the first of these, else the first that ends in `+json`. */
export function jsonTypeOf({ found }: DocumentPart): string | undefined {
  const types = Object.keys(objectIn(found.content)).filter(isJsonType);
  return preferredTypes.find((type) => types.includes(type)) ?? types[0];
}

export function jsonSchemaOf(body: DocumentPart): DocumentPart | undefined {
  const type = jsonTypeOf(body);
  if (type === undefined) return undefined;
  const steps = ['content', type, 'schema'];
  const schema = at(body.found, ...steps);
  return isObject(schema) ? { found: schema, path: [...body.path, ...steps] } : undefined;
}

/** The part at a path, with references followed. */
export function partAt(document: JsonObject, path: Path): DocumentPart | undefined {
  const found = at(document, ...path);
  if (!isObject(found)) return undefined;
  return typeof found.$ref === 'string' ? partAt(document, stepsOf(pointerOf(found.$ref))) : { found, path };
}

/** Whether a client or a server may read a step of a path as the folder itself, or as the one above. */
const leadsUp = (url: string): boolean =>
  /(^|\/)\.{1,2}([/;?#]|$)/.test(
    url
      .replaceAll(/%25/g, '%')
      .replaceAll(/%2e/gi, '.')
      .replaceAll(/%2f|%5c|\\/gi, '/'),
  );

export function readOperations(
  document: JsonObject,
  where: Where,
  hasDerivedClauses: boolean,
): Record<OperationId, Operation> {
  const parts = new Map<string, OperationPart>();
  for (const part of operationsIn(document)) {
    const url = String(part.path[1]);
    if (leadsUp(url))
      throw new UserError(
        `${where(part.path.slice(0, 2))}: ${url} has "." or ".." as a step, which leads elsewhere; remove it.`,
      );
    // What every object has cannot be told from an operation.
    const used = parts.has(part.id) ? 'already used' : part.id in {} ? 'reserved' : undefined;
    const field = part.found['x-operation'] === undefined ? 'operationId' : 'x-operation';
    if (used !== undefined)
      throw new UserError(
        `${where([...part.path, field])}: the ${field} "${part.id}" is ${used}; choose another.`,
      );
    parts.set(part.id, part);
  }
  const read = [...parts.values()].flatMap(
    (part) => namingConflicts(where, part, () => operationAt(document, where, part, hasDerivedClauses)) ?? [],
  );
  const operations = Object.fromEntries(withOperationIds(withKinds(read)).map((one) => [one.id, one]));
  return Object.fromEntries(withReferences({ operations }, where).map((one) => [one.id, one]));
}

const resourceOf = (path: string): string => resourceIn(path) ?? path;

function softDeletePlace({ found, path }: OperationPart, where: Where): Path | undefined {
  const stated = found['x-softDelete'];
  if (stated === undefined) return undefined;
  if (typeof stated === 'string' && stated.startsWith('/')) return stepsOf(stated);
  throw new UserError(
    `${where([...path, 'x-softDelete'])}: x-softDelete is ${JSON.stringify(stated)}; write where a record shows that it was deleted, such as /deleted_at.`,
  );
}

/** The Links of a response that name an operation of the document. */
function linksIn(document: JsonObject, success: DocumentPart | undefined): Operation['links'] {
  const links = success?.found.links;
  const named = Object.keys(objectIn(links));
  const parts = named.length > 0 ? operationsIn(document) : [];
  return named.flatMap((name) => {
    const link = success && partAt(document, [...success.path, 'links', name])?.found;
    const parameters = link?.parameters;
    const linked = parts.find(
      ({ found, path }) =>
        (link?.operationId !== undefined && found.operationId === link.operationId) ||
        (typeof link?.operationRef === 'string' && link.operationRef === `#${pointerTo(path)}`),
    );
    return linked ? [{ operation: linked.id, parameters: objectIn(parameters) }] : [];
  });
}

function withOperationIds(all: readonly Operation[]): Operation[] {
  const byResource = Map.groupBy(all, ({ resource }) => resource);
  // Of several parameters in a row, such as `/repos/{owner}/{repo}`, the last one names the record.
  const inPaths = all.flatMap(({ path, pathParameters }) =>
    pathParameters
      .filter((name) => !path.includes(`{${name}}/{`))
      .map((name) => ({ resource: resourceIn(pathBefore(path, name)), name })),
  );
  const namesByResource = Map.groupBy(inPaths, ({ resource }) => resource);
  return all.map((one) => {
    const named = namesByResource.get(one.resource) ?? [];
    return withId(one, byResource.get(one.resource) ?? [], new Set(named.map(({ name }) => name)));
  });
}

/**
 * Where records have their id: in `id`; else where their listing or a Link of their creation has it, or in the field that the
 * paths of single records name (`named`). A record that has it there may be in a wrapper.
 */
function withId(one: Operation, siblings: readonly Operation[], named: ReadonlySet<string>): Operation {
  const schema = schemaAt(one.response, one.record);
  const record = one.kind === 'list' ? at(schema, 'items') : schema;
  if (schemaAt(record, one.idPlace) !== undefined) return one;
  const placesOfIds = ({ kind, idPlace, links, record: place }: Operation): Path[] =>
    kind === 'list' ? [idPlace] : links.flatMap((link) => linkedIds(link, place, siblings));
  const mayBeWrapped = one.kind !== 'list' && one.record.length === 0;
  for (const idPlace of [...siblings.flatMap(placesOfIds), ...[...named].map((name): Path => [name])]) {
    if (schemaAt(record, idPlace) !== undefined) return { ...one, idPlace };
    const inner = mayBeWrapped ? recordPlace(undefined, one.response, idPlace) : [];
    if (inner.length > 0) return { ...one, idPlace, record: inner };
  }
  return one;
}

/** Where a record has what a Link gives an operation of the same resource as its id. */
function linkedIds(
  { operation, parameters }: Operation['links'][number],
  record: Path,
  all: readonly Operation[],
): Path[] {
  const reader = all.find(({ id, kind }) => id === operation && kind === 'read');
  const name = reader?.pathParameters.at(-1) ?? '';
  const [, pointer] = /^\$response\.body#(\/.*)$/.exec(String(parameters[name] ?? '')) ?? [];
  const steps = pointer === undefined ? [] : stepsOf(pointer);
  const isWithin = steps.length > record.length && isAtOrIn(steps, record);
  return isWithin ? [steps.slice(record.length)] : [];
}

function recordPlaces(
  found: JsonObject,
  response: JsonObject,
  request: JsonObject | undefined,
  list: Pick<ListStructure, 'identifier' | 'items'> | undefined,
): Pick<Operation, 'record' | 'idPlace' | 'sentIn'> {
  const idPlace = list?.identifier.at(-1) ?? stepsOf(String(found['x-id'] ?? '/id'));
  const record = list?.items ?? recordPlace(found['x-record'], response, idPlace);
  return { record, idPlace, sentIn: sentPlace(request, response, record) };
}

/** Reads something of an operation, whose schemas may contradict themselves: then the error names the operation. */
export function namingConflicts<T>(where: Where, { path, method, url }: OperationPart, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConflictOfParts)) throw error;
    throw new UserError(
      `${where(path)}: the parts of an "allOf" in ${method} ${url} contradict each other (${error.message}); correct one of them.`,
    );
  }
}

function operationAt(document: JsonObject, where: Where, part: OperationPart, hasDerivedClauses: boolean) {
  const { id, url, method, path, found } = part;
  const request = requestOf(document, part);
  const body = request && jsonSchemaOf(request);
  const requestType = request && jsonTypeOf(request);
  const success = successOf(document, part);
  const response = success && jsonSchemaOf(success);
  const mayBeBare = ['put', 'patch', 'delete'].includes(method);
  if (!success || !(response || mayBeBare)) {
    if (hasDerivedClauses) return undefined;
    throw new UserError(
      `${where([...path, 'responses'])}: ${method} ${url} has no successful response of application/json with a schema; add one under responses.`,
    );
  }
  const parameters = inlinedParameters(document, part);
  const responseSchema = (response ? withoutWriteOnly(inline(document, response.found)) : {}) as JsonObject;
  const maybe =
    hasDerivedClauses && part.found['x-list'] === undefined ? maybeListing(document, part) : undefined;
  const proposed = maybe && proposedList(maybe);
  const list = readList(
    part.found['x-list'] ?? proposed,
    { parameters, response: responseSchema, requiredHeaders: requiredHeadersOf(document, success) },
    (steps) => where([...path, 'x-list', ...steps]),
  );
  const whole = body && (inline(document, body.found) as JsonObject);
  const places = recordPlaces(found, responseSchema, whole, list);
  const readOnly = Object.entries(propertiesOf(schemaAt(whole, places.sentIn))).filter(
    ([, schema]) => at(schema, 'readOnly') === true,
  );
  const nouns = nounsOf(
    found['x-record-name'],
    resourceOf(url),
    schemaNameAt(document, response?.found ?? {}, places.record),
    () => where([...path, 'x-record-name']),
  );
  return {
    id,
    resource: resourceOf(url),
    place: path,
    method: method.toUpperCase(),
    path: url,
    pathParameters: [...url.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    hasBody: body !== undefined,
    security: waysIn(document, found),
    success: success.status,
    parameters,
    response: responseSchema,
    links: linksIn(document, success),
    responseHeaders: Object.keys(objectIn(success.found.headers)).map((name) => name.toLowerCase()),
    ...defined({
      request: whole && (sentBy(whole) as JsonObject),
      readOnly: readOnly.length > 0 ? Object.fromEntries(readOnly) : undefined,
      requestType: requestType === 'application/json' ? undefined : requestType,
      statedKind: statedKindOf(part, where),
      softDelete: softDeletePlace(part, where),
      demands: demandsIn(found['x-conforms'], (steps) => where([...path, 'x-conforms', ...steps])),
      mayBeUnchanged: at(found.responses, '304') === undefined ? undefined : (true as const),
      mayBeEmpty: at(found.responses, '204') === undefined ? undefined : (true as const),
      list: list && { ...list, nouns },
      isProposed: proposed && (true as const),
    }),
    ...places,
    references: [],
    nouns,
  };
}

/** The headers that each response of a kind has. */
const requiredHeadersOf = (document: JsonObject, { found, path }: DocumentPart): string[] =>
  Object.keys(objectIn(found.headers)).filter(
    (name) => partAt(document, [...path, 'headers', name])?.found.required === true,
  );

const inlinedParameters = (document: JsonObject, part: OperationPart): Parameter[] =>
  parametersOf(document, part).map(
    ({ found }) => ({ ...found, schema: inline(document, found.schema ?? {}) }) as unknown as Parameter,
  );

export const urlsIn = onceFor(({ paths }: JsonObject): readonly string[] => Object.keys(objectIn(paths)));

/** What a listing is recognized by; undefined if the operation does not only read, or returns no JSON. */
export function maybeListing(document: JsonObject, part: OperationPart) {
  // What a listing returns depends on its query alone.
  const needsBody = part.method === 'get' && requestOf(document, part)?.found.required === true;
  if (!['get', 'query'].includes(part.method) || needsBody) return undefined;
  const success = successOf(document, part);
  const schema = success && jsonSchemaOf(success);
  const response = schema && withoutWriteOnly(inline(document, schema.found));
  if (!success || !isObject(response)) return undefined;
  const { headers } = success.found;
  return {
    url: part.url,
    urls: urlsIn(document),
    parameters: inlinedParameters(document, part),
    response,
    headers: Object.keys(objectIn(headers)),
    operation: part.found,
    document,
    ownLinks: linksIn(document, success).flatMap((link) =>
      link.operation === part.id ? [link.parameters] : [],
    ),
  };
}

/**
 * A schema without the fields that carry a mark, for one side of an exchange; what has none is not copied. The other side may
 * have them all the same, so that they are no unknown fields.
 */
function withoutMarked(mark: 'readOnly' | 'writeOnly') {
  const strip = (schema: Json): Json => {
    if (typeof schema !== 'object' || schema === null) return schema;
    if (Array.isArray(schema)) {
      const items = schema.map(strip);
      return items.every((one, index) => one === schema[index]) ? schema : items;
    }
    const { properties, required } = schema;
    const isMarked = (name: string): boolean => at(properties, name, mark) === true;
    const entries = Object.entries(schema).map(([name, one]): [string, Json] => [name, strip(one)]);
    const inner = entries.every(([name, one]) => one === schema[name]) ? schema : Object.fromEntries(entries);
    if (!isObject(inner.properties) || !Object.keys(inner.properties).some(isMarked)) return inner;
    const left = Object.entries(inner.properties).filter(([name]) => !isMarked(name));
    const others = Object.keys(inner.properties).filter(isMarked).map(literally).join('|');
    return {
      ...inner,
      properties: Object.fromEntries(left),
      ...(inner.additionalProperties === false
        ? { patternProperties: { ...objectIn(inner.patternProperties), [`^(?:${others})$`]: {} } }
        : {}),
      ...(Array.isArray(required) ? { required: required.filter((name) => !isMarked(String(name))) } : {}),
    };
  };
  return strip;
}

const sentBy = withoutMarked('readOnly');
const withoutWriteOnly = withoutMarked('writeOnly');

/**
 * A copy with references replaced by their targets, and combined schemas by one. It has as many levels as are read;
 * what is deeper may be anything.
 */
export const inline = (document: JsonObject, value: Json): Json => inlineOf(document)(value);

const inlineOf = onceFor((document: JsonObject) => {
  const known = new WeakMap<object, Json>();
  return (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value;
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = copiedValue(document, value, {
      levels: levelsOf(document, value),
      trail: [],
      region: 'parts',
    });
    known.set(value, made);
    return made;
  };
});

type Below = { readonly levels: number; readonly trail: Trail; readonly region: Region };

function copiedValue(document: JsonObject, value: Json, below: Below): Json {
  const { levels, trail, region } = below;
  if (typeof value !== 'object' || value === null || region === 'data') return value;
  if (Array.isArray(value)) return value.map((item) => copiedValue(document, item, below));
  if (levels < 0) return {};
  if (region === 'parts' && typeof value.$ref === 'string') {
    const { $ref: reference, ...beside } = value;
    if (isRepeated(trail, reference)) return {};
    const target = resolveReference(document, reference);
    // What only describes is said of this place; what states something is stated together with the target.
    const whole = statesAnything(beside) ? { ...beside, allOf: [target] } : { ...target, ...beside };
    return copiedValue(document, whole, { ...below, trail: [...trail, reference] });
  }
  const fields = Object.entries(value).map(([name, inner]): [string, Json] => {
    const isInner = region === 'names' || (region === 'parts' && nestingKeywords.includes(name));
    const copy = copiedValue(document, inner, {
      levels: isInner ? levels - 1 : levels,
      trail,
      region: regionBelow(region, name, inner),
    });
    if ((isInner || name === 'schema') && isNever(copy)) return [name, false];
    const isUnion = region === 'parts' && alternatives.some((one) => one === name);
    return [
      name,
      isUnion && Array.isArray(copy) && Array.isArray(inner)
        ? copy.map((one, index) => withNames(one, inner[index] ?? null))
        : copy,
    ];
  });
  return region === 'parts' ? combined(Object.fromEntries(fields)) : Object.fromEntries(fields);
}
