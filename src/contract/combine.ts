import { UserError } from '../errors.ts';
import { isObject, type Json, type JsonObject, type Path } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';

/** The keywords that put a schema together from others. */
export const combining = ['oneOf', 'allOf'] as const;

/** A schema's keyword that puts it together from others, and these; undefined if it has none. */
export function partsOf(schema: JsonObject) {
  const keyword = combining.find((one) => Array.isArray(schema[one]));
  return keyword && { keyword, parts: schema[keyword] as readonly Json[] };
}

/** One schema that says the same as a schema that is put together from others whose references are resolved. */
export function combined(schema: JsonObject): JsonObject {
  const { keyword, parts } = partsOf(schema) ?? {};
  if (!keyword || !parts) return schema;
  const { [keyword]: _parts, ...own } = schema;
  const whole = parts.filter(isObject).reduce(merged, own);
  if (keyword === 'allOf') return whole;
  const clauses = isObject(whole['x-clause']) ? whole['x-clause'] : {};
  const { oneOf: clause, ...others } = clauses;
  return {
    ...whole,
    type: parts.flatMap(typesOf),
    'x-clause': { ...others, ...(clause === undefined ? {} : { type: clause }) },
  };
}

/** The types that a schema whose references are resolved allows a value to have. */
export const typesOf = (schema: Json): readonly Json[] => {
  const { type = [] } = isObject(schema) ? schema : {};
  return Array.isArray(type) ? type : [type];
};

/**
 * Makes sure that it is clear which part of a schema a value breaks: the options of `oneOf` differ in type, and
 * what one part states no other part states. The parts are given with their references resolved.
 */
export function checkParts(schema: JsonObject, resolved: readonly Json[], path: Path, where: Where): void {
  const { keyword } = partsOf(schema) ?? {};
  if (!keyword) return;
  const place = where([...path, keyword]);
  if (keyword === 'oneOf' && !resolved.every(isOption))
    throw new UserError(
      `${place}: no rule can find out which schema of "oneOf" a value is meant to match; give each a "type" of its own, and neither const nor enum.`,
    );
  const types = resolved.flatMap(typesOf).map((type) => (type === 'integer' ? 'number' : type));
  const keywords = resolved.flatMap(keywordsOf).filter((name) => keyword === 'allOf' || name !== 'type');
  const members = resolved.flatMap((part) => Object.keys(membersOf(part)));
  const twice = [keyword === 'oneOf' ? types : [], keywords, members].map(repeated).find(Boolean);
  if (twice)
    throw new UserError(
      `${place}: two parts of "${keyword}" have ${JSON.stringify(twice)}; keep one of them.`,
    );
}

const isOption = (schema: Json): boolean =>
  isObject(schema) && schema.type !== undefined && schema.const === undefined && schema.enum === undefined;

const membersOf = (schema: Json): JsonObject =>
  isObject(schema) && isObject(schema.properties) ? schema.properties : {};

/** The keywords of a schema that constrain a value, except those that are joined. */
const keywordsOf = (schema: Json): string[] =>
  Object.keys(isObject(schema) ? schema : {}).filter(
    (keyword) => !keyword.startsWith('x-') && !['description', 'properties', 'required'].includes(keyword),
  );

const repeated = (values: readonly Json[]): Json | undefined =>
  values.find((value, index) => values.indexOf(value) < index);

/** Both schemas in one: maps are joined, lists of required fields too, and anything else is in one of them. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const join = (first: Json | undefined, second: Json | undefined): Json => {
    if (isObject(first) && isObject(second)) return merged(first, second);
    if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
    return first ?? second ?? null;
  };
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, join(one[name], other[name])]));
}
