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
export const present = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );

/** The text of a whole reply, absent optional members as the choice has them. */
export const writeReply = (reply: JsonObject, schema: JsonObject, choices: Choices): string =>
  JSON.stringify(choices['null-members'] === 'null' ? withNulls(reply, schema) : reply);
