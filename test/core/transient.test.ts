import { expect, it } from 'vitest';
import { transientFailure } from '../../conformance/core/transient.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';

const limited = (pause: number): HttpResponse => responseOf(429, [['Retry-After', String(pause)]]);

it('advises a lower rate after a rate limit, and none after a quota of a day', () => {
  expect(transientFailure({ response: limited(2) })?.remedy).toMatchObject({ option: '--rate' });
  expect(transientFailure({ response: limited(86_400) })).toEqual({
    why: { kind: 'transient failure', status: 429, minutes: 1440 },
  });
});
