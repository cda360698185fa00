import { randomUUID } from 'node:crypto';
import { sampleOf } from '../contract/fitting.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../json/json.ts';
import { propertiesOf, requiredOf, schemaAt } from '../json/schema-at.ts';
import type { Choices } from './choices.ts';

export const extraFields = (choices: Choices): JsonObject =>
  choices['extra-fields'] === 'some' ? { vendor_note: 'not in the contract' } : {};

export const writeId = (id: string, choices: Choices): string =>
  choices['uuid-case'] === 'upper' ? id.toUpperCase() : id.toLowerCase();

export function withoutUndefined(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const defined: JsonObject = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined) defined[name] = value;
  }
  return defined;
}

/** A lenient stub accepts other types, but returns text. */
export const asText = (sent: Json | undefined): Json | undefined =>
  sent === undefined || sent === null || typeof sent === 'string' ? sent : JSON.stringify(sent);

export function writeText(sent: Json | undefined, choices: Choices): Json | undefined {
  const text = asText(sent);
  if (typeof text !== 'string') return text;
  return choices['text-form'] === 'composed' ? text.normalize('NFC') : text;
}

export function constantAt(schema: unknown, place: Path, fallback: string): string {
  const constant = at(schemaAt(schema, place), 'const');
  return typeof constant === 'string' ? constant : fallback;
}

export function enumAt(schema: unknown, place: Path): readonly Json[] {
  const values = at(schemaAt(schema, place), 'enum');
  return Array.isArray(values) ? values : [];
}

const forms = {
  milliseconds: cached((instant) => instant.toISOString()),
  offset: cached((instant) => {
    const anHourAhead = new Date(instant.getTime() + 3_600_000);
    return anHourAhead.toISOString().replace('Z', '+01:00');
  }),
  seconds: cached((instant) => instant.toISOString().replace(/\.\d+/, '')),
  microseconds: cached((instant) => instant.toISOString().replace('Z', '000Z')),
  nanoseconds: cached((instant) => instant.toISOString().replace('Z', '000000Z')),
};

/** A response contains the same few instants many times. */
function cached(write: (instant: Date) => string): (instant: Date) => string {
  const written = new Map<number, string>();
  return (instant) => {
    const known = written.get(instant.getTime());
    if (known !== undefined) return known;
    if (written.size >= 8) written.clear();
    const text = write(instant);
    written.set(instant.getTime(), text);
    return text;
  };
}

/** A response with a record in its place, and further fields beside it. */
export const enveloped = (place: Path, record: JsonObject, others: JsonObject): JsonObject =>
  place.length === 0 ? { ...record, ...others } : { ...nested(place, record), ...others };

/** An object with only one value in it. */
export const nested = (place: Path, value: Json): JsonObject => {
  const [step = '', ...below] = place;
  return { [step]: below.length === 0 ? value : nested(below, value) };
};

export const daysAfter = (instant: Date, days: number): Date =>
  new Date(instant.getTime() + days * 86_400_000);

export const writeTimestamp = (instant: Date, choices: Choices): string => forms[choices.timestamps](instant);

export type Values<Name extends string> = Readonly<Record<Name, Json | undefined>>;

/**
 * Most of a response is the same text every time, so it is written once and then filled in. `write` must put each
 * value in unchanged, and may only test it for undefined.
 */
export function createForm<Name extends string>(
  names: readonly Name[],
  write: (values: Values<Name>) => string,
): (values: Values<Name>) => string {
  const forms = new Map<number, ContentForm>();
  return (values) => {
    const texts: string[] = [];
    let present = 0;
    for (const name of names) {
      const value = values[name];
      if (typeof value !== 'string' && value !== undefined) return write(values);
      present = 2 * present + (value === undefined ? 0 : 1);
      texts.push(value === undefined ? '' : JSON.stringify(value));
    }
    let form = forms.get(present);
    if (!form) {
      form = shapedForm(names, values, write);
      forms.set(present, form);
    }
    let filled = '';
    for (const { text, place } of form.parts) filled += text + texts[place];
    return filled + form.end;
  };
}

type ContentForm = {
  readonly parts: readonly { readonly text: string; readonly place: number }[];
  readonly end: string;
};

function shapedForm<Name extends string>(
  names: readonly Name[],
  values: Values<Name>,
  write: (values: Values<Name>) => string,
): ContentForm {
  const marks = names.map((name) => [name, values[name] === undefined ? undefined : `${mark}${name}`]);
  const pieces = write(Object.fromEntries(marks)).split(marked);
  const end = pieces.pop() ?? '';
  const parts: ContentForm['parts'][number][] = [];
  for (let index = 0; index < pieces.length; index += 2)
    parts.push({ text: pieces[index] ?? '', place: names.indexOf(pieces[index + 1] as Name) });
  return { parts, end };
}

/** Random, so that no contract or catalog contains it. */
const mark = randomUUID();
const marked = new RegExp(`"${mark}(\\w+)"`);

/** Creates a function that adds required fields which a response lacks, such as those that an Overlay requires. */
export function createCompleter(schema: unknown): (value: JsonObject) => JsonObject {
  const properties = propertiesOf(schema);
  const inner = Object.entries(properties).flatMap(([name, one]) =>
    isObject(one) && isObject(one.properties) ? [[name, createCompleter(one)] as const] : [],
  );
  const added = requiredOf(schema).map((name) => [name, sampleOf(properties[name])] as const);
  return (value) => {
    let completed = value;
    for (const [name, complete] of inner) {
      const found = value[name];
      const whole = isObject(found) ? complete(found) : found;
      if (whole !== found && whole !== undefined) completed = { ...completed, [name]: whole };
    }
    for (const [name, missing] of added)
      if (value[name] === undefined) completed = { ...completed, [name]: missing };
    return completed;
  };
}
