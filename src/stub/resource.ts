import type { Json, JsonObject } from '../wire/json.ts';
import type { Choices } from './choices.ts';
import { withNulls } from './schema.ts';

/** Members the contract does not speak of, where the choice is to send some. */
export const extraMembers = (choices: Choices): JsonObject =>
  choices['extra-members'] === 'some' ? { vendor_note: 'not in the contract' } : {};

/** An id in the letter case of choice. */
export const writeId = (id: string, choices: Choices): string =>
  choices['uuid-case'] === 'upper' ? id.toUpperCase() : id.toLowerCase();

/** An object without its undefined members. */
export function present(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const there: JsonObject = {};
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value !== undefined) there[name] = value;
  }
  return there;
}

/** The bytes of a whole reply, absent optional members as the choice has them. */
export const writeReply = (reply: JsonObject, schema: JsonObject, choices: Choices): Uint8Array =>
  Buffer.from(JSON.stringify(choices['null-members'] === 'null' ? withNulls(reply, schema) : reply));
