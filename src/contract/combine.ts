// Schemas that combine others, by `allOf`, `oneOf` and `anyOf`.

import { isDeepStrictEqual } from 'node:util';
import { at, defined, isObject, type Json, type JsonObject, objectIn, stepsOf } from '../json/json.ts';
import { propertiesOf, requiredOf, typesOf } from '../json/schema-at.ts';
import { ConflictOfParts, mergeAllOf } from './merge-all-of.ts';
import { listedValues } from './satisfiable.ts';

/** The schemas of a value that is one thing or another. They differ in type, so at most one of them applies. */
export const alternatives = ['oneOf', 'anyOf'] as const;

export const combining = [...alternatives, 'allOf'] as const;

export function schemaParts(schema: JsonObject) {
  const keyword = combining.find((one) => Array.isArray(schema[one]));
  return keyword && { keyword, parts: schema[keyword] as readonly Json[] };
}

/** The schema that is equivalent to one that combines others; of alternatives that no type tells apart, one with `anyOf`. */
export function combined(schema: JsonObject): JsonObject {
  if (Array.isArray(schema.allOf)) return combined(mergeAllOf(schema));
  const { keyword, parts = [] } = schemaParts(schema) ?? {};
  if (!keyword) return schema;
  // A default of one alternative, often that of a field that shares its schema, is none of the whole.
  if (schema.default === undefined && parts.some((part) => at(part, 'default') !== undefined))
    return combined({ ...schema, [keyword]: parts.map(withoutDefault) });
  if (!areOptions(parts)) return union(schema, keyword);
  const { [keyword]: _parts, ...own } = schema;
  const { [nameField]: _name, ...whole } = parts.filter(isObject).reduce(merged, own);
  const clauses = objectIn(whole['x-clause']);
  const { [keyword]: clause, ...others } = clauses;
  const type = parts.flatMap(typesOf);
  return {
    ...whole,
    type,
    ...(Array.isArray(whole.enum) && type.includes('null') ? { enum: [...whole.enum, null] } : {}),
    'x-clause': { ...others, ...(clause === undefined ? {} : { type: clause }) },
  };
}

const withoutDefault = (part: Json): Json => {
  if (!isObject(part)) return part;
  const { default: _default, ...others } = part;
  return others;
};

/** The name of the schema that an alternative refers to. */
const nameField = 'x-alternative';

/** An alternative with the name of what it refers to, which a discriminator may send. */
export const withNames = (copy: Json, part: Json): Json =>
  isObject(copy) && isObject(part) && typeof part.$ref === 'string'
    ? { ...copy, [nameField]: lastStepOf(part.$ref) }
    : copy;

const lastStepOf = (reference: string): string => String(stepsOf(reference).at(-1) ?? reference);

/** The schemas of which a value matches at least one, each with all that is stated of it. */
export const alternativesOf = (schema: unknown): readonly JsonObject[] => {
  const found = at(schema, 'anyOf');
  return Array.isArray(found) ? found.filter(isObject) : [];
};

export const nameOf = (alternative: JsonObject): string =>
  String(
    alternative[nameField] ??
      alternative.title ??
      ([alternative.type ?? []].flat().join(' or ') || 'another'),
  );

/**
 * A schema whose alternatives are complete, with what they have in common. A value may match several of them, also of
 * `oneOf`: an alternative that only allows more fields is common, and servers return them.
 */
function union(schema: JsonObject, keyword: (typeof combining)[number]): JsonObject {
  const { [keyword]: parts = [], discriminator, [nameField]: _name, ...own } = schema;
  const all = [parts].flat().filter((part) => part !== false);
  const complete = all.flatMap((part): JsonObject[] => {
    const stated = objectIn(part);
    const namedPart = discriminatorOf(discriminator, stated[nameField]);
    // Values that the schema itself lists count more than those of the mapping.
    const whole = combinedSchema([own, stated, ...namedPart]) ?? combinedSchema([own, stated]);
    const inner = alternativesOf(whole);
    return inner.length > 0 ? [...inner] : whole ? [whole] : [];
  });
  const [only, another] = complete;
  if (!only) return schema;
  return another ? { ...own, ...commonOf(complete), anyOf: complete } : only;
}

/** What parts state together; undefined if that allows no value. */
export function combinedSchema(parts: readonly JsonObject[]): JsonObject | undefined {
  const stating = parts.filter((part) => Object.keys(part).length > 0);
  const [first = {}, another] = stating;
  try {
    return another ? combined(mergeAllOf({ allOf: stating })) : combined(first);
  } catch (error) {
    if (error instanceof ConflictOfParts) return undefined;
    throw error;
  }
}

