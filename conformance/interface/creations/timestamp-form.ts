import { at, type Path } from '../../../src/json/json.ts';

const timestamp = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** In which precision and offset the timestamps at some places of a reply are written, the times themselves left out. */
export function timestampForms(reply: unknown, places: readonly Path[]): string {
  const written = places.map((place) => at(reply, ...place)).filter((value) => typeof value === 'string');
  const forms = new Set(written.map(formOf));
  return [...forms].sort().join('; ') || 'no timestamp is shown';
}

function formOf(text: string): string {
  const [whole, fraction = '', offset = ''] = timestamp.exec(text) ?? [];
  if (whole === undefined) return 'not in the form of RFC 3339';
  return `${precisionOf(fraction.length)}, ${offset.toUpperCase() === 'Z' ? 'UTC' : `offset ${offset}`}`;
}

/** Some servers leave out the last noughts of a fraction, so digits are counted in threes. */
function precisionOf(digits: number): string {
  return (
    ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'][Math.ceil(digits / 3)] ??
    'finer than nanoseconds'
  );
}
