import { at, type JsonObject } from '../json/json.ts';
import { onceFor } from '../once.ts';
import type { Parameter } from './list.ts';
import type { Operation } from './operations.ts';
import type { SecurityScheme } from './security.ts';

/** A parameter that every request to an operation must have, and where: like a credential, in a header, the query or a cookie. */
type NeededParameter = { readonly parameter: Parameter; readonly place: SecurityScheme };

/** Headers that HTTP sets, that OpenAPI describes in other ways, or that depend on the record. */
const otherHeaders = [
  'accept', 'authorization', 'connection', 'content-length', 'content-type', 'cookie', 'host', 'if-match',
  'if-none-match', 'user-agent',
]; // biome-ignore format: one glance

/**
 * Whether a request without a parameter is to be rejected. A path always has its parameters, and what has a default need
 * not be sent, whatever else is stated.
 */
export function isNeeded(parameter: JsonObject | Parameter): boolean {
  if (at(parameter, 'required') !== true || at(parameter, 'schema', 'default') !== undefined) return false;
  if (parameter.in === 'header') return !otherHeaders.includes(String(parameter.name).toLowerCase());
  return parameter.in === 'query' || parameter.in === 'cookie';
}

export const neededParameters = onceFor(({ parameters }: Operation): readonly NeededParameter[] =>
  parameters.flatMap((parameter) => {
    const { in: place, name } = parameter;
    if (!isNeeded(parameter) || (place !== 'query' && place !== 'cookie' && place !== 'header')) return [];
    const field = place === 'header' ? name.toLowerCase() : name;
    return [{ parameter, place: { name, in: place, field } }];
  }),
);

/** A value that a contract shows for a parameter, or allows by name; undefined if there is none. */
export const parameterExample = (parameter: Parameter): unknown =>
  at(parameter, 'example') ??
  at(parameter.schema, 'example') ??
  at(parameter.schema, 'examples', 0) ??
  at(parameter.schema, 'default') ??
  at(parameter.schema, 'enum', 0);

type Required = { readonly parameter: Parameter; readonly place?: SecurityScheme };

/** The parameters of which a request needs a value, and a contract shows none. */
export const unknownParameters = (operation: Operation): readonly Required[] =>
  [
    ...operation.parameters.filter((one) => one.in === 'path').map((parameter): Required => ({ parameter })),
    ...neededParameters(operation),
  ].filter(({ parameter }) => parameterExample(parameter) === undefined);
