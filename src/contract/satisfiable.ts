import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { typesOf } from '../json/schema-at.ts';

/** A keyword that cannot be kept, and why, as a part of a sentence. */
type Contradiction = { readonly keyword: string; readonly why: string };

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** The types that a schema names; undefined if it allows all. */
export const namedTypes = (schema: JsonObject): readonly Json[] | undefined =>
  schema.type === undefined ? undefined : typesOf(schema);

const ranges: Readonly<Record<string, readonly [least: string, most: string]>> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** Why no value of a type satisfies a schema, as far as its bounds tell; undefined if one may. */
function contradictionFor(type: Json, schema: JsonObject): Contradiction | undefined {
  const [least, most] = ranges[String(type)] ?? [];
  if (least === undefined || most === undefined) return undefined;
  const [from, to] = [schema[least], schema[most]];
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  const numbers = `"${least}" is ${from} and "${most}" is ${to}`;
  if (from > to) return { keyword: least, why: numbers };
  return type === 'integer' && Math.ceil(from) > Math.floor(to)
    ? { keyword: least, why: `${numbers}, with no integer between` }
    : undefined;
}

/** The types that a value may have by the bounds of a schema, null last. */
export const possibleTypes = (schema: JsonObject): readonly Json[] =>
  (namedTypes(schema) ?? types)
    .filter((type) => contradictionFor(type, schema) === undefined)
    .toSorted((one, other) => Number(one === 'null') - Number(other === 'null'));

/** Why no value of any type satisfies a schema by its bounds; undefined if one may. */
export function contradictionIn(schema: JsonObject): Contradiction | undefined {
  const [first, ...others] = (namedTypes(schema) ?? types).map((type) => contradictionFor(type, schema));
  return others.every((one) => one !== undefined) ? first : undefined;
}

/** Whether a schema says by `not: {}`, or by `false`, that no value satisfies it. */
export const isNever = (schema: Json | undefined): boolean =>
  schema === false || (isObject(schema) && isObject(schema.not) && Object.keys(schema.not).length === 0);

/** The values that a schema lists by `const` or `enum`; undefined if it lists none. */
export function listedValues({ const: constant, enum: listed }: JsonObject): readonly Json[] | undefined {
  if (!Array.isArray(listed)) return constant === undefined ? undefined : [constant];
  return listed.filter((one) => constant === undefined || isDeepStrictEqual(one, constant));
}
