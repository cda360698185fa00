import { alternativesOf } from '../contract/combine.ts';
import type { Operation } from '../contract/operations.ts';
import { recordSchemaOf } from '../contract/record.ts';
import { isObject, type Json, type JsonObject, withAt } from '../json/json.ts';
import type { Setup } from './operation.ts';
import { extraFields } from './response-fields.ts';

/** Creates a function that shows a record as a response of an operation does: the fields that its schema names. */
export function createRecordView(
  { choices }: Pick<Setup, 'choices'>,
  operation: Operation,
): (record: JsonObject) => JsonObject {
  const schema = recordSchemaOf(operation);
  const all = [schema, ...alternativesOf(schema)];
  const fields = all.flatMap(({ properties }) => (isObject(properties) ? [Object.keys(properties)] : []));
  const names = fields.length > 0 ? new Set(fields.flat()) : undefined;
  const isClosed = all.some(({ additionalProperties }) => additionalProperties === false);
  const extra = isClosed ? {} : extraFields(choices);
  return (record) => {
    const shown: JsonObject = {};
    for (const [name, value] of Object.entries(record)) if (names?.has(name) ?? true) shown[name] = value;
    return { ...shown, ...extra };
  };
}

/** The same, in the place that a response has for the record. */
export function createView(
  setup: Pick<Setup, 'choices'>,
  operation: Operation,
): (record: JsonObject) => Json {
  const view = createRecordView(setup, operation);
  return (record) => withAt({}, operation.record, view(record));
}
