import { isDeepStrictEqual } from 'node:util';
import { formatValues, hasFormat, isFormat } from '../json/formats.ts';
import { at, isObject, isOfType, type Json, type JsonObject, objectIn } from '../json/json.ts';
import { inTime, matches } from '../json/matching.ts';
import { propertiesOf, requiredOf } from '../json/schema-at.ts';
import { alternativesOf } from './combine.ts';
import { listedValues, namedTypes, possibleTypes } from './satisfiable.ts';

/** The schema of a value within that of a body. */
export const schemaWithin = (body: Json | undefined, path: readonly string[]): JsonObject =>
  path.reduce<JsonObject>((schema, step) => objectIn(schemaBelow(schema, step)), objectIn(body));

/** The schema one step below another: of the entries of a list, of the values of a map, or of a field. */
export const schemaBelow = (schema: JsonObject, step: string): Json | undefined =>
  step === '[]' ? schema.items : schemaOfField(schema, step);

const schemaOfField = ({ properties, additionalProperties }: JsonObject, name: string): Json | undefined =>
  isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;

/** Texts that match each pattern, in several lengths. Most are never needed, so they may be drawn when they are. */
export type PatternTexts = Pick<ReadonlyMap<string, readonly string[]>, 'get'>;

const noTexts: PatternTexts = new Map();

const spellingsOf = (text: string): string[] => [
  text,
  text.toLowerCase(),
  text.toUpperCase(),
  text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '-'),
  text.replaceAll(/\D+/g, ''),
];

/** Whether a text matches the pattern and has the format of a schema, whatever its length. */
const isFormed = ({ pattern, format }: JsonObject, text: string): boolean =>
  (typeof pattern !== 'string' || matches(pattern, text)) && (!isFormat(format) || hasFormat(format, text));

export function isAllowedText(schema: JsonObject, text: string): boolean {
  const { minLength, maxLength } = schema;
  const { length } = [...text];
  return (
    length >= Number(minLength ?? 0) &&
    length <= Number(maxLength ?? Number.POSITIVE_INFINITY) &&
    isFormed(schema, text)
  );
}

/** Changes the length of a text by repeating or removing characters, so that it still has its form. */
function sized(schema: JsonObject, text: string, length: number): string | undefined {
  const characters = [...text];
  const more = length - characters.length;
  if (more === 0) return isFormed(schema, text) ? text : undefined;
  for (let place = characters.length; place >= 0; place -= 1) {
    const [before, after] = [characters.slice(0, place), characters.slice(place)];
    const one =
      more > 0
        ? [...before, (before.at(-1) ?? after[0] ?? 'a').repeat(more), ...after].join('')
        : [...before.slice(0, Math.max(0, before.length + more)), ...after].join('');
    if ([...one].length === length && isFormed(schema, one)) return one;
  }
  return undefined;
}

/** The texts that a schema shows: its examples and its default. */
export function shownTexts(schema: unknown): string[] {
  const { examples, example, default: usual }: JsonObject = objectIn(schema);
  return [examples ?? [], example, usual].flat().filter((one) => typeof one === 'string');
}

/** An address of 20 to 254 characters, whose names are as short as those of DNS have to be. */
export function emailOfLength(length: number): string {
  const domain = `${'example.'.repeat(Math.ceil(length / 8))}com`;
  return `a@${domain.slice(-(length - 2)).replace(/^\./, 'e')}`;
}

const textsOfFormat = ({ format }: JsonObject): string[] =>
  isFormat(format) ? formatValues[format].keeps.filter((value) => typeof value === 'string') : [];

/**
 * The first text with the right length and form: made from those of the format, from the given one, from those that the
 * schema shows, or from those of the pattern.
 */
function firstFit(
  schema: JsonObject,
  text: string,
  texts: PatternTexts,
  lengthFor: (text: string) => number,
): string | undefined {
  const { pattern } = schema;
  const ofPattern = typeof pattern === 'string' ? [...shownTexts(schema), ...(texts.get(pattern) ?? [])] : [];
  return inTime(() => {
    const length = lengthFor('someone@example.com');
    // A longer last letter would make a name of more than 63 characters.
    if (schema.format === 'email' && length >= 20 && isFormed(schema, emailOfLength(length)))
      return emailOfLength(length);
    for (const one of [...textsOfFormat(schema), ...spellingsOf(text), ...ofPattern]) {
      const fit = sized(schema, one, lengthFor(one));
      if (fit !== undefined) return fit;
    }
    return undefined;
  }).value;
}

export const textOfLength = (
  schema: JsonObject,
  text: string,
  length: number,
  texts = noTexts,
): string | undefined => firstFit(schema, text, texts, () => length);

export function fitText(schema: JsonObject, text: string, texts = noTexts): string {
  if (isAllowedText(schema, text)) return text;
  const [least, most] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? Number.POSITIVE_INFINITY)];
  return firstFit(schema, text, texts, (one) => Math.min(Math.max([...one].length, least), most)) ?? text;
}

