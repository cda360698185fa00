import { defined, isObject, type Json, type JsonObject, objectIn } from '../json/json.ts';
import { mapParts, referredText } from './references.ts';

/**
 * Writes a document of OpenAPI 3.0 as one of 3.1, which every reader here expects, and corrects what tools write against the
 * letter of any version and what can mean only one thing: statuses such as `4xx`, null descriptions, references to texts. Only
 * three keywords of 3.0 differ in what they state; that some tools write them in 3.1 too means the same.
 */
export const upgraded = (document: JsonObject): JsonObject => {
  const isOld = String(document.openapi).startsWith('3.0.');
  const whole = mapParts(document, (part) =>
    withoutValues(
      withNull(withExclusive(withoutSlips(withReferredTexts(document, isOld ? withoutBeside(part) : part)))),
    ),
  );
  return { ...(whole as JsonObject), openapi: String(document.openapi).replace(/^3\.0\..*$/, '3.1.1') };
};

/** Replaces references to texts by these texts: a description may be in a file of its own, as tools that bundle files allow. */
function withReferredTexts(document: JsonObject, part: JsonObject): JsonObject {
  const texts = Object.entries(part).flatMap(([name, one]): [string, Json][] => {
    const text = isObject(one) ? referredText(document, one) : undefined;
    return text === undefined ? [] : [[name, text]];
  });
  return texts.length > 0 ? { ...part, ...Object.fromEntries(texts) } : part;
}

const statingKeywords = [
  'type', 'format', 'enum', 'allOf', 'oneOf', 'anyOf', 'not', 'properties', 'required', 'items', 'additionalProperties',
  'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
  'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'default',
]; // biome-ignore format: one glance

/** In 3.0 what is beside a reference states nothing; that it may be null is taken for what its author meant. */
function withoutBeside(part: JsonObject): JsonObject {
  if (typeof part.$ref !== 'string' || !statingKeywords.some((keyword) => part[keyword] !== undefined))
    return part;
  return Object.fromEntries(Object.entries(part).filter(([keyword]) => !statingKeywords.includes(keyword)));
}

/** What some tools write against the letter of OpenAPI, and which can mean one thing only. */
function withoutSlips(part: JsonObject): JsonObject {
  const { description, required, $recursiveAnchor: anchor, responses, in: place, allowEmptyValue } = part;
  const isNamedTwice = Array.isArray(required) && new Set(required).size < required.length;
  const isOptional = place === 'path' && typeof part.name === 'string' && required === undefined;
  const isMisplaced = typeof allowEmptyValue === 'boolean' && place !== 'query';
  const lower = Object.keys(objectIn(responses)).some((status) => /^[1-5]xx$/.test(status));
  const slips = [description === null, anchor !== undefined, isNamedTwice, isOptional, isMisplaced, lower];
  if (!slips.includes(true)) return part;
  const { description: _description, $recursiveAnchor: _anchor, allowEmptyValue: _empty, ...whole } = part;
  return {
    ...whole,
    ...(typeof description === 'string' ? { description } : {}),
    ...(allowEmptyValue === undefined || isMisplaced ? {} : { allowEmptyValue }),
    ...(isNamedTwice ? { required: [...new Set(required)] } : {}),
    ...(isOptional ? { required: true } : {}),
    ...(lower && isObject(responses)
      ? {
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, one]) => [status.replace(/^([1-5])xx$/, '$1XX'), one]),
          ),
        }
      : {}),
  };
}

/** In 3.0 `exclusiveMinimum: true` belongs to `minimum`; in 3.1 it is a bound. */
function withExclusive(schema: JsonObject): JsonObject {
  const pairs = [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const;
  return pairs.reduce((changed, [bound, exclusive]) => {
    if (typeof changed[exclusive] !== 'boolean') return changed;
    const { [exclusive]: isExclusive, [bound]: value, ...others } = changed;
    if (value === undefined) return others;
    return { ...others, [isExclusive === true ? exclusive : bound]: value };
  }, schema);
}

/** In 3.0 `nullable: true` allows null, of which 3.1 makes one more type. */
function withNull(schema: JsonObject): JsonObject {
  if (typeof schema.nullable !== 'boolean') return schema;
  const { nullable, ...others } = schema;
  if (!nullable) return others;
  // Quarkus and others write the type beside what the field is made of, which does not allow null.
  if (['$ref', 'allOf', 'oneOf', 'anyOf'].some((keyword) => others[keyword] !== undefined))
    return withNullBeside(others);
  if (others.type === undefined) return others;
  return {
    ...others,
    type: [...new Set([others.type, 'null'].flat())],
    ...(Array.isArray(others.enum) ? { enum: [...new Set([...others.enum, null])] } : {}),
  };
}

function withNullBeside(schema: JsonObject): JsonObject {
  const { description, readOnly, writeOnly, ...others } = schema;
  return { ...marksOf(schema), oneOf: [others, { type: 'null' }] };
}

/**
 * Generators write `enum: []` at what they know no value of. It allows nothing, whatever is beside it, and is written as what
 * may be merged with anything. (One with a default may be a variable of a server.)
 */
const withoutValues = (schema: JsonObject): JsonObject =>
  Array.isArray(schema.enum) && schema.enum.length === 0 && schema.default === undefined
    ? { ...marksOf(schema), not: {} }
    : schema;

/** What a schema says beside what it allows. */
const marksOf = ({ description, readOnly, writeOnly }: JsonObject): JsonObject =>
  defined({ description, readOnly, writeOnly });
