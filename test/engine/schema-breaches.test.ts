import { expect, it } from 'vitest';
import { shapeReaderOf } from '../../conformance/engine/schema-breaches.ts';
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
