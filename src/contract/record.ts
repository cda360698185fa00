import { at, isObject, type Json, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { schemaAt } from './list.ts';
import type { Operation } from './operations.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where the record is in a response: as `x-record` says, else the outermost object with an id, else one in a wrapper. */
export function recordPlace(stated: Json | undefined, response: JsonObject, id: Path): Path {
  if (typeof stated === 'string') return stepsOf(stated);
  if (schemaAt(response, id) !== undefined) return [];
  const fields = Object.entries(isObject(response.properties) ? response.properties : {});
  const [found] = fields.filter(([, schema]) => schemaAt(schema, id) !== undefined);
  return found ? [found[0]] : [];
}

/** Where a request has the fields of the record: in the same wrapper as the response, if there is one. */
export const sentPlace = (request: JsonObject | undefined, record: Path): Path =>
  isObject(at(schemaAt(request, record), 'properties')) ? record : [];

export const recordIn = ({ record }: Operation, body: unknown): JsonObject | undefined => {
  const found = at(body, ...record);
  return isObject(found) ? found : undefined;
};

/** The records of a listing that are objects. */
const objectsIn = onceFor((values: readonly Json[]): JsonObject[] => values.filter(isObject));

export const valuesIn = ({ record }: Operation, body: unknown): readonly Json[] | undefined => {
  const found = at(body, ...record);
  return Array.isArray(found) ? found : undefined;
};

export const recordsIn = (operation: Operation, body: unknown): readonly JsonObject[] => {
  const found = valuesIn(operation, body);
  return found ? objectsIn(found) : [];
};

const idSchema = onceFor(({ record, idPlace, kind, response }: Operation): unknown => {
  const whole = schemaAt(response, record);
  return schemaAt(kind === 'list' ? at(whole, 'items') : whole, idPlace);
});

/** The id in the body of a response, as text, whatever its form. */
export function idInBody({ record, idPlace }: Operation, body: unknown): string | undefined {
  const id = at(body, ...record, ...idPlace);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The id of a record as it is shown, as text; undefined if it has not the form that the contract gives ids. */
export function shownIdOf(operation: Operation, record: unknown): string | undefined {
  const id = at(record, ...operation.idPlace);
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
  if (typeof id !== 'string' || id === '') return undefined;
  return at(idSchema(operation), 'format') === 'uuid' && !uuid.test(id.toLowerCase()) ? undefined : id;
}

/** What identifies a record: UUIDs are compared without regard to case. */
export function keyOfRecord(operation: Operation, record: unknown): string | undefined {
  const id = shownIdOf(operation, record);
  return at(idSchema(operation), 'format') === 'uuid' ? id?.toLowerCase() : id;
}
