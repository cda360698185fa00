import type { Json, JsonObject } from '../../json/json.ts';
import type { Choices } from '../choices/choices.ts';

/** Members that are not in the contract, if the choice is to send some. */
export const extraMembers = (choices: Choices): JsonObject =>
  choices['extra-members'] === 'some' ? { vendor_note: 'not in the contract' } : {};

/** An id in the chosen letter case. */
export const writeId = (id: string, choices: Choices): string =>
  choices['uuid-case'] === 'upper' ? id.toUpperCase() : id.toLowerCase();

/** An object without its undefined fields. */
export function withoutUndefined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const defined: JsonObject = {};
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value !== undefined) defined[name] = value;
  }
  return defined;
}

/** What was sent where text is asked for, as text: a lenient stub takes other kinds, and returns text all the same. */
export const asText = (sent: Json | undefined): Json | undefined =>
  sent === undefined || sent === null || typeof sent === 'string' ? sent : JSON.stringify(sent);

/** A text that was sent, in the form of choice. */
export function writeText(sent: Json | undefined, choices: Choices): Json | undefined {
  const text = asText(sent);
  if (typeof text !== 'string') return text;
  return choices['text-form'] === 'composed' ? text.normalize('NFC') : text;
}
