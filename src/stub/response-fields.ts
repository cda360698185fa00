import { at, defined, type Json, type JsonObject, type Path, withAt } from '../json/json.ts';
import { schemaAt } from '../json/schema-at.ts';
import type { Choices } from './choices.ts';

export const extraFields = (choices: Choices): JsonObject =>
  choices['extra-fields'] === 'some' ? { vendor_note: 'not in the contract' } : {};

export const writeId = (id: string, choices: Choices): string =>
  choices['uuid-case'] === 'upper' ? id.toUpperCase() : id.toLowerCase();

export const withoutUndefined = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  defined(fields) as JsonObject;

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

const forms: Readonly<Record<Choices['timestamps'], (instant: Date) => string>> = {
  milliseconds: (instant) => instant.toISOString(),
  offset: (instant) => {
    const anHourAhead = new Date(instant.getTime() + 3_600_000);
    return anHourAhead.toISOString().replace('Z', '+01:00');
  },
  seconds: (instant) => instant.toISOString().replace(/\.\d+/, ''),
  microseconds: (instant) => instant.toISOString().replace('Z', '000Z'),
  nanoseconds: (instant) => instant.toISOString().replace('Z', '000000Z'),
};

/** A response with a record in its place, and further fields beside it. */
export const enveloped = (place: Path, record: JsonObject, others: JsonObject): JsonObject => ({
  ...(withAt({}, place, record) as JsonObject),
  ...others,
});

export const daysAfter = (instant: Date, days: number): Date =>
  new Date(instant.getTime() + days * 86_400_000);

export const writeTimestamp = (instant: Date, choices: Choices): string => forms[choices.timestamps](instant);