/** The first example of a schema that it allows. */
export const exampleIn = (schema: JsonObject): Json | undefined =>
  [schema.examples ?? [], schema.example ?? []].flat().find((one) => allows(schema, one));

/** A value that a schema allows, as far as one is found: the first that it lists or shows, else one of its first type. */
export function sampleOf(schema: Json | undefined, texts = noTexts): Json {
  if (!isObject(schema)) return 'text';
  const { const: constant, enum: listed, examples, example, default: usual } = schema;
  const given = [constant, ...[listed, examples].flatMap((one) => one ?? []), example, usual]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => Number(one === null) - Number(other === null));
  const allowed = given.find((one) => allows(schema, one));
  if (allowed !== undefined) return allowed;
  const alternative = firstFitting(alternativesOf(schema));
  if (alternative) return sampleOf(alternative, texts);
  const [type = 'string'] = namedTypes(schema) === undefined ? [] : possibleTypes(schema);
  if (type === 'object') return fitValue(schema, {}, texts);
  if (type === 'array') return fitValue(schema, [], texts);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') return fitValue(schema, 1, texts);
  return fitText(schema, 'text', texts);
}

const hasNamedType = (schema: JsonObject, value: Json): boolean =>
  namedTypes(schema)?.some((type) => isOfType(type, value)) ?? true;

/** The first alternative that is not only null. */
const firstFitting = (alternatives: readonly JsonObject[]): JsonObject | undefined =>
  alternatives.find(({ type }) => type !== 'null') ?? alternatives[0];

/** The alternative that a value breaks least: what lists other values, in a discriminator for example, is the last. */
export function nearestOf(schema: JsonObject, value: Json): JsonObject | undefined {
  const farFrom = (one: JsonObject): number => {
    if (allows(one, value)) return 0;
    if (!isObject(value) || !hasNamedType(one, value)) return Number.POSITIVE_INFINITY;
    const fields = Object.entries(value);
    const missing = requiredOf(one).filter((name) => !Object.hasOwn(value, name));
    return fields.reduce((far, [name, inner]) => {
      const field = schemaOfField(one, name);
      if (allows(field, inner)) return far;
      return far + (isObject(field) && listedValues(field) ? fields.length : 1);
    }, missing.length);
  };
  const alternatives = alternativesOf(schema);
  const distances = alternatives.map(farFrom);
  const least = Math.min(...distances);
  return Number.isFinite(least) ? alternatives[distances.indexOf(least)] : firstFitting(alternatives);
}

/** Whether a schema allows a value. Validators say the same, but take long to load. */
export function allows(schema: Json | undefined, value: Json): boolean {
  if (!isObject(schema)) return schema !== false;
  const isListed = listedValues(schema)?.some((one) => isDeepStrictEqual(one, value)) ?? true;
  if (!isListed || !hasNamedType(schema, value)) return false;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives.some((one) => allows(one, value));
  if (typeof value === 'string') return isAllowedText(schema, value);
  if (typeof value === 'number') return isAllowedNumber(schema, value);
  if (Array.isArray(value)) {
    const { items, minItems = 0, maxItems = value.length, uniqueItems } = schema;
    const isOfSize = value.length >= Number(minItems) && value.length <= Number(maxItems);
    const isUnique = uniqueItems !== true || new Set(value.map(keyOfValue)).size === value.length;
    return isOfSize && isUnique && value.every((one) => allows(items, one));
  }
  if (!isObject(value)) return true;
  const { minProperties = 0, maxProperties } = schema;
  const size = Object.keys(value).length;
  return (
    size >= Number(minProperties) &&
    size <= Number(maxProperties ?? size) &&
    requiredOf(schema).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, one]) => allows(schemaOfField(schema, name), one))
  );
}

const isAllowedNumber = (schema: JsonObject, value: number): boolean => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  const times = value / Number(multipleOf ?? value);
  return (
    value >= Number(minimum ?? value) &&
    value <= Number(maximum ?? value) &&
    value > Number(exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
    value < Number(exclusiveMaximum ?? Number.POSITIVE_INFINITY) &&
    (value === 0 || Math.abs(times - Math.round(times)) < 1e-9) &&
    (!isFormat(format) || hasFormat(format, value))
  );
};

/** Whether every value is one of those that its schema lists, if it lists any. A field that is null counts as absent. */
export function hasListedValues(schema: Json | undefined, value: Json): boolean {
  if (!isObject(schema) || value === null) return true;
  if (listedValues(schema)?.every((one) => !isDeepStrictEqual(one, value))) return false;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives.some((one) => hasListedValues(one, value));
  if (Array.isArray(value)) return value.every((one) => hasListedValues(schema.items, one));
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, one]) => hasListedValues(schemaOfField(schema, name), one));
}

