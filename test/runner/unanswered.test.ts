import { expect, it } from 'vitest';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import { rateRemedy } from '../../conformance/core/remedies.ts';
import type { Result } from '../../conformance/core/verdict.ts';
import { watchUnanswered } from '../../conformance/engine/availability.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/exchange.ts';

const json = 'application/json';
const response = (status: number, type = json): HttpResponse => ({
  status,
  headers: [['content-type', type]],
  body: Buffer.from('{}'),
  ms: 1,
});
const request = (isDue = false): HttpRequest => ({
  method: 'POST',
  target: '/v2/application-keys',
  headers: [],
  body: Buffer.from('{}'),
  ...(isDue ? { isDue } : {}),
});
const exchange = (given: HttpRequest, got: HttpResponse): ReadExchange => ({
  request: given,
  response: got,
  operation: 'application-key',
  accepted: got.status < 300,
  requestContent: { defects: [] },
  body: { json: {} },
});
const result = (verdict: Result['verdict'], shown?: HttpResponse): Result => ({
  rule: 'application-key/accepted',
  clause: 'application-key/accepted',
  source: 'contract',
  operation: 'application-key',
  level: 'must',
  title: '',
  verdict,
  why: 'because',
  exchanges: shown ? [{ request: request(), response: shown }] : [],
});

it('names the rate where most creations were blocked', () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  for (let count = 0; count < 30; count += 1) watch.takeExchange(exchange(request(), response(201)));
  expect(watch.explain(result('untested')).verdict).toBe('untested');
  for (let count = 0; count < 66; count += 1)
    watch.takeExchange(exchange(request(count === 9), response(403, 'text/html')));
  expect(watch.explain(result('untested'))).toMatchObject({
    verdict: 'inconclusive',
    why: expect.stringContaining('66 of 96 requests'),
    remedy: { option: '--rate', value: expect.stringMatching(/^[\d.]+\/s$/) },
  });
  // What was blocked like most is no finding; another failure is.
  expect(watch.explain(result('fail', response(403, 'text/html'))).verdict).toBe('inconclusive');
  expect(watch.explain(result('fail', response(500))).verdict).toBe('fail');
});

it("tells a rejection that looks unlike the server's own, and holds no firewall's against it", () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  for (let count = 0; count < 3; count += 1) watch.takeExchange(exchange(request(), response(422)));
  const told = expect.stringContaining("(text/html) does not look like the server's own (application/json)");
  expect(watch.explain(result('fail', response(400, 'text/html')))).toMatchObject({
    verdict: 'fail',
    why: told,
  });
  expect(watch.explain(result('fail', response(403, 'text/html')))).toMatchObject({
    verdict: 'inconclusive',
    why: told,
  });
  expect(watch.explain(result('fail', response(403)))).toEqual(result('fail', response(403)));
});

it("names a gateway only if another name is in Server: a framework's own page is not one", () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  for (let count = 0; count < 3; count += 1) watch.takeExchange(exchange(request(), response(422)));
  const page = response(404, 'text/html');
  expect(watch.explain(result('fail', page)).why).not.toContain('gateway');
  const other = { ...page, headers: [...page.headers, ['server', 'edge'] as const] };
  expect(watch.explain(result('fail', other)).why).toContain('a gateway may have sent it');
});

it('names the rate for a rejection like others that were accepted when they were tried again', () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  const blocked = response(403, 'text/html');
  // What was never accepted may be blocked for good.
  watch.takeExchange(exchange(request(true), blocked));
  expect(watch.rateAgainst({ request: request(), response: blocked })).toBeUndefined();
  watch.takeExchange(exchange(request(), { ...response(201), failedOnce: blocked }));
  expect(watch.rateAgainst({ request: request(), response: blocked })).toMatchObject({
    option: '--rate',
    value: expect.stringMatching(/^[\d.]+\/s$/),
  });
  expect(watch.rateAgainst({ request: request(), response: response(403) })).toBeUndefined();
});

it('names half of the rate at which requests were accepted, where the others were blocked', () => {
  const watch = watchUnanswered(
    () => undefined,
    () => true,
  );
  const blocked = response(403, 'text/html');
  const open = { ...result('inconclusive', blocked), remedy: rateRemedy };
  for (let count = 0; count < 40; count += 1) watch.takeExchange(exchange(request(), response(201)));
  expect(watch.explain(open).remedy).toBe(rateRemedy);
  watch.takeInterrupted({
    request: request(true),
    response: { ...blocked, cameBack: 'blocked' },
    operation: 'application-key',
    why: 'blocked',
  });
  expect(watch.explain(open).remedy).toMatchObject({ option: '--rate', value: '20/s' });
});
