import type { Json, JsonObject } from '../json/json.ts';
import type { Choices } from './choices.ts';

export const extraFields = (choices: Choices): JsonObject =>
  choices['extra-fields'] === 'some' ? { vendor_note: 'not in the contract' } : {};

export const writeId = (id: string, choices: Choices): string =>
  choices['uuid-case'] === 'upper' ? id.toUpperCase() : id.toLowerCase();

/** A lenient stub accepts other types, but returns text. */
export const asText = (sent: Json | undefined): Json | undefined =>
  sent === undefined || sent === null || typeof sent === 'string' ? sent : JSON.stringify(sent);

export function writeText(sent: Json | undefined, choices: Choices): Json | undefined {
  const text = asText(sent);
  if (typeof text !== 'string') return text;
  return choices['text-form'] === 'composed' ? text.normalize('NFC') : text;
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

export const writeTimestamp = (instant: Date, choices: Choices): string => forms[choices.timestamps](instant);
