// What responses of this contract are made of.

import { at, defined, type Json, type JsonObject, type Path, withAt } from '../../src/json/json.ts';
import { schemaAt } from '../../src/json/schema-at.ts';
import type { Choices } from '../../src/stub/choices.ts';

/** What a table has for the option that the stub takes for a choice of its contract. */
export function chosenFrom<T>(
  choices: Choices,
  id: string,
  table: Readonly<Record<string, T>>,
): T | undefined {
  return table[String(choices[id])];
}

export const withoutUndefined = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  defined(fields) as JsonObject;

export function constantAt(schema: unknown, place: Path, fallback: string): string {
  const constant = at(schemaAt(schema, place), 'const');
  return typeof constant === 'string' ? constant : fallback;
}

export function enumAt(schema: unknown, place: Path): readonly Json[] {
  const values = at(schemaAt(schema, place), 'enum');
  return Array.isArray(values) ? values : [];
}

/** A response with a record in its place, and further fields beside it. */
export const enveloped = (place: Path, record: JsonObject, others: JsonObject): JsonObject => ({
  ...(withAt({}, place, record) as JsonObject),
  ...others,
});

export const daysAfter = (instant: Date, days: number): Date =>
  new Date(instant.getTime() + days * 86_400_000);
