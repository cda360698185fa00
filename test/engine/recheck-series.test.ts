import { expect, it } from 'vitest';
import {
  requestsOf,
  requestsPerPage,
  type Series,
  seriesNames,
} from '../../conformance/engine/rechecks/recheck-series.ts';
import { type HttpRequest, header } from '../../src/http/exchange.ts';

const request: HttpRequest = {
  method: 'GET',
  target: '/nodes/1/products?page%5Boffset%5D=1&page%5Blimit%5D=2&filter=eq(name,Tent)',
  headers: [],
};

const sent = (name: Series, wasSent: (target: string) => boolean = (target) => target === request.target) =>
  requestsOf(name, request, wasSent);
const parametersOf = ({ target }: HttpRequest): string[] =>
  [...new URLSearchParams(target.split('?')[1])].map((pair) => pair.join('=')).toSorted();

it.each(seriesNames)('asks for the same in each request of the series "%s"', (name) => {
  const all = sent(name).flat();
  expect(all).toHaveLength(requestsPerPage(name));
  for (const one of all) expect(parametersOf(one)).toEqual(parametersOf(request));
});

it('begins three repeats with the request as it was sent, past any cache', () => {
  const [first] = sent('repeats');
  expect(first?.map(({ target }) => target)).toEqual([request.target, request.target]);
  for (const one of sent('repeats').flat()) expect(header(one.headers, 'cache-control')).toBe('no-cache');
});

it('respells names so that no cache knows the request, each time in another way', () => {
  const respelled = sent('repeats').flatMap((both, index) => (index % 2 === 1 ? both : []));
  expect(new Set(respelled.map(({ target }) => target)).size).toBe(4);
  for (const { target } of respelled) expect(target).not.toContain('page%5Boffset%5D');
});

it('reorders parameters as they were never sent, and adds empty ones if all orders were', () => {
  const [[reordered] = []] = sent('by turns');
  expect(reordered?.target).toBe(
    '/nodes/1/products?page%5Blimit%5D=2&filter=eq(name,Tent)&page%5Boffset%5D=1',
  );
  const [[again] = []] = sent('by turns', (target) => !target.endsWith('&'));
  expect(again?.target).toBe(`${reordered?.target}&`);
});

it('sends every other round of turns without no-cache', () => {
  const caches = sent('by turns').map(([{ headers }]) => header(headers, 'cache-control'));
  expect(caches).toEqual(Array(5).fill(['no-cache', undefined]).flat());
});

it('sends exactly the same bytes in the series of that name', () => {
  expect(sent('exact')).toEqual([[request, request]]);
});

it('can only add a question mark to a request without a query', () => {
  const all = requestsOf('repeats', { ...request, target: '/nodes' }, (target) => target === '/nodes');
  expect(all.flat().map(({ target }) => target)).toEqual(['/nodes', '/nodes', ...Array(8).fill('/nodes?')]);
});
