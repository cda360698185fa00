import type { Choices } from './choices.ts';

const forms = {
  milliseconds: remembering((instant) => instant.toISOString()),
  offset: remembering((instant) => {
    const anHourAhead = new Date(instant.getTime() + 3_600_000);
    return anHourAhead.toISOString().replace('Z', '+01:00');
  }),
  nanoseconds: remembering((instant) => instant.toISOString().replace('Z', '000000Z')),
};

/** One reply shows the same few instants again and again, and so does the next one. */
function remembering(write: (instant: Date) => string): (instant: Date) => string {
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

/** Writes an instant as RFC 3339, in the precision of choice. */
export const writeInstant = (instant: Date, choices: Choices): string => forms[choices.timestamps](instant);

/** Writes an instant for a member that is a timestamp by type: RFC 3339, unless read otherwise. */
export const writeTimestamp = (instant: Date, choices: Choices): string =>
  choices['timestamp-form'] === 'text' ? instant.toUTCString() : writeInstant(instant, choices);
