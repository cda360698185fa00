import { isUuid } from '../../src/json/uuid.ts';

/** In so many places ids differ of which none follows from another. */
const leastDifferences = 8;

const differencesOf = (one: string, other: string): number =>
  [...one].filter((letter, index) => letter !== other[index]).length;

/** Whether an id was drawn, as a UUID is, and not counted: it differs throughout from others of the same server. */
export const isDrawn = (id: string, others: readonly string[]): boolean =>
  /\D/.test(id) &&
  others.every((other) => differencesOf(id, other) >= leastDifferences) &&
  (others.length > 0 || isVaried(id));

/** Whether an id of which no other is known is a UUID that is not a number with zeros before it. */
const isVaried = (id: string): boolean => isUuid(id) && new Set(id).size > leastDifferences;
