// Requests that change a record, made from the contract.

import type { Contract } from '../../src/contract/contract.ts';
import { contentDemand, type Demand, requiredDemand } from '../../src/contract/demands.ts';
import { isAnyText } from '../../src/contract/list-filters.ts';
import type { Operation } from '../../src/contract/operations.ts';
import {
  nullableFields,
  recordIn,
  requestFields,
  requiredFields,
  serverFields,
} from '../../src/contract/record.ts';
import { readerOf } from '../../src/contract/related-operations.ts';
import { listedValues } from '../../src/contract/satisfiable.ts';
import { allows } from '../../src/contract/schema-values.ts';
import { at, isObject, type Json, type JsonObject, objectIn, withAt } from '../../src/json/json.ts';
import { typesOf } from '../../src/json/schema-at.ts';
import type { ExperimentContext } from '../core/context.ts';
import { jsonIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import { hasNonce, nonce } from '../core/nonces.ts';
import { wasAccepted } from '../core/status.ts';
import type { KnownGood } from '../core/target.ts';
import { findControls } from '../create/controls.ts';
import { creationsOf, type Made } from '../create/creations.ts';
import { type Edit, sendingHeader } from '../create/edits.ts';
import { editEach } from '../create/telling-values.ts';

/** Where no response has a body, only readings show what a change did. */
const contentOfChange = ({ mayBeEmpty }: Operation): Demand =>
  mayBeEmpty ? { ...contentDemand, isShouldEnough: true } : contentDemand;

/** A change without required fields has no request that lacks one. */
export const demandsOfChange = (operation: Operation): readonly Demand[] =>
  requiredFields(operation).length > 0
    ? [contentOfChange(operation), requiredDemand]
    : [contentOfChange(operation)];

/** The required texts of a creation that a server may take for unique: none with listed values, or a format but an e-mail address. */
export const repeatableTexts = (operation: Operation): readonly string[] => {
  const fields = requestFields(operation);
  return requiredFields(operation).filter((name) => {
    const schema = fields[name];
    const isFree = ['email', undefined].some((format) => at(schema, 'format') === format);
    return String(typesOf(schema)) === 'string' && isAnyText(schema) && isFree;
  });
};

/** What a change has to differ from: what the record showed when it was created, and what it showed last. */
export type Shown = { readonly first?: JsonObject | undefined; readonly last?: JsonObject | undefined };

/** Which fields a change gives other values: numbers and what is declared, states as well, or texts without a nonce, too. */
type Changed = 'numbers' | 'states' | 'texts';

/**
 * Gives the fields of a request, or one of them alone, values that the record did not show, if their schemas easily allow some:
 * declared ones first. Texts differ by their nonce.
 */
export const withOtherValues = (
  operation: Operation,
  body: Json,
  { first, last = first }: Shown = {},
  declared: readonly KnownGood[] = [],
  changed: Changed = 'states',
  alone?: string,
): Json =>
  editEach(operation, body, (schema, value, name) => {
    if (alone !== undefined && name !== alone) return undefined;
    const known = declared.flatMap((set) => set[name] ?? []);
    const states = listedValues(schema) ?? (typeof value === 'boolean' ? [!value] : []);
    if (changed === 'numbers' && states.length > 0) return first?.[name];
    const numbers = typeof value === 'number' ? [value + 1, value - 1] : [];
    const texts =
      changed === 'texts' && known.length === 0 && typeof value === 'string' ? changedTexts(value) : [];
    const listed = states.length > 0 ? states : [...numbers, ...texts];
    // What was sent may be shown in another form, such as a decimal with more digits.
    const able = [...known, ...listed, value].filter((one) => allows(schema, one));
    const differing = able.filter((one) => one !== (first?.[name] ?? value));
    return differing.find((one) => one !== last?.[name]) ?? differing[0];
  });

/** Texts of the same form: with another last letter or digit. */
const changedTexts = (text: string): string[] =>
  hasNonce(text)
    ? []
    : [...'abcdefghijklmnopqrstuvwxyz', ...'123456789'].map((one) => text.slice(0, -1) + one);

const scalars = ['string', 'integer', 'number', 'boolean'];

/** Makes a request invalid in its last field that is no list or object, or in each; undefined if it has none. */
export function spoiled(operation: Operation, body: Json, isEach = false): Json | undefined {
  const sent = objectIn(body, ...operation.sentIn);
  const fields = requestFields(operation);
  const names = Object.keys(sent).filter(
    (name) =>
      typesOf(fields[name]).some((type) => scalars.includes(String(type))) &&
      at(fields[name], 'writeOnly') !== true,
  );
  const [last] = names.slice(-1);
  if (last === undefined) return undefined;
  if (isEach)
    return withAt(body, operation.sentIn, {
      ...sent,
      ...Object.fromEntries(names.map((name) => [name, {}])),
    });
  const value = sent[last];
  const most = at(fields[last], 'maxLength');
  // The only text has to tell the request from others.
  const isOnly = Object.keys(sent).length === 1 && typeof value === 'string' && typeof most === 'number';
  return withAt(body, [...operation.sentIn, last], isOnly ? value.padEnd(most + 1, 'x') : {});
}

const firstItem = ({ sentIn }: Operation, body: Json): JsonObject =>
  Object.fromEntries(Object.entries(objectIn(body, ...sentIn)).slice(0, 1));

/** More fields are seldom needed to find one that a server lets a client change. */
const mostAlone = 12;

/** The fields that a change may give other values, one alone: none that refers to another record. */
export const fieldsAlone = (operation: Operation): readonly string[] =>
  Object.keys(requestFields(operation))
    .filter((name) => !operation.references.some(({ field }) => field === name))
    .slice(0, mostAlone);

/** Of a request only some field, or the first if it does not have that one. */
export const onlyField = (operation: Operation, body: Json, name: string): Json => {
  const value = objectIn(body, ...operation.sentIn)[name];
  return value === undefined ? onlyFirst(operation, body) : withAt(body, operation.sentIn, { [name]: value });
};

/** A request with another value of one field alone; one that updates has only that field. */
export const withOneOther = (
  operation: Operation,
  body: Json,
  name: string,
  shown: Shown = {},
  declared: readonly KnownGood[] = [],
): Json => {
  const cut = operation.kind === 'update' ? onlyField(operation, body, name) : body;
  return withOtherValues(operation, cut, shown, declared, 'texts', name);
};

/** Only one field of a request, the first. */
export const onlyFirst = (operation: Operation, body: Json): Json =>
  withAt(body, operation.sentIn, firstItem(operation, body));

/** Of a request only the first field, and of each object the first field that a reading shows, with its value. */
export function onlyInner(operation: Operation, body: Json, reading: RunExchange): Json {
  const shown = Object.entries(recordIn(operation, jsonIn(reading)) ?? {});
  const inner = shown.flatMap(([name, value]): [string, Json][] => {
    const schema = requestFields(operation)[name];
    const [first] = Object.entries(objectIn(value));
    const part = first && Object.fromEntries([first]);
    return part && isObject(schema) && allows(schema, part) ? [[name, part]] : [];
  });
  return withAt(body, operation.sentIn, { ...firstItem(operation, body), ...Object.fromEntries(inner) });
}

/** A request with the values that a reading shows. */
export function withValuesOf(operation: Operation, body: Json, reading: RunExchange): Json {
  const shown = recordIn(operation, jsonIn(reading)) ?? {};
  const sent = objectIn(body, ...operation.sentIn);
  const known = Object.keys(sent).flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]]]));
  return withAt(body, operation.sentIn, { ...sent, ...Object.fromEntries(known) });
}

