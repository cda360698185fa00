/** In so many places ids differ of which none follows from another. */
const leastDifferences = 8;

const differencesOf = (one: string, other: string): number =>
  [...one].filter((letter, index) => letter !== other[index]).length;

/** Whether an id was drawn, as a UUID is, and not counted: it differs throughout from others of the same server. */
export const isDrawn = (id: string, others: readonly string[]): boolean =>
  /\D/.test(id) && others.length > 0 && others.every((other) => differencesOf(id, other) >= leastDifferences);
