import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { brokenIn, check, stubWith } from '../life/checked.ts';

const closes = (isMeant: (body: string, count: number) => boolean, closed: string[] = []): Transport => {
  const next = stubWith();
  let count = 0;
  return async (request) => {
    if (request.method !== 'POST' || request.target !== '/authors') return next(request);
    count += 1;
    const body = Buffer.from(request.body ?? []).toString();
    if (!isMeant(body, count)) return next(request);
    closed.push(body);
    return { lost: 'connection', detail: 'the connection was closed', ms: 1 };
  };
};

const rule = 'createAuthor/bad-input-not-crash';

it('an invalid request after which the connection is closed each time is a crash', async () => {
  const closed: string[] = [];
  const seen = await check(
    closes((body) => body.includes('"name":['), closed),
    [rule],
  );
  expect(brokenIn(seen).map((one) => one.split(': ')[0])).toEqual([rule]);
  expect(closed).toHaveLength(6);
});

it.each([
  ['every third request, whatever it contains', (_body: string, count: number) => count % 3 === 0],
  ['every request after some', (_body: string, count: number) => count > 4],
])('is none if it is closed after %s', async (_name, isMeant) => {
  expect(brokenIn(await check(closes(isMeant), [rule]))).toEqual([]);
});
