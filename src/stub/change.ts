import { creatorOf, type Operation } from '../contract/operations.ts';
import { schemaAt } from '../contract/schema-at.ts';
import { at, isObject, type JsonObject } from '../json/json.ts';
import { fieldsOf, freeTextOf, written } from './create.ts';
import { createBodyReader } from './creations.ts';
import type { Handler, Setup } from './operation.ts';
import { createParameterCheck } from './parameters.ts';
import { reject } from './responses.ts';
import { refusalStatus, successStatus } from './statuses.ts';
import { storeOf } from './store.ts';
import { createView } from './view.ts';

/** Serves an operation that replaces a record, or updates the fields that are sent. */
export function createChange(setup: Setup, operation: Operation): Handler {
  const { contract, choices } = setup;
  const store = storeOf(setup);
  const read = createBodyReader(setup, operation.id, { check: () => [], freeText: freeTextOf(operation) });
  const check = createParameterCheck(setup, operation.id, (one) => one.in !== 'header');
  const show = createView(setup, operation);
  const status = successStatus(operation);
  const refused = refusalStatus(contract, operation, choices['refusal-status']);
  const fields = fieldsOf(contract, creatorOf(contract, operation.id) ?? operation);
  const names = Object.keys(at(schemaAt(operation.request, operation.sentIn), 'properties') ?? {});
  const isMerged = operation.kind === 'update';
  return (incoming) => {
    const { pathParameters, queryParameters } = incoming;
    const problems = [...incoming.problems, ...check(new Map([...pathParameters, ...queryParameters]))];
    if (problems.length > 0) return reject(refused, problems);
    const values = [...pathParameters.values()];
    const record = store.read(operation, values);
    if (!record) return reject(404, [{ detail: 'nothing has this id' }]);
    const body = read(incoming);
    if ('rejected' in body) return body.rejected;
    const sent = written(at(body.json, ...operation.sentIn), fields, choices);
    const kept = isMerged ? record : without(record, names);
    const changed = { ...kept, ...withDefaults(isMerged ? {} : fields.fields, names), ...sent };
    const [idField] = operation.idPlace;
    // The address of a record names it, whatever is sent.
    const whole = {
      ...changed,
      ...(idField !== undefined && idField in record ? { [idField]: record[idField] } : {}),
    } as JsonObject;
    store.replace(operation, values, whole);
    return { status, body: Buffer.from(JSON.stringify(show(whole))) };
  };
}

const without = (record: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The values that fields have unless they are sent. */
const withDefaults = (fields: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      const usual = isObject(schema) ? schema.default : undefined;
      return usual !== undefined && names.includes(name) ? [[name, usual]] : [];
    }),
  );