/** A request with null for each field that may have it. */
export const withNulls = (contract: Contract, operation: Operation, body: Json): Json => {
  const nulls = nullableFields(operation, readerOf(contract, operation.id)).map((name) => [name, null]);
  return withAt(body, operation.sentIn, {
    ...objectIn(body, ...operation.sentIn),
    ...Object.fromEntries(nulls),
  });
};

/** A request with values that the record does not have, for all fields that only the server sets, or for one of them. */
export function withReadOnly(operation: Operation, body: Json, shown: JsonObject, most?: number): Json {
  const others = serverFields(operation).flatMap((name): [string, Json][] => {
    const schema = objectIn(operation.readOnly, name);
    const value = shown[name];
    // A server counts in small steps, and sets times of its own clock.
    const numbers = typeof value === 'number' ? [value + 1009, value - 1009] : [];
    const able = ['2001-02-03T04:05:06Z', '2001-02-03', ...numbers, nonce];
    const other = able.find((one) => typeof one === typeof value && one !== value && allows(schema, one));
    return other === undefined ? [] : [[name, other]];
  });
  return withAt(body, operation.sentIn, {
    ...objectIn(body, ...operation.sentIn),
    ...Object.fromEntries(others.slice(0, most)),
  });
}

/** Sends a change of a record; undefined if no such request was accepted before in this run. */
export async function sendChange(
  context: ExperimentContext,
  operation: Operation,
  made: Made,
  edit: Edit,
): Promise<RunExchange | undefined> {
  const path = made.pathFor(operation);
  const { good, trialControls } = await findControls(context, operation.id);
  if (!good || path === undefined || context.writesLeft() === 0) return undefined;
  const control = trialControls.full ?? trialControls.least;
  const { inTurn, send } = creationsOf(context, operation.id);
  return inTurn(() => send(control, { ...edit, target: () => path }));
}

/** The same request again, whatever the record's ETag is now. */
export const sendAgain = (context: ExperimentContext, { request }: RunExchange): Promise<RunExchange> =>
  context.exchange({ ...request, headers: sendingHeader('if-match')(request.headers) });

export const isDone = (exchange: RunExchange | undefined): exchange is RunExchange =>
  exchange !== undefined && wasAccepted(exchange);
