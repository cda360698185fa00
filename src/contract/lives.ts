// Which operations are about the record that another creates, and where they find it.

import { at, type Json, pointerTo, stepsOf } from '../json/json.ts';
import { schemaAt, typesOf } from '../json/schema-at.ts';
import { onceFor } from '../once.ts';
import { pathAbove, pathBefore } from '../path-template.ts';
import { percentEncoded } from '../percent.ts';
import {
  collectionParameters,
  creatorOf,
  filledPath,
  firstBy,
  isStatedOf,
  type Operation,
  type OperationId,
  ofKind,
  type WithOperations,
} from './operations.ts';
import { requestFields } from './record.ts';

const listingsByPath = onceFor((operations: WithOperations['operations']) =>
  firstBy(
    ofKind({ operations }, 'list').filter(({ list }) => list?.required.length === 0),
    ({ path }) => [path],
  ),
);

/** The listing that shows what an operation creates: one that a Link names, else that of the same path. */
export const listingOf = (
  { operations }: WithOperations,
  { links, path }: Operation,
): Operation | undefined =>
  links.map(({ operation }) => operations[operation]).find((one) => one?.kind === 'list') ??
  listingsByPath(operations).get(path);

/** The listing of the records that an operation reads, if their paths say so. */
export const listingAbove = ({ operations }: WithOperations, { path }: Operation): Operation | undefined =>
  listingsByPath(operations).get(pathAbove(path));

/** The operation that creates the record below which another one creates, if their paths say so, or a Link to it with its id. */
export function creatorAbove(
  contract: WithOperations,
  { id, path, pathParameters }: Operation,
  name = pathParameters.at(-1) ?? '',
): Operation | undefined {
  const creations = ofKind(contract, 'create');
  return (
    creations.find((one) => one.path === pathBefore(path, name)) ??
    creations.find(({ links, record, idPlace }) => {
      const ownId = `$response.body#${pointerTo([...record, ...idPlace])}`;
      return links.some(({ operation, parameters }) => operation === id && parameters[name] === ownId);
    })
  );
}

/** The operation that creates the record below which a reading finds one, if their paths say so. */
export function creatorAboveRead(contract: WithOperations, { id, path }: Operation): Operation | undefined {
  const creation = creatorOf(contract, id);
  return creation?.path === pathAbove(path) ? creatorAbove(contract, creation) : undefined;
}

const readersOf = onceFor((operations: WithOperations['operations']) =>
  Map.groupBy(ofKind({ operations }, 'read'), ({ id }) => creatorOf({ operations }, id)),
);

/**
 * A required parameter of a listing that is a field of its records, too: each record has the value of its collection.
 * The field that identifies a record never is one, though many call both `id`.
 */
type CollectionField = {
  readonly name: string;
  /** Its place among the values of a collection. */
  readonly index: number;
  readonly schema: Json;
};

export const collectionFields = (operation: Operation): readonly CollectionField[] =>
  collectionParameters(operation).flatMap((name, index) => {
    const schema = at(schemaAt(operation.response, operation.record), 'items', 'properties', name) as
      | Json
      | undefined;
    const parameter = operation.parameters.find((one) => one.name === name)?.schema;
    const types = scalarTypesOf(schema);
    const isAlike =
      typesOf(parameter).length === 0 || scalarTypesOf(parameter).some((type) => types.includes(type));
    const isOwn = operation.idPlace.length === 1 && operation.idPlace[0] === name;
    return schema !== undefined && types.length > 0 && isAlike && !isOwn ? [{ name, index, schema }] : [];
  });

const scalarTypesOf = (schema: unknown): readonly Json[] =>
  typesOf(schema)
    .map((type) => (type === 'integer' ? 'number' : type))
    .filter((type) => type === 'string' || type === 'number');

/** Whether a Link of a creation says that a field of what it creates names the collection that lists it. */
export const isLinkedBy = (contract: WithOperations, id: OperationId, { name }: CollectionField): boolean =>
  ofKind(contract, 'create').some(({ links }) =>
    links.some(
      ({ operation, parameters }) =>
        operation === id &&
        stepsOf(String(parameters[name]).replace(/^\$response\.body#/, '')).at(-1) === name,
    ),
  );

/** The operation that reads what an operation creates, changes or deletes; one of the same path before others. */
export function readerOf(contract: WithOperations, id: OperationId): Operation | undefined {
  const operation = contract.operations[id];
  const creation = operation?.kind === 'create' ? operation : creatorOf(contract, id);
  if (!creation) return undefined;
  const readers = readersOf(contract.operations).get(creation) ?? [];
  return (
    readers.find(({ path }) => path === operation?.path) ??
    readers.find((one) => isStatedOf(one, creation)) ??
    readers[0]
  );
}

/** The operation that deletes what another creates. */
export const deleterOf = ({ operations }: WithOperations, creation: Operation): Operation | undefined =>
  deletersOf(operations).get(creation);

const deletersOf = onceFor((operations: WithOperations['operations']) =>
  firstBy(ofKind({ operations }, 'delete'), ({ id }) => [creatorOf({ operations }, id)]),
);

/** The fields of a request that may be null. */
export const nullableFields = (operation: Operation): readonly string[] =>
  Object.entries(requestFields(operation)).flatMap(([name, schema]) =>
    typesOf(schema).includes('null') ? [name] : [],
  );

/** A request and its response, as runtime expressions of Links read them. */
export type LinkSource = {
  readonly pathParameters: ReadonlyMap<string, string>;
  readonly queryParameters: ReadonlyMap<string, string>;
  readonly sent: () => Json | undefined;
  readonly shown: Json | undefined;
};

/** The value of a runtime expression, such as `$response.body#/id`; any other text is a value by itself. */
function expressed(text: string, source: LinkSource): unknown {
  const [, side, place, name = ''] = /^\$(request|response)\.(body#|path\.|query\.)(.*)$/.exec(text) ?? [];
  if (place === 'path.') return source.pathParameters.get(name);
  if (place === 'query.') return source.queryParameters.get(name);
  if (side === undefined) return text.startsWith('$') ? undefined : text;
  return at(side === 'response' ? source.shown : source.sent(), ...stepsOf(name));
}

/** The values that a Link of a creation gives to parameters of another operation; undefined if one is missing. */
export function linkedValues(
  creation: Operation,
  id: OperationId,
  names: readonly string[],
  source: LinkSource,
): readonly string[] | undefined {
  const link = creation.links.find(({ operation }) => operation === id);
  if (!link) return undefined;
  const values = names.map((name) => {
    const { [name]: plain, [`path.${name}`]: ofPath, [`query.${name}`]: ofQuery } = link.parameters;
    const stated = plain ?? ofPath ?? ofQuery;
    return typeof stated === 'string' ? expressed(stated, source) : stated;
  });
  return values.every((one) => one !== undefined && one !== null) ? values.map(String) : undefined;
}

/** The path at which an operation finds a record, from the creation that made it and the id that this returned. */
export function pathOfCreated(
  operation: Operation,
  creation: Operation,
  id: string,
  source: LinkSource,
): string | undefined {
  const { path, pathParameters } = operation;
  const linked = linkedValues(creation, operation.id, pathParameters, source);
  const isBelow = pathAbove(path) === creation.path;
  const above = [...source.pathParameters.values()];
  const values =
    linked ??
    pathParameters.map((name, index) => {
      if (index === pathParameters.length - 1) return id;
      return isBelow ? above[index] : source.pathParameters.get(name);
    });
  return values.every((one) => one !== undefined) ? filledPath(path, values.map(percentEncoded)) : undefined;
}
