import { isObject, type Json, type JsonObject } from '../../json/json.ts';

/**
 * Creates what adds the fields that a schema requires and a response lacks, each with a plain value: whatever field the
 * contract requires, an Overlay included, the stub returns, although it does not know what it means.
 */
export function createCompleter(schema: unknown): (value: JsonObject) => JsonObject {
  const { properties, required } = isObject(schema) ? schema : {};
  const inner = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, one]) =>
    isObject(one) && isObject(one.properties) ? [[name, createCompleter(one)] as const] : [],
  );
  const names = (Array.isArray(required) ? required : []).map(String);
  const plain = names.map(
    (name) => [name, plainValue(isObject(properties) ? properties[name] : {})] as const,
  );
  return (value) => {
    // Most responses lack nothing, and are returned as they are.
    let completed = value;
    for (const [name, complete] of inner) {
      const found = value[name];
      const whole = isObject(found) ? complete(found) : found;
      if (whole !== found && whole !== undefined) completed = { ...completed, [name]: whole };
    }
    for (const [name, missing] of plain)
      if (value[name] === undefined) completed = { ...completed, [name]: missing };
    return completed;
  };
}

const plainTexts: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00Z',
  email: 'someone@example.com',
  uri: 'http://example.com/',
};

/** A value that a schema allows; text with a pattern needs an example in the schema. */
function plainValue(schema: Json | undefined): Json {
  if (!isObject(schema)) return 'text';
  const { const: constant, enum: allowed, examples, example, type, format, minLength, minimum } = schema;
  const [given] = [constant, ...[allowed, examples].flatMap((one) => one ?? []), example].filter(
    (one) => one !== undefined,
  );
  if (given !== undefined) return given;
  const [kind] = [type].flat();
  if (kind === 'object') return createCompleter(schema)({});
  if (kind === 'array') return [];
  if (kind === 'boolean') return true;
  if (kind === 'null') return null;
  if (kind === 'integer' || kind === 'number') return Number(minimum ?? 1);
  return plainTexts[String(format)] ?? 'text'.padEnd(Number(minLength ?? 0), '.');
}
