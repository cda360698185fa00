import { expect, it } from 'vitest';
import { type HttpResponse, header, type Mutant } from '../../src/http/exchange.ts';
import { brokenMusts } from '../check-of.ts';
import { responseOf } from '../json-response.ts';
import { sampled } from '../seed.ts';
import { checked, conforming, contract } from '../shipped.ts';

const failing = (status: number): HttpResponse =>
  responseOf(status, [['content-type', 'text/html']], '<title>Just a moment…</title>');

/** Something in front of the server answers one request itself: those of a method are counted. */
const answeringOnce =
  (method: string, turn: number, status: number): Mutant =>
  (next) => {
    let requests = 0;
    return async (request) => {
      if (request.method === method) requests += 1;
      return request.method === method && requests === turn ? failing(status) : next(request);
    };
  };

const turns = [
  ...[1, 8, 23, 41, 66, 90].map((turn) => ['POST', turn] as const),
  ...[20, 77, 160, 251, 340].map((turn) => ['GET', turn] as const),
];
const all = [401, 403, 404, 500].flatMap((status) => turns.map((turn) => [status, ...turn] as const));

it.each(sampled(all, 2))(
  'a single %i to %s request %i is held against nobody',
  async (status, method, turn) => {
    const transport = answeringOnce(method, turn, status)(conforming(), contract);
    // Without patience nothing is sent again at once: what fails is tried again between its controls.
    const { results } = await checked(transport);
    expect(brokenMusts({ results })).toEqual([]);
  },
);

/** Something in front of the server answers a page itself, and whatever rechecks it. */
const answeringRechecks =
  (isFirst: (target: string) => boolean): Mutant =>
  (next) =>
  async (request) =>
    isFirst(request.target) || header(request.headers, 'cache-control') === 'no-cache'
      ? failing(404)
      : next(request);

it('a page that is rejected while all pages are, is held against nobody', async () => {
  const transport = answeringRechecks((target) =>
    target.endsWith('products?page%5Boffset%5D=0&page%5Blimit%5D=1'),
  )(conforming(), contract);
  const { results } = await checked(transport);
  expect(brokenMusts({ results })).toEqual([]);
  expect(results.find(({ rule }) => rule === 'node-products/served')?.verdict).toBe('inconclusive');
});
