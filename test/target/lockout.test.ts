import { expect, it } from 'vitest';
import type { Answer } from '../../conformance/core/evidence.ts';
import type { Result } from '../../conformance/core/verdict.ts';
import { watchLockouts } from '../../conformance/engine/availability.ts';

const answer = (
  status: number,
  target = '/products',
  operation: Answer['operation'] = 'node-products',
): Answer => ({
  call: { method: 'GET', target, headers: [], isDue: true },
  reply: { status, headers: [], body: Buffer.from('{}'), ms: 1 },
  operation,
  accepted: status === 200,
  request: { defects: [] },
  body: { json: {} },
});

const result = (verdict: Result['verdict'], ...exchanges: Answer[]): Result => ({
  rule: 'node-products/served',
  clause: 'node-products/served',
  source: 'contract',
  operation: exchanges[0]?.operation ?? 'node-products',
  level: 'must',
  title: '',
  verdict,
  exchanges,
});

const watched = (...answers: readonly Answer[]) => {
  const lockouts = watchLockouts();
  for (const one of answers) lockouts.takeAnswer(one);
  return lockouts;
};
const many = (status: number): Answer[] => Array.from({ length: 9 }, () => answer(status));

it('holds nothing against a server from the request on that locked the check out', () => {
  const { explain } = watched(answer(200), answer(400), answer(403, '/attack'), answer(400), ...many(403));
  const open = {
    verdict: 'inconclusive',
    why: expect.stringMatching(/^from GET \/attack on, 10 requests were rejected \(403\) .*: a firewall may/),
  };
  expect(explain(result('fail', answer(403)))).toMatchObject(open);
  expect(explain(result('untested'))).toMatchObject(open);
  const others = [result('fail', answer(500)), result('pass'), { ...result('untested'), because: 'another' }];
  for (const other of others) expect(explain(other)).toBe(other);
});

it('names the token if all is rejected with 401 from some request on', () => {
  expect(watched(answer(200), answer(401), ...many(401)).explain(result('fail', answer(401)))).toMatchObject({
    verdict: 'inconclusive',
    remedy: { kind: 'token', operation: 'node-products', token: 'one that stays valid for the whole check' },
  });
});

it('names a quota if all is rejected with 402 from some request on', () => {
  expect(watched(answer(200), answer(402), ...many(402)).explain(result('fail', answer(402)))).toMatchObject({
    verdict: 'inconclusive',
    why: expect.stringMatching(/ were rejected \(402\) .*: a quota may be used up/),
  });
});

it('calls nothing a lockout that let nobody in, lets somebody in again, or rejects few', () => {
  const failed = result('fail', answer(403));
  const late = answer(200);
  const others = [
    [{ ...late, reply: { ...late.reply, failedOnce: answer(403).reply } }, answer(403), ...many(403)],
    [answer(403), ...many(403)],
    [answer(200), answer(403), ...many(403), answer(200)],
    [answer(200), ...many(403)],
    [answer(200), answer(404), ...many(404)],
  ];
  for (const answers of others) expect(watched(...answers).explain(failed)).toBe(failed);
  const keys = [200, 403, ...Array(9).fill(403)].map((status) => answer(status, '/', 'application-key'));
  const [key] = keys.slice(-1);
  if (key) expect(watched(...keys).explain(result('fail', key))).toMatchObject({ verdict: 'fail' });
});
