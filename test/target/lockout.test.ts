import { expect, it } from 'vitest';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import type { Result } from '../../conformance/core/verdict.ts';
import { watchLockouts } from '../../conformance/engine/availability.ts';
import { contract } from '../../conformance/proof/fixtures.ts';

const exchange = (
  status: number,
  target = '/products',
  operation: ReadExchange['operation'] = 'node-products',
): ReadExchange => ({
  request: { method: 'GET', target, headers: [], isDue: true },
  response: { status, headers: [], body: Buffer.from('{}'), ms: 1 },
  operation,
  accepted: status === 200,
  requestContent: { defects: [] },
  body: { json: {} },
});

const result = (verdict: Result['verdict'], ...exchanges: ReadExchange[]): Result => ({
  rule: 'node-products/served',
  clause: 'node-products/served',
  source: 'contract',
  operation: exchanges[0]?.operation ?? 'node-products',
  level: 'must',
  title: '',
  verdict,
  exchanges,
});

const watched = (...exchanges: readonly ReadExchange[]) => {
  const lockouts = watchLockouts(contract);
  for (const one of exchanges) lockouts.takeExchange(one);
  return lockouts;
};
const many = (status: number): ReadExchange[] => Array.from({ length: 9 }, () => exchange(status));

it('holds nothing against a server from the request on that locked the check out', () => {
  const { explain } = watched(
    exchange(200),
    exchange(400),
    exchange(403, '/attack'),
    exchange(400),
    ...many(403),
  );
  const open = {
    verdict: 'inconclusive',
    why: expect.stringMatching(/^from GET \/attack on, 10 requests were rejected \(403\) .*: a firewall may/),
  };
  expect(explain(result('fail', exchange(403)))).toMatchObject(open);
  expect(explain(result('untested'))).toMatchObject(open);
  const others = [
    result('fail', exchange(500)),
    result('pass'),
    { ...result('untested'), because: 'another' },
  ];
  for (const other of others) expect(explain(other)).toBe(other);
});

it('names the token if all is rejected with 401 from some request on', () => {
  expect(
    watched(exchange(200), exchange(401), ...many(401)).explain(result('fail', exchange(401))),
  ).toMatchObject({
    verdict: 'inconclusive',
    remedy: { kind: 'token', operation: 'node-products', token: 'one that stays valid for the whole check' },
  });
});

it('names a quota if all is rejected with 402 from some request on', () => {
  expect(
    watched(exchange(200), exchange(402), ...many(402)).explain(result('fail', exchange(402))),
  ).toMatchObject({
    verdict: 'inconclusive',
    why: expect.stringMatching(/ were rejected \(402\) .*: a quota may be used up/),
  });
});

it('calls nothing a lockout that let nobody in, lets somebody in again, or rejects few', () => {
  const failed = result('fail', exchange(403));
  const late = exchange(200);
  const others = [
    [
      { ...late, response: { ...late.response, failedOnce: exchange(403).response } },
      exchange(403),
      ...many(403),
    ],
    [exchange(403), ...many(403)],
    [exchange(200), exchange(403), ...many(403), exchange(200)],
    [exchange(200), ...many(403)],
    [exchange(200), exchange(404), ...many(404)],
  ];
  for (const exchanges of others) expect(watched(...exchanges).explain(failed)).toBe(failed);
  const keys = [200, 403, ...Array(9).fill(403)].map((status) => exchange(status, '/', 'application-key'));
  const [key] = keys.slice(-1);
  if (key) expect(watched(...keys).explain(result('fail', key))).toMatchObject({ verdict: 'fail' });
});
