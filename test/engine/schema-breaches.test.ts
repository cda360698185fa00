import { expect, it } from 'vitest';
import { shapeReaderOf } from '../../conformance/engine/schema-breaches.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { contract } from '../shipped.ts';

it('reads a body once for each operation that returns it', () => {
  const shapes = shapeReaderOf(contract);
  const body = { data: { id: 'none' } };
  const read = (['application-key', 'subscription'] as const).map((operation) =>
    shapes.response(operation, body),
  );
  expect(read[0]?.breaches.length).toBeGreaterThan(0);
  expect(read[0]).not.toEqual(read[1]);
});

it('takes null for an absent value where the field is optional, and for a value where it is required', () => {
  const { response } = shapeReaderOf(contract);
  const present = (attributes: JsonObject) =>
    [...response('subscription', { data: { attributes } }).present].map(({ id }) => id);
  const [optional, required] = ['external_ref', 'account_id'].map(
    (name) => `subscription/response.data.attributes.${name}/type`,
  );
  expect(present({ external_ref: null, account_id: null })).toEqual(expect.arrayContaining([required]));
  expect(present({ external_ref: null })).not.toContain(optional);
  expect(present({ external_ref: 'a' })).toContain(optional);
});

it('finds what is required only in what has to have it', () => {
  const { response } = shapeReaderOf(contract);
  const present = (body: Json) => [...response('subscription', body).present].map(({ id }) => id);
  const required = 'subscription/response.data.attributes.account_id/required';
  expect(present({ data: { attributes: {} } })).toContain(required);
  expect(present({ data: {} })).not.toContain(required);
  expect(present({ data: [{}] })).not.toContain('subscription/response.data.attributes/type');
});