/** What a discriminator says of an alternative: the values that its mapping has for it; else, its name is an example. */
function discriminatorOf(discriminator: Json | undefined, name: Json | undefined): JsonObject[] {
  const field = at(discriminator, 'propertyName');
  if (typeof field !== 'string' || name === undefined) return [];
  const values = Object.entries(at(discriminator, 'mapping') ?? {}).flatMap(([value, to]) =>
    lastStepOf(String(to)) === name ? value : [],
  );
  const stated = values.length > 0 ? { enum: values } : { examples: [name] };
  return [{ required: [field], properties: { [field]: stated } }];
}

/** What all alternatives state: their types; and of those that are objects, the fields that each has. */
function commonOf(alternatives: readonly JsonObject[]): JsonObject {
  const types = alternatives.map(typesOf);
  const type = types.every((one) => one.length > 0) ? [...new Set(types.flat())] : [];
  const objects = alternatives.filter((one) => one.type === undefined || typesOf(one).includes('object'));
  const inAll = (names: (one: JsonObject) => readonly string[]): readonly string[] => {
    const [first = [], ...others] = objects.map(names);
    return first.filter((name) => others.every((some) => some.includes(name)));
  };
  const fields = inAll((one) => Object.keys(propertiesOf(one))).map((name): [string, Json] => [
    name,
    commonField(objects.map((one) => propertiesOf(one)[name] ?? {})),
  ]);
  const required = inAll((one) => requiredOf(one));
  return defined({
    type: type.length > 1 ? type : type[0],
    properties: fields.length > 0 ? Object.fromEntries(fields) : undefined,
    required: required.length > 0 ? [...required] : undefined,
  }) as JsonObject;
}

/** What the schemas of a field with one name state alike: everything, else the values that they list, else the type. */
function commonField(schemas: readonly Json[]): Json {
  const [first = {}] = schemas;
  if (schemas.every((one) => isDeepStrictEqual(one, first))) return first;
  const values = schemas.map((one) => (isObject(one) ? listedValues(one) : undefined));
  const isListed = values.every((some) => some !== undefined);
  const type = at(first, 'type') as Json | undefined;
  return {
    ...(type !== undefined && schemas.every((one) => at(one, 'type') === type) ? { type } : {}),
    ...(isListed ? { enum: [...new Set(values.flat())] } : {}),
  };
}

/** Whether the schemas of `oneOf` or `anyOf` differ in type and state nothing twice, so that they are equivalent to one. */
export function areOptions(parts: readonly Json[]): boolean {
  const types = parts.flatMap(typesOf).map((type) => (type === 'integer' ? 'number' : type));
  const keywords = parts.flatMap(keywordsOf).filter((name) => name !== 'type');
  const fields = parts.flatMap((part) => Object.keys(propertiesOf(part)));
  return haveTypes(parts) && [types, keywords, fields].every((all) => new Set(all).size === all.length);
}

/** Whether each schema tells by its type that a value is meant to match it. */
function haveTypes(parts: readonly Json[]): boolean {
  const schemas = parts.filter(isObject);
  const others = schemas.filter(({ type }) => type !== 'null');
  const isListed = others.some((one) => one.enum !== undefined);
  return (
    schemas.length === parts.length &&
    schemas.every((one) => one.type !== undefined && one.const === undefined) &&
    (!isListed || others.length === 1)
  );
}

const describingKeywords = [
  'title', 'description', 'default', 'example', 'examples', 'deprecated', '$comment',
]; // biome-ignore format: one glance

/** Keywords that say nothing of which values are valid. */
export const descriptiveKeywords = [...describingKeywords, 'readOnly', 'writeOnly'];

const keywordsOf = (schema: Json): string[] =>
  Object.keys(objectIn(schema)).filter(
    (keyword) =>
      !keyword.startsWith('x-') && ![...descriptiveKeywords, 'properties', 'required'].includes(keyword),
  );

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const join = (first: Json | undefined, second: Json | undefined): Json => {
    if (isObject(first) && isObject(second)) return merged(first, second);
    if (JSON.stringify(first) === JSON.stringify(second)) return first ?? null;
    if (Array.isArray(first) && Array.isArray(second)) return [...new Set([...first, ...second])];
    return first ?? second ?? null;
  };
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, join(one[name], other[name])]));
}

/** Whether keywords state something of a value, and do not only describe it. */
export const statesAnything = (schema: JsonObject): boolean =>
  Object.keys(schema).some(
    (keyword) => !keyword.startsWith('x-') && !['summary', ...describingKeywords].includes(keyword),
  );
