import type { Choices } from '../choices/choices.ts';

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

/** A response contains the same few instants many times, and so does the next one. */
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

/** The instant some days after another. */
export const daysAfter = (instant: Date, days: number): Date =>
  new Date(instant.getTime() + days * 86_400_000);

/** Writes an instant as RFC 3339, with the chosen precision. */
export const writeTimestamp = (instant: Date, choices: Choices): string => forms[choices.timestamps](instant);
