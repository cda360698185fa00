import { expect, it } from 'vitest';
import type { Answer } from '../../conformance/core/evidence.ts';
import { rateRemedy } from '../../conformance/core/remedies.ts';
import type { Result } from '../../conformance/core/verdict.ts';
import { watchUnanswered } from '../../conformance/engine/availability.ts';
import type { Call, Reply } from '../../src/http/exchange.ts';

const json = 'application/json';
const reply = (status: number, type = json): Reply => ({
  status,
  headers: [['content-type', type]],
  body: Buffer.from('{}'),
  ms: 1,
});
const call = (isDue = false): Call => ({
  method: 'POST',
  target: '/v2/application-keys',
  headers: [],
  body: Buffer.from('{}'),
  ...(isDue ? { isDue } : {}),
});
const answer = (given: Call, got: Reply): Answer => ({
  call: given,
  reply: got,
  operation: 'application-key',
  accepted: got.status < 300,
  request: { defects: [] },
  body: { json: {} },
});
const result = (verdict: Result['verdict'], shown?: Reply): Result => ({
  rule: 'application-key/accepted',
  clause: 'application-key/accepted',
  source: 'contract',
  operation: 'application-key',
  level: 'must',
  title: '',
  verdict,
  why: 'because',
  exchanges: shown ? [{ call: call(), reply: shown }] : [],
});

it('names the rate where most creations were blocked', () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  for (let count = 0; count < 30; count += 1) watch.takeAnswer(answer(call(), reply(201)));
  expect(watch.explain(result('untested')).verdict).toBe('untested');
  for (let count = 0; count < 66; count += 1)
    watch.takeAnswer(answer(call(count === 9), reply(403, 'text/html')));
  expect(watch.explain(result('untested'))).toMatchObject({
    verdict: 'inconclusive',
    why: expect.stringContaining('66 of 96 requests'),
    remedy: { option: '--rate', value: expect.stringMatching(/^[\d.]+\/s$/) },
  });
  // What was blocked like most is no finding; another failure is.
  expect(watch.explain(result('fail', reply(403, 'text/html'))).verdict).toBe('inconclusive');
  expect(watch.explain(result('fail', reply(500))).verdict).toBe('fail');
});

it("tells a rejection that looks unlike the server's own, and holds no firewall's against it", () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  for (let count = 0; count < 3; count += 1) watch.takeAnswer(answer(call(), reply(422)));
  const told = expect.stringContaining("(text/html) does not look like the server's own (application/json)");
  expect(watch.explain(result('fail', reply(400, 'text/html')))).toMatchObject({
    verdict: 'fail',
    why: told,
  });
  expect(watch.explain(result('fail', reply(403, 'text/html')))).toMatchObject({
    verdict: 'inconclusive',
    why: told,
  });
  expect(watch.explain(result('fail', reply(403)))).toEqual(result('fail', reply(403)));
});

it("names a gateway only if another name is in Server: a framework's own page is not one", () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  for (let count = 0; count < 3; count += 1) watch.takeAnswer(answer(call(), reply(422)));
  const page = reply(404, 'text/html');
  expect(watch.explain(result('fail', page)).why).not.toContain('gateway');
  const other = { ...page, headers: [...page.headers, ['server', 'edge'] as const] };
  expect(watch.explain(result('fail', other)).why).toContain('a gateway may have sent it');
});

it('names the rate for a rejection like others that were accepted when they were tried again', () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  const blocked = reply(403, 'text/html');
  // What was never accepted may be blocked for good.
  watch.takeAnswer(answer(call(true), blocked));
  expect(watch.rateAgainst({ call: call(), reply: blocked })).toBeUndefined();
  watch.takeAnswer(answer(call(), { ...reply(201), failedOnce: blocked }));
  expect(watch.rateAgainst({ call: call(), reply: blocked })).toMatchObject({
    option: '--rate',
    value: expect.stringMatching(/^[\d.]+\/s$/),
  });
  expect(watch.rateAgainst({ call: call(), reply: reply(403) })).toBeUndefined();
});

it('names half of the rate at which requests were accepted, where the others were blocked', () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  const blocked = reply(403, 'text/html');
  const open = { ...result('inconclusive', blocked), remedy: rateRemedy };
  for (let count = 0; count < 40; count += 1) watch.takeAnswer(answer(call(), reply(201)));
  expect(watch.explain(open).remedy).toBe(rateRemedy);
  watch.takeInterrupted({
    call: call(true),
    reply: { ...blocked, cameBack: 'blocked' },
    operation: 'application-key',
    why: 'blocked',
  });
  expect(watch.explain(open).remedy).toMatchObject({ option: '--rate', value: '20/s' });
});
