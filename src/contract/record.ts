import { at, isObject, type Json, type JsonObject, objectIn, type Path, stepsOf } from '../json/json.ts';
import { isFreeText, isNumeric, propertiesOf, requiredOf, schemaAt, typesOf } from '../json/schema-at.ts';
import { isUuid } from '../json/uuid.ts';
import { onceFor } from '../once.ts';
import { isOfRecord, pathAbove } from '../path-template.ts';
import { combinedSchema } from './combine.ts';
import {
  everyOperation,
  isChanging,
  type Operation,
  type OperationId,
  operationIn,
  type WithOperations,
} from './operations.ts';
import { listedValues } from './satisfiable.ts';

/** Where the record is in a response: as `x-record` says, else the outermost object with an id, else one in a wrapper. */
export function recordPlace(stated: Json | undefined, response: JsonObject, id: Path): Path {
  if (typeof stated === 'string') return stepsOf(stated);
  if (schemaAt(response, id) !== undefined) return [];
  const fields = Object.entries(propertiesOf(response));
  const [found] = fields.filter(([, schema]) => schemaAt(schema, id) !== undefined);
  return found ? [found[0]] : [];
}

/**
 * Where a request has the fields of the record: at its top if fields of the record are there, else in the outermost object
 * that has some, else in its only object if that is required.
 */
export function sentPlace(request: JsonObject | undefined, response: JsonObject, record: Path): Path {
  const fields = propertiesOf(schemaAt(response, record));
  // JSON:API shows under `attributes` what was sent beside each other.
  const shown = new Set([fields, ...Object.values(fields).map(propertiesOf)].flatMap(Object.keys));
  const hasShown = (schema: unknown): boolean =>
    Object.entries(propertiesOf(schema)).some(
      ([name, one]) => shown.has(name) && at(one, 'properties') === undefined,
    );
  if (hasShown(request)) return [];
  const wrappers = Object.entries(propertiesOf(request)).filter(([, one]) => isObject(at(one, 'properties')));
  const [found] = wrappers.find(([, one]) => hasShown(one)) ?? [];
  if (found !== undefined) return [found];
  const [only, another] = wrappers.map(([name]) => name);
  return only !== undefined && another === undefined && [request?.required].flat().join() === only
    ? [only]
    : [];
}

type SentIn = Pick<Operation, 'request' | 'sentIn'>;

/** The fields of the record in requests to an operation, with their schemas. */
export const requestFields = ({ request, sentIn }: SentIn): JsonObject =>
  propertiesOf(schemaAt(request, sentIn));

/** The fields of requests that have one of several values, with these. */
export const listedFields = (
  operation: SentIn,
): readonly (readonly [name: string, values: readonly Json[]])[] =>
  Object.entries(requestFields(operation)).flatMap(([name, field]) => {
    const values = isObject(field) ? (listedValues(field) ?? []) : [];
    return values.length > 1 ? [[name, values] as const] : [];
  });

/** The names of those that each request must have. */
export const requiredFields = ({ request, sentIn }: SentIn): readonly string[] =>
  requiredOf(schemaAt(request, sentIn));

/** Where a request has a field of the record, and where a response has it. */
export const fieldPlaces = ({ sentIn, record }: Pick<Operation, 'sentIn' | 'record'>) => ({
  sent: (...field: Path): Path => [...sentIn, ...field],
  shown: (...field: Path): Path => [...record, ...field],
});

/** The record in the body of a response; undefined if it has no object there. */
export const recordIn = ({ record }: Operation, body: unknown): JsonObject | undefined => {
  const found = at(body, ...record);
  return isObject(found) ? found : undefined;
};

/** The records of a listing that are objects. */
const objectsIn = onceFor((values: readonly Json[]): JsonObject[] => values.filter(isObject));

export const recordIdsIn = ({ record }: Operation, body: unknown): readonly Json[] | undefined => {
  const found = at(body, ...record);
  return Array.isArray(found) ? found : undefined;
};

export const recordsIn = (operation: Operation, body: unknown): readonly JsonObject[] => {
  const found = recordIdsIn(operation, body);
  return found ? objectsIn(found) : [];
};

/** The schema of a record that an operation returns. */
export const recordSchemaOf = onceFor(({ response, record, kind }: Operation): JsonObject => {
  const whole = schemaAt(response, record);
  const schema = kind === 'list' ? at(whole, 'items') : whole;
  return objectIn(schema);
});

/** The schema of the ids of records that an operation returns. */
export const idSchemaOf = onceFor((operation: Operation): unknown =>
  schemaAt(recordSchemaOf(operation), operation.idPlace),
);

const idSchemasOf = onceFor((operations: WithOperations['operations']) =>
  onceFor((operation: Operation): JsonObject | undefined => {
    const shown = idSchemaOf(operation);
    if (!isObject(shown)) return undefined;
    const own =
      operation.kind === 'list' || operation.kind === 'create' ? operation.path : pathAbove(operation.path);
    const readers = everyOperation({ operations }).filter(
      ({ path, resource }) => resource === operation.resource && isOfRecord(path),
    );
    // Another version of an API may have records of the same name.
    const near = readers.filter(({ path }) => pathAbove(path) === own);
    const taken = (near.length > 0 ? near : readers).flatMap(({ parameters, pathParameters }) =>
      parameters.filter((one) => one.in === 'path' && one.name === pathParameters.at(-1)),
    );
    return combinedSchema([shown, ...taken.map(({ schema }) => schema)]) ?? shown;
  }),
);

