// What observations read of creations: values that were sent and shown.

import { operationIn } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { at, type Path } from '../../src/json/json.ts';
import { type ChoiceEvidence, type Observed, other } from '../core/observation.ts';
import { isUnknown } from '../core/redacted-values.ts';
import { jsonOfRequest } from '../core/requests.ts';

/** The value at a path of the first created record. Throws a `Withheld` if there is none. */
export const shownAt = (seen: ChoiceEvidence, ...path: Path): unknown =>
  shownInBody(seen, ...operationIn(seen.contract, seen.operation).record, ...path);

/** The value at a path of the first response to a creation. Throws a `Withheld` if there is none. */
export function shownInBody(seen: ChoiceEvidence, ...path: Path): unknown {
  const exchange = seen.created();
  const value = at(seen.assume(exchange.json, 'the response is not a JSON object'), ...path);
  seen.assume(!isUnknown(exchange, value), 'it is redacted where it was recorded');
  return value;
}

export function sentAt({ request }: Exchange, path: Path): string {
  const json = jsonOfRequest(request);
  return json === undefined ? '' : String(at(json, ...path));
}

const timestamp = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** The precision and offset in which timestamps are written. */
export function timestampForms(seen: ChoiceEvidence, places: readonly Path[]): Observed<'timestamps'> {
  const written = places.map((place) => shownAt(seen, ...place)).filter((value) => typeof value === 'string');
  seen.orUntested(written.length > 0, 'no timestamp is shown');
  const forms = [...new Set(written.map(timestampForm))].sort();
  const [form = '', ...others] = forms;
  if (others.length > 0) return other(forms.join('; '));
  const precision = precisions.find((one) => form === `${one}, UTC`);
  return precision ?? (form.includes(', offset ') ? 'offset' : other(form));
}

const precisions = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const;

function timestampForm(text: string): string {
  const [whole, fraction = '', offset = ''] = timestamp.exec(text) ?? [];
  if (whole === undefined) return 'not in the form of RFC 3339';
  return `${precisionOf(fraction.length)}, ${offset.toUpperCase() === 'Z' ? 'UTC' : `offset ${offset}`}`;
}

/** Counted in threes, since some servers omit the last zeros of a fraction. */
function precisionOf(digits: number): string {
  return precisions[Math.ceil(digits / 3)] ?? 'finer than nanoseconds';
}
