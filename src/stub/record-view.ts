import { alternativesOf } from '../contract/combine.ts';
import type { Operation } from '../contract/operations.ts';
import { recordSchemaOf } from '../contract/record.ts';
import { allows, nearestOf, sampleOf } from '../contract/schema-values.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../json/json.ts';
import { propertiesOf, requiredOf } from '../json/schema-at.ts';
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

/** A value that was sent without each null that no response may have, and with what a response must have beside it. */
export function shownAs(schema: unknown, value: Json | undefined): Json | undefined {
  if (value === undefined || allows(schema as Json, value)) return value;
  if (value === null) return undefined;
  const own = (isObject(schema) && nearestOf(schema, value)) || schema;
  if (Array.isArray(value))
    return value.map((one) => shownAs(at(own, 'items'), one)).filter((one) => one !== undefined);
  if (!isObject(value) || !isObject(own)) return value;
  const fields = propertiesOf(own);
  const shown: JsonObject = Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const inner = shownAs(fields[name], one);
      return inner === undefined ? [] : [[name, inner]];
    }),
  );
  const missing = requiredOf(own).filter((name) => shown[name] === undefined);
  return { ...shown, ...Object.fromEntries(missing.map((name) => [name, sampleOf(fields[name])])) };
}
