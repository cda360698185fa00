import { expect, it } from 'vitest';
import { validatorOf } from '../../src/json/validators.ts';

it.each([
  ['the id of draft 4', { id: 'thing', type: 'string' }],
  ['the properties of a schema, used as a schema', { id: { type: 'string' }, type: 'string' }],
  ['a schema that only some validators load', { $async: true, type: 'string' }],
  ['text for a boolean', { nullable: 'true', type: 'string' }],
])('%s is left out of a schema', (_, schema) => {
  const validate = validatorOf(schema, 'judged');
  expect(['text', 1].map((value) => validate(value))).toEqual([true, false]);
});

it('leaves them out below a field of any name, and keeps what values contain', () => {
  const validate = validatorOf(
    {
      type: 'object',
      properties: { enum: { id: 'thing', type: 'string' }, made: { const: { id: 'thing' } } },
    },
    'judged',
  );
  const values = [{ enum: 'text' }, { enum: 1 }, { made: { id: 'thing' } }, { made: {} }];
  expect(values.map((value) => validate(value))).toEqual([true, false, true, false]);
});
