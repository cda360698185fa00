import { permittedOption } from '../contract/choices.ts';
import type { Operation } from '../contract/operations.ts';
import { recordSchemaOf } from '../contract/record.ts';
import { readerOf } from '../contract/related-operations.ts';
import { at, type Json, type JsonObject, withAt } from '../json/json.ts';
import { schemaAt, typesOf } from '../json/schema-at.ts';
import { createLookup } from './lookup.ts';
import type { Handler, Setup } from './operation.ts';
import { createView } from './record-view.ts';
import { writeTimestamp } from './response-fields.ts';
import { isRejection } from './responses.ts';
import { valueFor } from './samples.ts';
import { permittedStatus } from './statuses.ts';
import { storeOf } from './store.ts';

/** Serves an operation that deletes a record. */
export function createDeletion(setup: Setup, operation: Operation): Handler {
  const { contract, choices } = setup;
  const store = storeOf(setup);
  const find = createLookup(setup, operation);
  const show = createView(setup, operation);
  const status = permittedStatus(contract, operation, choices['deletion-status']);
  const { response, record: place, idPlace } = operation;
  const showsRecord = schemaAt(schemaAt(response, place), idPlace) !== undefined;
  const bodyOf = (record: JsonObject): Json => (showsRecord ? show(record) : valueFor('', response, 1));
  const mark = createMark(setup, operation);
  const isListed = choices['soft-deletion'] === 'listed';
  const isRepeatable =
    permittedOption(contract, operation, 'second-deletion', choices['second-deletion']) === 204;
  return (incoming) => {
    const found = find(incoming);
    const isRejected = isRejection(found);
    const values = isRejected ? [...incoming.pathParameters.values()] : found.values;
    const isRepeated = store.wasRemoved(operation, values);
    if (isRepeated && isRepeatable) return { status: 204, body: new Uint8Array() };
    if (isRejected) return found;
    const { record } = found;
    if (!isRepeated) store.remove(operation, values, mark && { record: mark(record), isListed });
    return { status, body: Buffer.from(JSON.stringify(bodyOf(record))) };
  };
}

/** Marks a record as deleted; undefined if the operation deletes it for good. */
function createMark(
  { contract, choices, source }: Setup,
  operation: Operation,
): ((record: JsonObject) => JsonObject) | undefined {
  const { softDelete } = operation;
  const reader = readerOf(contract, operation.id);
  if (!softDelete || !reader || choices['soft-deletion'] === 'gone') return undefined;
  const schema = schemaAt(recordSchemaOf(reader), softDelete);
  const markFor = (was: unknown): Json => {
    if (at(schema, 'format') === 'date-time') return writeTimestamp(source.now(), choices);
    if (typesOf(schema).includes('boolean')) return was !== true;
    const values = [1, 2, 3].map((number) => valueFor(String(softDelete.at(-1)), schema, number));
    return values.findLast((one) => one !== was) ?? null;
  };
  return (record) => withAt(record, softDelete, markFor(at(record, ...softDelete))) as JsonObject;
}
