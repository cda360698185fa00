import { alternativesOf } from '../contract/combine.ts';
import { type Contract, isLeftOut, promisesOf } from '../contract/contract.ts';
import { everyOperation, type Operation } from '../contract/operations.ts';
import { idSchemaIn, recordSchemaOf, requestFields } from '../contract/record.ts';
import { allows, fitValue } from '../contract/schema-values.ts';
import { compileSchema } from '../contract/validate.ts';
import { at, isObject, type Json, type JsonObject, objectIn, withAt } from '../json/json.ts';
import { propertiesOf, requiredOf, schemaAt, typesOf } from '../json/schema-at.ts';
import type { Choices } from './choices.ts';
import type { Handler, Incoming, Setup } from './operation.ts';
import { createParameterCheck } from './parameters.ts';
import { createView, shownAs } from './record-view.ts';
import { checkDistinct } from './repeats.ts';
import { createBodyReader } from './request-bodies.ts';
import { writeId, writeText, writeTimestamp } from './response-fields.ts';
import { reject } from './responses.ts';
import { createIds, valueFor } from './samples.ts';
import { rejectionStatus, successStatus } from './statuses.ts';
import { storeOf } from './store.ts';

/** Creates the values of the fields that a client does not send. `number` is another one for each record. */
type Completion = (number: number, now: string, incoming: Incoming) => JsonObject;

type Fields = {
  readonly fields: JsonObject;
  readonly required: ReadonlySet<string>;
  /** Those that only some alternatives of a record have. */
  readonly further: ReadonlySet<string>;
};

/** The operations that show what one creates: itself first, then those that read and list it. */
const showing = (contract: Contract, creation: Operation): readonly Operation[] => [
  creation,
  ...everyOperation(contract).filter(
    ({ kind, resource }) => (kind === 'read' || kind === 'list') && resource === creation.resource,
  ),
];

/** The fields of a record, as the operations that create, read and list it describe them. */
export function creationFields(contract: Contract, creation: Operation): Fields {
  const schemas = showing(contract, creation).map(recordSchemaOf);
  const entriesOf = (schema: JsonObject) => Object.entries(propertiesOf(schema));
  const all = schemas.flatMap(entriesOf);
  const further = schemas.flatMap(alternativesOf).flatMap(entriesOf);
  const common = new Set(all.map(([name]) => name));
  return {
    // The creation itself has the last word.
    fields: Object.fromEntries([...further, ...all.toReversed()]),
    further: new Set(further.flatMap(([name]) => (common.has(name) ? [] : name))),
    required: new Set(schemas.flatMap(requiredOf)),
  };
}

function createCompletion(
  { contract, choices, source }: Setup,
  creation: Operation,
  { fields, required, further }: Fields,
): Completion {
  const sendable = requestFields(creation);
  const shownBy = showing(contract, creation);
  const isSent = (name: string): boolean =>
    Object.hasOwn(sendable, name) && at(sendable[name], 'readOnly') !== true;
  const makers = Object.entries(fields).flatMap(
    ([name, schema]): [string, (...all: Parameters<Completion>) => Json][] => {
      if (further.has(name)) return [];
      const isTime = at(schema, 'format') === 'date-time';
      const withId = shownBy.find(({ idPlace }) => String(idPlace) === name);
      const usual = at(schema, 'default') as Json | undefined;
      if (creation.pathParameters.includes(name))
        return [[name, (_, _now, { pathParameters }) => typedText(schema, pathParameters.get(name) ?? '')]];
      if (usual !== undefined) return [[name, () => usual]];
      if (!required.has(name) && !withId && at(schema, 'readOnly') !== true) return [];
      if (isTime) return [[name, (_, now) => now]];
      if (at(schema, 'format') === 'uuid') return [[name, () => writeId(source.uuid(), choices)]];
      if (withId && isObject(schema)) {
        const makeId = createIds(idSchemaIn(contract, withId) ?? schema);
        return [[name, (number) => otherId(schema, choices, number) ?? makeId(name, number)]];
      }
      const empty = isSent(name) ? emptyValue(schema) : undefined;
      return [[name, (number) => (empty === undefined ? valueFor(name, schema, number) : empty)]];
    },
  );
  return (number, now, incoming) =>
    Object.fromEntries(makers.map(([name, make]) => [name, make(number, now, incoming)]));
}

