// Values that servers often store or return in another way: each is valid, and none is what a request usually has.

import type { Operation } from '../../src/contract/operations.ts';
import { requestFields, requiredFields } from '../../src/contract/record.ts';
import { listedValues } from '../../src/contract/satisfiable.ts';
import { allows, sampleOf } from '../../src/contract/schema-values.ts';
import { isObject, type Json, type JsonObject, mapValues, objectIn, withAt } from '../../src/json/json.ts';
import { propertiesOf, requiredOf, schemaAt, typesOf } from '../../src/json/schema-at.ts';
import { nonce, nonceWithin } from '../core/nonces.ts';

/** Values that a schema may allow, the first that it does is sent. */
type Candidates = (schema: JsonObject) => readonly Json[];

const mainType = (schema: JsonObject): Json | undefined => typesOf(schema).find((one) => one !== 'null');

/** With a fraction, with an offset, with several entries, with every field. */
const exact: Candidates = (schema) => {
  switch (mainType(schema)) {
    case 'number':
      return schema.multipleOf === undefined ? [123456.78, 12.34, 0.34] : [];
    case 'integer':
      return schema.multipleOf === undefined ? [7] : [];
    case 'boolean':
      return [true];
    case 'array':
      return isObject(schema.items) ? [severalOf(schema.items)] : [];
    case 'object':
      return [wholeSchema(schema)];
    case 'string':
      return schema.format === 'date-time' ? ['2026-04-17T10:15:30+02:00'] : [];
    default:
      return [];
  }
};

function severalOf(items: JsonObject): Json[] {
  const listed = listedValues(items);
  if (listed) return listed.slice(0, 2);
  return mainType(items) === 'string' ? ['wood', 'Oil'] : [];
}

const wholeSchema = (schema: JsonObject): JsonObject =>
  mapValues(propertiesOf(schema), (one) => sampleOf(one));

const isFreeText = (schema: JsonObject): boolean =>
  mainType(schema) === 'string' && ['format', 'pattern'].every((one) => schema[one] === undefined);

/** A text with as much of the nonce as a schema has room for. */
function withNonce({ maxLength = Infinity }: JsonObject, text: string): readonly string[] {
  const digits = nonceWithin(Number(maxLength) - [...text].length);
  return digits === '' ? [] : [`${text}${digits}`];
}

/** What many programs take for nothing, beside text that has a capital. */
const falsy: Candidates = (schema) => {
  const type = mainType(schema);
  if (type === 'number' || type === 'integer') return [0];
  if (type === 'boolean') return [false];
  return isFreeText(schema) ? withNonce(schema, 'Plain ') : [];
};

/** The nonce tells requests apart; only where much text fits, it may have several lines. */
const punctuated: Candidates = (schema) => {
  // A server that sorts numbers as text sorts these among smaller ones.
  const type = mainType(schema);
  if (type === 'number' || type === 'integer')
    return schema.multipleOf === undefined ? [type === 'number' ? 9 : 10] : [];
  return isFreeText(schema)
    ? [
        `${nonce} No. 7/2${Number(schema.maxLength) >= 300 ? '\n' : ' '}& "x" <b> 'y' 50%2F_a+b=c;`,
        ...withNonce(schema, '& <b>'),
        '& <b>',
      ]
    : [];
};

const lettered: Candidates = (schema) =>
  isFreeText(schema) ? [`Öl für 木村 🔔 ${nonce}`, ...withNonce(schema, 'Öl 🔔 é '), 'Öl 🔔 é'] : [];

/** Gives each field of a request that has a schema, and refers to no other record, the value that `edit` returns for it. */
export function editEach(
  operation: Operation,
  body: Json,
  edit: (schema: JsonObject, value: Json, name: string) => Json | undefined,
): Json {
  const { sentIn, references } = operation;
  const fields = requestFields(operation);
  const edited = Object.entries(objectIn(body, ...sentIn)).map(([name, value]) => {
    const schema = fields[name];
    const isOwn = isObject(schema) && !references.some((one) => one.field === name);
    return [name, isOwn ? (edit(schema, value, name) ?? value) : value] as const;
  });
  return withAt(body, sentIn, Object.fromEntries(edited));
}

/** Edits of a valid request, each of which gives every field that it has such a value if its schema allows one. */
export const tellingEdits = (operation: Operation): readonly ((body: Json) => Json)[] =>
  [exact, punctuated, lettered, falsy].map(
    (candidates, place) => (body) =>
      editEach(operation, body, (schema) => {
        // Of few values each edit sends another, the last one first.
        const listed = listedValues(schema)?.toReversed();
        const able = listed ? [...listed.slice(place), ...listed] : candidates(schema);
        return able.find((one) => allows(schema, one));
      }),
  );

/** Edits of a valid request, each of which sends null for an optional field that the response has to show, and not as null. */
export function nullEdits(operation: Operation): readonly ((body: Json) => Json)[] {
  const { record, response, sentIn } = operation;
  const shown = schemaAt(response, record);
  const excludesNull = (schema: Json | undefined): boolean => isObject(schema) && !allows(schema, null);
  return Object.entries(requestFields(operation)).flatMap(([name, schema]) =>
    excludesNull(schema) &&
    excludesNull(propertiesOf(shown)[name]) &&
    requiredOf(shown).includes(name) &&
    !requiredFields(operation).includes(name)
      ? [(body: Json): Json => withAt(body, [...sentIn, name], null)]
      : [],
  );
}
