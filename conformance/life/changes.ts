// Requests that change a record, made from the contract.

import type { Demand } from '../../src/contract/demands.ts';
import { allows, listedValues } from '../../src/contract/fitting.ts';
import { nullableFields } from '../../src/contract/lives.ts';
import type { Operation } from '../../src/contract/operations.ts';
import { recordIn } from '../../src/contract/record.ts';
import { schemaAt } from '../../src/contract/schema-at.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../../src/json/json.ts';
import type { ExperimentContext } from '../core/context.ts';
import { jsonIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import { content, required } from '../core/profile.ts';
import { wasAccepted } from '../core/status.ts';
import { creationsOf, type Edit } from '../create/attempts.ts';
import { findControls } from '../create/find-controls.ts';
import type { Made } from './readings.ts';

const fieldsOf = ({ request, sentIn }: Operation): JsonObject => {
  const found = at(schemaAt(request, sentIn), 'properties');
  return isObject(found) ? found : {};
};

/** A change without required fields has no request that lacks one. */
export function demandsOfChange({ request, sentIn }: Operation): readonly Demand[] {
  const names = at(schemaAt(request, sentIn), 'required');
  return Array.isArray(names) && names.length > 0 ? [content, required] : [content];
}

/** Another value that a schema allows, if one is easily found; texts differ by their nonce. */
function otherValue(schema: Json | undefined, value: Json): Json {
  // Of records that others refer to, only one was created.
  if (!isObject(schema) || schema['x-refers'] !== undefined) return value;
  const listed = listedValues(schema);
  const candidates: readonly Json[] = listed
    ? listed.filter((one) => one !== value)
    : typeof value === 'number'
      ? [value + 1, value - 1]
      : typeof value === 'boolean'
        ? [!value]
        : [];
  return candidates.find((one) => allows(schema, one)) ?? value;
}

/** Gives the fields of a request other values. */
export const withOtherValues = (operation: Operation, body: Json): Json => {
  const fields = fieldsOf(operation);
  const sent = at(body, ...operation.sentIn);
  return Object.entries(isObject(sent) ? sent : {}).reduce<Json>(
    (whole, [name, value]) => withAt(whole, [...operation.sentIn, name], otherValue(fields[name], value)),
    body,
  );
};

/** Makes a request invalid in one field, the last if it has several; undefined if none can be. */
export function spoiled(operation: Operation, body: Json): Json | undefined {
  const sent = at(body, ...operation.sentIn);
  const entries = Object.entries(isObject(sent) ? sent : {});
  const fields = fieldsOf(operation);
  const found = entries.findLast(([name]) =>
    ['string', 'integer', 'number', 'boolean'].includes(String(at(fields[name], 'type'))),
  );
  if (!found) return undefined;
  const [name, value] = found;
  const most = at(fields[name], 'maxLength');
  // The only text has to tell the request from others.
  const isOnly = entries.length === 1 && typeof value === 'string' && typeof most === 'number';
  return withAt(body, [...operation.sentIn, name], isOnly ? value.padEnd(most + 1, 'x') : {});
}

/** Only one field of a request, the first. */
export function onlyFirst({ sentIn }: Operation, body: Json): Json {
  const sent = at(body, ...sentIn);
  const [first] = Object.entries(isObject(sent) ? sent : {});
  return first ? withAt(body, sentIn, Object.fromEntries([first])) : body;
}

/** Of a request only the first field, and the first field of each object. */
export function onlyInner(operation: Operation, body: Json): Json {
  const sent = at(body, ...operation.sentIn);
  const inner = Object.entries(isObject(sent) ? sent : {}).flatMap(([name, value]): [string, Json][] => {
    const [first] = Object.entries(isObject(value) ? value : {});
    return first ? [[name, Object.fromEntries([first])]] : [];
  });
  const least = at(onlyFirst(operation, body), ...operation.sentIn);
  return withAt(body, operation.sentIn, {
    ...(isObject(least) ? least : {}),
    ...Object.fromEntries(inner),
  });
}

/** A request with the values that a reading shows. */
export function withValuesOf(operation: Operation, body: Json, reading: RunExchange): Json {
  const reader = recordIn(operation, jsonIn(reading)) ?? {};
  const sent = at(body, ...operation.sentIn);
  const known = Object.keys(isObject(sent) ? sent : {}).filter((name) => reader[name] !== undefined);
  return known.reduce<Json>(
    (whole, name) => withAt(whole, [...operation.sentIn, name], reader[name] ?? null),
    body,
  );
}

/** A request with null for each field that may have it, and the first field. */
export const withNulls = (operation: Operation, body: Json): Json => {
  const nulls = Object.fromEntries(nullableFields(operation).map((name) => [name, null]));
  const first = at(onlyFirst(operation, body), ...operation.sentIn);
  return withAt(body, operation.sentIn, { ...(isObject(first) ? first : {}), ...nulls });
};

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

/** The same request again. */
export const sendAgain = (context: ExperimentContext, { request }: RunExchange): Promise<RunExchange> =>
  context.exchange(request);

export const isDone = (exchange: RunExchange | undefined): exchange is RunExchange =>
  exchange !== undefined && wasAccepted(exchange);