/** Gives a record its id under each name that operations have for it, such as `petId` in the response to its creation, else `id`. */
function createNaming(
  { contract }: Setup,
  creation: Operation,
  { fields }: Fields,
): (record: JsonObject, sent: JsonObject) => JsonObject {
  const names = showing(contract, creation).map(({ idPlace }) => String(idPlace));
  const own = String(creation.idPlace);
  return (record, sent) => {
    const { [own]: id } = record;
    if (id === undefined) return record;
    const same = names.filter((name) => name in record && !(name in sent) && allows(fields[name], id));
    return { ...record, ...Object.fromEntries(same.map((name) => [name, id])) };
  };
}

/** What a record has for a value that a client may send and did not; undefined if it has to be some value. */
const emptyValue = (schema: unknown): Json | undefined =>
  [null, [], {}].find((one) => isObject(schema) && typesOf(schema).length > 0 && allows(schema, one));

/** An id of another form than the usual one, if the schema allows it: a number beyond 32 bits, each less than the one before, or a text with a mark in it. */
function otherId(schema: JsonObject, choices: Choices, number: number): Json | undefined {
  if (choices['created-ids'] !== 'other') return undefined;
  return [2 ** 33 - number, `R~${number}.x`].find((id) => compileSchema(schema)(id).length === 0);
}

const typedText = (schema: Json | undefined, text: string): Json =>
  ['integer', 'number'].includes(String(at(schema, 'type'))) ? Number(text) : text;

/** Numbers of created records begin here, far above those of sample data. */
const firstCreated = 100_000;

const createNumbers = () => {
  let last = firstCreated;
  return {
    next: (): number => {
      last += 1;
      return last;
    },
    clear: (): void => {
      last = firstCreated;
    },
  };
};

/** Serves an operation that creates: validates, completes, and shows the new record. */
export function createCreation(setup: Setup, operation: Operation): Handler {
  const { contract, choices, memory, source } = setup;
  const store = storeOf(setup);
  const numbers = memory.kept('numbers', createNumbers);
  const read = createBodyReader(setup, operation);
  const checkParameters = createParameterCheck(setup, operation);
  const schema = recordSchemaOf(operation);
  const fields = creationFields(contract, operation);
  const complete = createCompletion(setup, operation, fields);
  const withIds = createNaming(setup, operation, fields);
  const show = createView(setup, operation);
  const status = successStatus(operation);
  const rejecting = rejectionStatus(contract, operation, choices['rejection-status']);
  const promises = promisesOf(contract, operation.id).map(({ path, ...promise }) => ({
    ...promise,
    path: path.slice(operation.record.length),
  }));
  return (incoming) => {
    const { pathParameters } = incoming;
    const problems = [...incoming.problems, ...checkParameters(incoming)];
    if (problems.length > 0) return reject(rejecting, problems);
    if (pathParameters.size > 0 && store.hasParents(operation, [...pathParameters.values()]) === false)
      return reject(404, [{ detail: 'there is no record with the id in the path' }]);
    const body = read(incoming);
    if ('rejected' in body) return body.rejected;
    const sent = at(body.json, ...operation.sentIn);
    const taken = checkDistinct(setup, operation, (names) => store.takenIn(operation, names, objectIn(sent)));
    if (taken) return taken;
    const completed = complete(numbers.next(), writeTimestamp(source.now(), choices), incoming);
    const stored = storedFields(sent, fields, choices);
    const record = promises.reduce<Json>(
      (value, { path, sentAt, leftOut }) => {
        const echoed =
          sentAt && shownAs(schemaAt(schema, path), at(body.json, ...sentAt) as Json | undefined);
        if (echoed !== undefined) return withAt(value, path, echoed);
        return leftOut && isLeftOut(body.json, leftOut.at) ? withAt(value, path, leftOut.usual) : value;
      },
      withIds({ ...completed, ...stored }, stored),
    ) as JsonObject;
    const whole = ofAlternative(operation, record);
    return { status, body: Buffer.from(JSON.stringify(show(whole))), record: whole };
  };
}

/** A record with what the alternative requires to which it belongs by its fields. */
function ofAlternative(operation: Operation, record: JsonObject): JsonObject {
  const schema = recordSchemaOf(operation);
  const whole = alternativesOf(schema).length > 0 ? fitValue(schema, record) : record;
  return isObject(whole) ? whole : record;
}

/** The fields that a client sent and may set, and that records have, as these show them. */
export const storedFields = (sent: unknown, { fields }: Fields, choices: Choices): JsonObject =>
  Object.fromEntries(
    Object.entries(objectIn(sent))
      .filter(([name]) => Object.hasOwn(fields, name) && at(fields[name], 'readOnly') !== true)
      .flatMap(([name, value]) => {
        const shown = shownAs(fields[name], value);
        if (shown === undefined) return [];
        return [[name, typeof shown === 'string' ? (writeText(shown, choices) ?? shown) : shown]];
      }),
  );
