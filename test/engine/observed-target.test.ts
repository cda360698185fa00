import { expect, it } from 'vitest';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import type { RunRequest } from '../../conformance/core/exchange.ts';
import { observeTarget } from '../../conformance/engine/observed-target.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';
import { contract } from '../shipped.ts';
import { readExchange } from './read-exchange.ts';

const operation = 'application-key';
const json = 'application/json';
const response = (status: number, type = json): HttpResponse =>
  responseOf(status, [['content-type', type]], '{}');
const request = (isDue = false): RunRequest => ({
  method: 'POST',
  target: '/v2/application-keys',
  headers: [],
  body: Buffer.from('{}'),
  ...(isDue ? { isDue } : {}),
});
const exchange = (given: RunRequest, got: HttpResponse): ReadExchange =>
  readExchange(given, got, { operation });
const observe = () => observeTarget(contract, () => undefined);
const blocked = response(403, 'text/html');

it('counts requests as blocked once one like them was rejected although the target accepts it', () => {
  const target = observe();
  for (let count = 0; count < 30; count += 1) target.take(exchange(request(), response(201)));
  for (let count = 0; count < 66; count += 1) target.take(exchange(request(count === 9), blocked));
  expect(target.blockedOf(operation)).toEqual({ blocked: 66, all: 96 });
  expect(target.isBlocking(blocked)).toBe(true);
  expect(target.isBlocking(response(500))).toBe(false);
});

it('calls blocked what was accepted when it was sent again, and not what was never accepted', () => {
  const target = observe();
  target.take(exchange(request(true), blocked));
  expect(target.rateAgainst({ response: blocked })).toBeUndefined();
  target.take({ ...exchange(request(), response(201)), failedOnce: exchange(request(), blocked) });
  expect(target.rateAgainst({ response: blocked })).toMatchObject({
    option: '--rate',
    value: expect.stringMatching(/^[\d.]+\/s$/),
  });
  expect(target.rateAgainst({ response: response(403) })).toBeUndefined();
});

it('knows how most rejections of a server look, once it has seen three', () => {
  const target = observe();
  for (let count = 0; count < 2; count += 1) target.take(exchange(request(), response(422)));
  expect(target.usualForm()).toBeUndefined();
  target.take(exchange(request(), response(422)));
  expect(target.usualForm()).toEqual({ type: json, server: undefined });
});

it('measures half of the rate at which requests were accepted, where the others were blocked', () => {
  const target = observe();
  for (let count = 0; count < 40; count += 1) target.take(exchange(request(), response(201)));
  expect(target.rate()).toBeUndefined();
  target.takeInterrupted({
    request: request(true),
    id: 1,
    response: blocked,
    cameBack: 'blocked',
    operation,
    why: 'blocked',
  });
  expect(target.rate()).toBe(20);
});

it('prefers the rate that the requests of the run reached', () => {
  expect(observeTarget(contract, () => 3).rate()).toBe(3);
});

it('finds the first request without a response of an operation that rarely got one', () => {
  const target = observe();
  const lost = { id: 1, request: request(), operation, why: 'no response' };
  target.takeInterrupted({ ...lost, response: { lost: 'unsent', detail: '', ms: 0 } });
  expect(target.unansweredOf(operation)).toBeUndefined();
  const timeout = { lost: 'timeout', detail: '', ms: 0 } as const;
  target.takeInterrupted({ ...lost, response: timeout });
  target.takeInterrupted({ ...lost, response: timeout, why: 'another' });
  expect(target.unansweredOf(operation)?.why).toBe('no response');
  for (let count = 0; count < 2; count += 1) target.take(exchange(request(), response(201)));
  expect(target.unansweredOf(operation)).toBeUndefined();
});
