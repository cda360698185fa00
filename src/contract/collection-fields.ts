import { at, type Json, stepsOf } from '../json/json.ts';
import { schemaAt, typesOf } from '../json/schema-at.ts';
import {
  collectionParameters,
  type Operation,
  type OperationId,
  ofKind,
  type WithOperations,
} from './operations.ts';

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