/** The schema of the ids of records, as they are shown and as the paths of single records take them. */
export const idSchemaIn = ({ operations }: WithOperations, operation: Operation): JsonObject | undefined =>
  idSchemasOf(operations)(operation);

type RecordField = { readonly place: Path; readonly schema: JsonObject };

/**
 * The fields of a record that are no objects or lists, by their names: what filters look for, then those of the record
 * itself, then those beside what filters look for.
 */
export const fieldsOfRecord = onceFor((operation: Operation): ReadonlyMap<string, RecordField> => {
  const record = recordSchemaOf(operation);
  const sought = (operation.list?.filter?.fields ?? []).map(
    ({ attribute, place }) => [attribute, place] as const,
  );
  const own = Object.keys(propertiesOf(record)).map((name) => [name, [name]] as const);
  const beside = sought.flatMap(([, place]) => {
    const outer = place.slice(0, -1);
    return Object.keys(propertiesOf(schemaAt(record, outer))).map(
      (name) => [name, [...outer, name]] as const,
    );
  });
  const fields = new Map<string, RecordField>();
  for (const [name, place] of [...sought, ...own, ...beside]) {
    const schema = schemaAt(record, place);
    if (!fields.has(name) && isObject(schema) && isScalarType(schema)) fields.set(name, { place, schema });
  }
  return fields;
});

/** The id in the body of a response, as text, whatever its form. */
export function idInBody({ record, idPlace }: Operation, body: unknown): string | undefined {
  const id = at(body, ...record, ...idPlace);
  return typeof id === 'string' ? id : textOfNumber(id);
}

/** A greater number may have been read as another, and be the id of another record. */
const textOfNumber = (id: unknown): string | undefined => (Number.isSafeInteger(id) ? String(id) : undefined);

const isScalarType = ({ type }: JsonObject): boolean => {
  const types = [type ?? []].flat();
  return types.length > 0 && !types.includes('object') && !types.includes('array');
};

/** Identifies a record: UUIDs are compared without regard to case. */
export const keyOfId = (id: string): string => (isUuid(id.toLowerCase()) ? id.toLowerCase() : id);

/** The id of a record as it is shown, as text; undefined if it has not the form that the contract gives ids. */
export function shownIdOf(operation: Operation, record: unknown): string | undefined {
  const id = at(record, ...operation.idPlace);
  if (typeof id !== 'string') return textOfNumber(id);
  if (id === '') return undefined;
  return at(idSchemaOf(operation), 'format') === 'uuid' && !isUuid(id.toLowerCase()) ? undefined : id;
}

/** What identifies a record that a response shows. */
export function keyOfRecord(operation: Operation, record: unknown): string | undefined {
  const id = shownIdOf(operation, record);
  return id === undefined ? undefined : keyOfId(id);
}

/** The fields that may be null in a request, except those that a reading has to show with a value. */
export const nullableFields = (operation: Operation, reader: Operation | undefined): readonly string[] => {
  const shown = reader ? recordSchemaOf(reader) : {};
  return Object.entries(requestFields(operation)).flatMap(([name, schema]) => {
    const isDue = requiredOf(shown).includes(name) && !typesOf(propertiesOf(shown)[name]).includes('null');
    return typesOf(schema).includes('null') && !isDue ? [name] : [];
  });
};

/**
 * The `readOnly` fields that the schema of a request lists: times, numbers and texts, except ids. Whether a server took a value
 * of these from a request can be seen.
 */
export const serverFields = ({ readOnly = {}, idPlace, references }: Operation): readonly string[] =>
  Object.entries(readOnly).flatMap(([name, schema]) => {
    const isId = name === idPlace[0] || /(?:^|_)(?:uu)?id$|I[dD]$/.test(name);
    const isOpen = ['enum', 'const'].every((keyword) => at(schema, keyword) === undefined);
    const isTime = ['date-time', 'date'].includes(String(at(schema, 'format')));
    const isTelling = isOpen && (isTime || isNumeric(schema) || isFreeText(schema));
    return isTelling && !isId && references.every(({ field }) => field !== name) ? [name] : [];
  });

/** The fields of a request that no two records have alike, as `x-distinct` says of the record. */
export const distinctFields = (operation: Operation): readonly string[] =>
  Object.keys(requestFields(operation)).filter(
    (name) => at(schemaAt(recordSchemaOf(operation), [name]), 'x-distinct') !== undefined,
  );

/** Whether a body contains the record that its operation creates or reads. */
export const showsRecord = (contract: WithOperations, operation: OperationId, body: unknown): boolean =>
  recordIn(operationIn(contract, operation), body) !== undefined;

/** Whether a body contains what its operation is about, such as a record or a listing: a status alone proves nothing. */
export function showsResource(contract: WithOperations, id: OperationId, body: Json | undefined): boolean {
  const operation = operationIn(contract, id);
  if (operation.kind === 'delete' || (isChanging(operation) && body === undefined)) return true;
  return (operation.kind === 'list' ? recordIdsIn : recordIn)(operation, body) !== undefined;
}

/** A field that is tried beside the others, since a server may accept only one of them. */
export function triedBeside(operation: Operation): string | undefined {
  return Object.entries(requestFields(operation)).find(([, schema]) => at(schema, 'x-beside') === true)?.[0];
}
