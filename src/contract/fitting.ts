import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { inTime, matches } from '../json/matching.ts';

/** Texts that match each pattern, in several lengths. */
export type PatternTexts = ReadonlyMap<string, readonly string[]>;

const noTexts: PatternTexts = new Map();

const spellingsOf = (text: string): string[] => [
  text,
  text.toLowerCase(),
  text.toUpperCase(),
  text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '-'),
  text.replaceAll(/\D+/g, ''),
];

const formatted: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00Z',
  email: 'someone@example.com',
  uri: 'http://example.com/',
};

export function isAllowedText({ minLength, maxLength, pattern }: JsonObject, text: string): boolean {
  const { length } = [...text];
  return (
    length >= Number(minLength ?? 0) &&
    length <= Number(maxLength ?? Number.POSITIVE_INFINITY) &&
    (typeof pattern !== 'string' || matches(pattern, text))
  );
}

/** Changes the length of a text by repeating or removing characters, so that it still matches the pattern. */
function sized(pattern: string | undefined, text: string, length: number): string | undefined {
  const isFit = (one: string): boolean => pattern === undefined || matches(pattern, one);
  const characters = [...text];
  const more = length - characters.length;
  if (more === 0) return isFit(text) ? text : undefined;
  for (let place = characters.length; place >= 0; place -= 1) {
    const [before, after] = [characters.slice(0, place), characters.slice(place)];
    const one =
      more > 0
        ? [...before, (before.at(-1) ?? after[0] ?? 'a').repeat(more), ...after].join('')
        : [...before.slice(0, Math.max(0, before.length + more)), ...after].join('');
    if ([...one].length === length && isFit(one)) return one;
  }
  return undefined;
}

/** The texts that a schema shows: its examples and its default. */
export function shownTexts(schema: unknown): string[] {
  const { examples, example, default: usual }: JsonObject = isObject(schema) ? schema : {};
  return [examples ?? [], example, usual].flat().filter((one) => typeof one === 'string');
}

/**
 * The first text with the right length that matches: made from the given one, from those that the schema shows, or from
 * those of the pattern.
 */
function firstFit(
  schema: JsonObject,
  text: string,
  texts: PatternTexts,
  lengthFor: (text: string) => number,
): string | undefined {
  const { pattern } = schema;
  const form = typeof pattern === 'string' ? pattern : undefined;
  const more = form === undefined ? [] : [...shownTexts(schema), ...(texts.get(form) ?? [])];
  return inTime(() => {
    for (const one of [...spellingsOf(text), ...more]) {
      const fit = sized(form, one, lengthFor(one));
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

export function sampleOf(schema: Json | undefined, texts = noTexts): Json {
  if (!isObject(schema)) return 'text';
  const { const: constant, enum: allowed, examples, example, default: usual, type, format } = schema;
  const shown = [constant, ...[allowed, examples].flatMap((one) => one ?? []), example, usual];
  const given = shown.find(
    (one) => one !== undefined && (typeof one !== 'string' || isAllowedText(schema, one)),
  );
  if (given !== undefined) return given;
  const [kind] = [type].flat();
  if (kind === 'object') return fitValue(schema, {}, texts);
  if (kind === 'array') return fitValue(schema, [], texts);
  if (kind === 'boolean') return true;
  if (kind === 'null') return null;
  if (kind === 'integer' || kind === 'number') return fitValue(schema, 1, texts);
  return formatted[String(format)] ?? fitText(schema, 'text', texts);
}

const kindOf = (value: Json): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

const isOfType = (schema: JsonObject, value: Json): boolean => {
  const types = [schema.type].flat().filter((one) => one !== undefined);
  const kind = kindOf(value);
  return types.length === 0 || types.some((one) => one === kind || (kind === 'number' && one === 'integer'));
};

/** The value nearest to a given one that a schema allows. Null stays, since an absent field may be written so. */
export function fitValue(schema: Json | undefined, value: Json, texts = noTexts): Json {
  if (!isObject(schema) || value === null) return value;
  if (Array.isArray(schema.oneOf)) {
    const alternative = schema.oneOf.find((one) => isObject(one) && isOfType(one, value));
    return alternative === undefined ? value : fitValue(alternative, value, texts);
  }
  const { const: constant, enum: allowed } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(allowed) && !allowed.includes(value)) return allowed[0] ?? value;
  if (!isOfType(schema, value)) return sampleOf(schema, texts);
  if (typeof value === 'string') return fitText(schema, value, texts);
  if (typeof value === 'number') {
    const within = Math.max(value, Number(schema.minimum ?? Number.NEGATIVE_INFINITY));
    return Math.min(within, Number(schema.maximum ?? Number.POSITIVE_INFINITY));
  }
  if (Array.isArray(value)) return fitList(schema, value, texts);
  return isObject(value) ? fitObject(schema, value, texts) : value;
}

function fitList(
  { items, minItems, maxItems }: JsonObject,
  value: readonly Json[],
  texts: PatternTexts,
): Json {
  const allowed = isObject(items) && Array.isArray(items.enum) ? items.enum : undefined;
  const kept = value
    .filter((one) => allowed?.includes(one) ?? true)
    .slice(0, Number(maxItems ?? value.length))
    .map((one) => fitValue(items, one, texts));
  while (kept.length < Number(minItems ?? 0)) kept.push(kept[0] ?? sampleOf(items, texts));
  return kept;
}

function fitObject(
  { properties, required, additionalProperties }: JsonObject,
  value: JsonObject,
  texts: PatternTexts,
): Json {
  const known = isObject(properties) ? properties : {};
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    fitValue(Object.hasOwn(known, name) ? known[name] : additionalProperties, one, texts),
  ]);
  const missing = (Array.isArray(required) ? required.map(String) : []).filter(
    (name) => value[name] === undefined,
  );
  return Object.fromEntries([...fields, ...missing.map((name) => [name, sampleOf(known[name], texts)])]);
}
