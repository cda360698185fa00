import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { brokenIn, check, stubWith } from '../life/checked.ts';

const closes = (isMeant: (body: string, count: number) => boolean): Transport => {
  const next = stubWith();
  let count = 0;
  return async (request) => {
    if (request.method !== 'POST' || request.target !== '/authors') return next(request);
    count += 1;
    if (!isMeant(Buffer.from(request.body ?? []).toString(), count)) return next(request);
    return { lost: 'connection', detail: 'the connection was closed', ms: 1 };
  };
};

const rule = 'createAuthor/bad-input-not-crash';

it('an invalid request after which the connection is closed each time is a crash', async () => {
  const seen = await check(
    closes((body) => body.includes('"name":[')),
    [rule],
  );
  expect(brokenIn(seen).map((one) => one.split(': ')[0])).toEqual([rule]);
});

it.each([
  ['every third request, whatever it contains', (_body: string, count: number) => count % 3 === 0],
  ['every request after some', (_body: string, count: number) => count > 4],
])('is none if it is closed after %s', async (_name, isMeant) => {
  expect(brokenIn(await check(closes(isMeant), [rule]))).toEqual([]);
});
