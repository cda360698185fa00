import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../contract/operations.ts';
import { requestFields } from '../contract/record.ts';
import { creatorOf } from '../contract/related-operations.ts';
import { timesOfChange } from '../contract/times-of-change.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../json/json.ts';
import { creationFields, storedFields } from './create.ts';
import { createLookup } from './lookup.ts';
import type { Handler, Setup } from './operation.ts';
import { createView } from './record-view.ts';
import { checkDistinct } from './repeats.ts';
import { createBodyReader } from './request-bodies.ts';
import { writeTimestamp } from './response-fields.ts';
import { isRejection } from './responses.ts';
import { permittedStatus, successStatus } from './statuses.ts';
import { storeOf } from './store.ts';
import { tagHeader } from './tags.ts';

/** Serves an operation that replaces a record, or updates the fields that are sent. */
export function createChange(setup: Setup, operation: Operation): Handler {
  const { contract, choices, source } = setup;
  const store = storeOf(setup);
  const find = createLookup(setup, operation);
  const read = createBodyReader(setup, operation);
  const show = createView(setup, operation);
  const status = successStatus(operation);
  const unchangedStatus =
    choices['unchanged-status'] === 204 ? permittedStatus(contract, operation, 204) : status;
  const fields = creationFields(contract, creatorOf(contract, operation.id) ?? operation);
  const names = Object.keys(requestFields(operation));
  const times = timesOfChange(contract, operation);
  const keepsOthers = operation.kind === 'update' || choices['replaced-fields'] === 'kept';
  return (incoming) => {
    const found = find(incoming);
    if (isRejection(found)) return found;
    const { record, values } = found;
    const body = read(incoming);
    if ('rejected' in body) return body.rejected;
    const sent = storedFields(at(body.json, ...operation.sentIn), fields, choices);
    const taken = checkDistinct(setup, operation, (names) => store.takenIn(operation, names, sent, record));
    if (taken) return taken;
    const kept = keepsOthers
      ? record
      : { ...withoutNames(record, names), ...fieldsWithDefaults(fields.fields, names) };
    const [idField] = operation.idPlace;
    // The address of a record names it, whatever is sent.
    const changed = {
      ...kept,
      ...sent,
      ...(idField !== undefined && idField in record ? { [idField]: record[idField] } : {}),
    } as JsonObject;
    const isSame = isDeepStrictEqual(changed, record);
    const shownTimes = isSame ? [] : times.filter((place) => at(changed, ...place) !== undefined);
    const whole = shownTimes.reduce<Json>(
      (json, place) => withAt(json, place, writeTimestamp(source.now(), choices)),
      changed,
    ) as JsonObject;
    store.replace(operation, values, whole);
    return {
      status: isSame ? unchangedStatus : status,
      body: Buffer.from(JSON.stringify(show(whole))),
      headers: tagHeader(operation, whole),
    };
  };
}

const withoutNames = (record: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The values that fields have unless they are sent. */
const fieldsWithDefaults = (fields: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      const usual = isObject(schema) ? schema.default : undefined;
      return usual !== undefined && names.includes(name) ? [[name, usual]] : [];
    }),
  );
