import { expect, test } from 'vitest';
import { certain } from '../../conformance/core/redacted-values.ts';
import { contract } from '../shipped.ts';

/** A breach of the first constraint with a keyword. */
function breachOf(keyword: string, value: unknown) {
  const constraint = contract.constraints.find((one) => one.keyword === keyword);
  if (!constraint) throw new Error(`no constraint has ${keyword}`);
  return { constraint, path: ['data', 'name'], value };
}

test.each([
  ['a redacted value', breachOf('maxLength', '[redacted]'), { data: { name: '[redacted]' } }, 0],
  ['a value that is shown', breachOf('maxLength', 'too long'), { data: { name: 'too long' } }, 1],
  ['a missing field', breachOf('required', undefined), { data: { id: 'one' } }, 1],
  [
    'a missing field beside a redacted name',
    breachOf('required', undefined),
    { data: { '[redacted]': 1 } },
    0,
  ],
  ['a missing field of no object', breachOf('required', undefined), { data: '[redacted]' }, 1],
])('of %s the recording is certain or not', (_, breach, json, count) => {
  expect(certain([breach], json)).toHaveLength(count);
});