/** The value nearest to a given one that a schema allows. Null in a field stays, since an absent one may be written so. */
export function fitValue(schema: Json | undefined, value: Json, texts = noTexts): Json {
  if (!isObject(schema)) return value;
  const listed = listedValues(schema);
  if (listed) {
    const { const: _constant, enum: _listed, ...others } = schema;
    const allowed = listed.filter((one) => allows(others, one));
    const [first = value] = allowed;
    return allowed.some((one) => isDeepStrictEqual(one, value)) ? value : first;
  }
  const alternative = nearestOf(schema, value);
  if (alternative) return fitValue(alternative, value, texts);
  if (!hasNamedType(schema, value)) return sampleOf(schema, texts);
  if (typeof value === 'string') return fitText(schema, value, texts);
  if (typeof value === 'number') return fitNumber(schema, value);
  if (Array.isArray(value)) return fitList(schema, value, texts);
  return isObject(value) ? fitObject(schema, value, texts) : value;
}

function fitNumber(schema: JsonObject, value: number): number {
  const [least, most] = [
    Number(schema.minimum ?? Number.NEGATIVE_INFINITY),
    Number(schema.maximum ?? Number.POSITIVE_INFINITY),
  ];
  const types = namedTypes(schema) ?? [];
  const isWhole = types.includes('integer') && !types.includes('number');
  const [from, to] = isWhole ? [Math.ceil(least), Math.floor(most)] : [least, most];
  const nearest = Math.min(Math.max(value, from), to);
  if (isAllowedNumber(schema, nearest)) return nearest;
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  const unit = Number(multipleOf ?? (isWhole ? 1 : Math.min(1, (Number(below) - Number(above)) / 2 || 1)));
  const [start, end] = [Math.max(from, Number(above ?? from)), Math.min(to, Number(below ?? to))];
  const candidates = [start, end].filter(Number.isFinite).flatMap((bound) => {
    const count = multipleOf === undefined ? 0 : Math.round(bound / unit);
    const base = multipleOf === undefined ? bound : count * unit;
    return [base, base + unit, base - unit];
  });
  return [...candidates, unit].find((one) => isAllowedNumber(schema, one)) ?? nearest;
}

export function fitList(
  { items, minItems, maxItems, uniqueItems }: JsonObject,
  value: readonly Json[],
  texts = noTexts,
): Json[] {
  const isListed = isObject(items) && listedValues(items) !== undefined;
  const kept = value
    .filter((one) => !isListed || allows(items, one))
    .slice(0, Number(maxItems ?? value.length))
    .map((one) => fitValue(items, one, texts));
  const least = Number(minItems ?? 0);
  if (uniqueItems === true)
    return distinctValues([...kept, ...distinctSamples(items, least, texts)], Math.max(least, kept.length));
  while (kept.length < least) kept.push(kept[0] ?? sampleOf(items, texts));
  return kept;
}

const keyOfValue = (value: Json): string => JSON.stringify(value);

const distinctValues = (values: readonly Json[], most: number): Json[] =>
  [...new Map(values.map((one) => [keyOfValue(one), one])).values()].slice(0, most);

/** So many values that a schema allows, each another one; fewer if no more are known. */
export function distinctSamples(schema: Json | undefined, count: number, texts = noTexts): Json[] {
  const first = sampleOf(schema, texts);
  const { pattern }: JsonObject = objectIn(schema);
  const listed = isObject(schema) ? (listedValues(schema) ?? []) : [];
  const drawn = typeof pattern === 'string' ? (texts.get(pattern) ?? []) : [];
  const counted = Array.from({ length: count }, (_, index) => another(schema, first, index + 1));
  return distinctValues(
    [first, ...counted, ...listed, ...drawn].filter((one) => allows(schema, one)),
    count,
  );
}

/** A value like another, of a text or a number, or in a field that has one. */
function another(schema: Json | undefined, value: Json, number: number): Json {
  if (typeof value === 'number') return value + number;
  if (typeof value === 'string')
    return at(schema, 'format') === 'uuid'
      ? value.slice(0, -4) + String(number).padStart(4, '0')
      : value + number;
  if (!isObject(value) || !isObject(schema)) return value;
  const fields = Object.entries(value).map(([name, one]): [string, Json] => [
    name,
    another(schemaOfField(schema, name), one, number),
  ]);
  return {
    ...value,
    ...Object.fromEntries(fields.filter(([name, one]) => allows(schemaOfField(schema, name), one))),
  };
}

export function fitObject(schema: JsonObject, value: JsonObject, texts = noTexts): JsonObject {
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    one === null ? null : fitValue(schemaOfField(schema, name), one, texts),
  ]);
  const required = requiredOf(schema).filter((name) => value[name] === undefined);
  const optional = Object.keys(propertiesOf(schema)).filter(
    (name) => value[name] === undefined && !required.includes(name),
  );
  const more = Number(schema.minProperties ?? 0) - fields.length - required.length;
  const missing = [...required, ...optional.slice(0, Math.max(0, more))];
  return Object.fromEntries([
    ...fields,
    ...missing.map((name) => [name, sampleOf(schemaOfField(schema, name), texts)]),
  ]);
}
