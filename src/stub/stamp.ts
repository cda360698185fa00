import type { Choices } from './choices.ts';

const forms = {
  milliseconds: (instant: Date): string => instant.toISOString(),
  offset: (instant: Date): string => {
    const anHourAhead = new Date(instant.getTime() + 3_600_000);
    return anHourAhead.toISOString().replace('Z', '+01:00');
  },
  nanoseconds: (instant: Date): string => instant.toISOString().replace('Z', '000000Z'),
};

let last = { form: forms.milliseconds, time: 0, text: forms.milliseconds(new Date(0)) };

/** Writes an instant as RFC 3339, in the precision of choice; the same one several times over costs little. */
export function writeInstant(instant: Date, choices: Choices): string {
  const form = forms[choices.timestamps];
  const time = instant.getTime();
  if (last.time !== time || last.form !== form) last = { form, time, text: form(instant) };
  return last.text;
}

/** Writes an instant for a member that is a timestamp by type: RFC 3339, unless read otherwise. */
export const writeTimestamp = (instant: Date, choices: Choices): string =>
  choices['timestamp-form'] === 'text' ? instant.toUTCString() : writeInstant(instant, choices);
