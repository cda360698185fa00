import { expect, it } from 'vitest';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import { watchLockouts } from '../../conformance/engine/lockouts.ts';
import { responseOf } from '../json-response.ts';
import { contract } from '../shipped.ts';
import { readExchange } from './read-exchange.ts';

const exchange = (
  status: number,
  target = '/products',
  operation: ReadExchange['operation'] = 'node-products',
): ReadExchange =>
  readExchange({ method: 'GET', target, headers: [], isDue: true }, responseOf(status, [], '{}'), {
    operation,
  });

const lockoutAfter = (
  exchanges: readonly ReadExchange[],
  operation: ReadExchange['operation'] = 'node-products',
) => {
  const lockouts = watchLockouts(contract);
  for (const one of exchanges) lockouts.take(one);
  return lockouts.of(operation);
};
const many = (status: number): ReadExchange[] => Array.from({ length: 9 }, () => exchange(status));

it.each([401, 402, 403])('finds the request from which on a listing rejected all with %i', (status) => {
  const exchanges = [
    exchange(200),
    exchange(400),
    exchange(status, '/attack'),
    exchange(400),
    ...many(status),
  ];
  expect(lockoutAfter(exchanges)).toMatchObject({ first: { request: { target: '/attack' } }, count: 10 });
});

it.each<[string, readonly ReadExchange[]]>([
  ['never let anybody in', [exchange(403), ...many(403)]],
  ['lets somebody in again', [exchange(200), exchange(403), ...many(403), exchange(200)]],
  ['rejects few', [exchange(200), ...many(403)]],
  ['rejects for another reason', [exchange(200), exchange(404), ...many(404)]],
  ['let a retry in', [retried(403), exchange(403), ...many(403)]],
])('calls it no lockout if the server %s', (_, exchanges) => {
  expect(lockoutAfter(exchanges)).toBeUndefined();
});

function retried(status: number): ReadExchange {
  return { ...exchange(200), failedOnce: exchange(status) };
}

it('calls it no lockout if only requests were rejected that nobody has to accept', () => {
  const odd = [exchange(403), ...many(403)].map((one) => ({
    ...one,
    request: { ...one.request, isDue: false },
  }));
  expect(lockoutAfter([exchange(200), ...odd])).toBeUndefined();
});

it('watches listings only', () => {
  const keys = [200, 403, ...Array(9).fill(403)].map((status) => exchange(status, '/', 'application-key'));
  expect(lockoutAfter(keys, 'application-key')).toBeUndefined();
});
