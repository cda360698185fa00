import type { Path } from '../../../src/json/json.ts';
import type { ChoiceEvidence } from '../../core/observation.ts';
import { type Observed, other } from '../../core/observed.ts';
import { shown } from './shown.ts';

const timestamp = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** In which precision and offset the timestamps at some places of a response are written, the times themselves left out. */
export function timestampForms(seen: ChoiceEvidence, places: readonly Path[]): Observed<'timestamps'> {
  const written = places.map((place) => shown(seen, ...place)).filter((value) => typeof value === 'string');
  seen.orUntested(written.length > 0, 'no timestamp is shown');
  const forms = [...new Set(written.map(formOf))].sort();
  const [form = '', ...others] = forms;
  if (others.length > 0) return other(forms.join('; '));
  const precision = precisions.find((one) => form === `${one}, UTC`);
  return precision ?? (form.includes(', offset ') ? 'offset' : other(form));
}

const precisions = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const;

function formOf(text: string): string {
  const [whole, fraction = '', offset = ''] = timestamp.exec(text) ?? [];
  if (whole === undefined) return 'not in the form of RFC 3339';
  return `${precisionOf(fraction.length)}, ${offset.toUpperCase() === 'Z' ? 'UTC' : `offset ${offset}`}`;
}

/** Some servers leave out the last zeros of a fraction, so digits are counted in threes. */
function precisionOf(digits: number): string {
  return precisions[Math.ceil(digits / 3)] ?? 'finer than nanoseconds';
}
