import { expect, test } from 'vitest';
import { findingBy } from '../../conformance/list/filters/meanings.ts';
import type { FilterField, Meaning } from '../../src/contract/list-filters.ts';

const text = { type: 'string' };
const number = { type: 'number' };
/** What lenient readers also find without zeros at the beginning of a group, or without hyphens. */
const uuid = '062c7a80-ed2e-0366-81b8-382c4c2b2b50';
const instant = { type: 'string', format: 'date-time' };

/** What a filter for a value finds of some shown values: `+` it has to, `?` it may, `-` it must not. */
function found(means: Meaning, schema: object, value: string, shown: readonly string[]): string {
  const field = { means, schema } as unknown as FilterField;
  const signs = { must: '+', may: '?', never: '-' };
  return shown.map((one) => signs[findingBy(field, one, value)]).join('');
}

test.each<[Meaning, object, string, string, string]>([
  ['eq', text, 'Tent', 'Tent tent Tént Tents', '+??-'],
  ['ne', text, 'Tent', 'Tent tent Tents', '-?+'],
  ['eq', number, '5', '5 5.0 6 five', '++-?'],
  ['ne', number, '5', '5 5.0 6 five', '--+?'],
  ['gt', number, '5', '4 5 6 five', '--+?'],
  ['ge', number, '5', '4 5 6', '-++'],
  ['lt', number, '5', '4 5 6', '+--'],
  ['le', number, '5', '4 5 6', '++-'],
  ['gt', instant, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z 2026-01-01T00:00:01Z', '-+'],
  ['eq', instant, '2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00 2026-01-01T00:00:01Z', '+-'],
  ['lt', text, 'b', 'a b c B', '+--?'],
  ['contains', text, 'en', 'Tent tENt Ten Tan', '+?+-'],
  ['startswith', text, 'Te', 'Tent tent aTe', '+?-'],
  ['endswith', text, 'nt', 'Tent TENT nts', '+?-'],
  ['in', text, 'Tent', 'Tent tent Tents', '+?-'],
  ['eq', text, '62c7a80-ed2e-366-81b8-382c4c2b2b50', `${uuid} ${uuid.replace('b50', 'b51')}`, '?-'],
  ['eq', text, `{${uuid.replaceAll('-', '')}}`, `${uuid} 62c7a80`, '?-'],
])('%s of %o with %s finds of %s: %s', (means, schema, value, shown, expected) => {
  expect(found(means, schema, value, shown.split(' '))).toBe(expected);
});
