import { expect, it } from 'vitest';
import type { RunExchange } from '../../conformance/core/exchange.ts';
import { learnShown } from '../../conformance/report/show-exchange.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { secretsInResponse } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor, everyNamed, redactedBody } from '../../src/secrets/redactor.ts';
import { contract } from '../shipped.ts';
import { sampleOutcome } from './sample.ts';

const body = Buffer.from('{"client_secret":"tell-nobody-1"}');
const exchange: RunExchange = {
  id: 1,
  request: { method: 'GET', target: '/', headers: [] },
  response: { status: 200, headers: [], body, ms: 1 },
};
const results = sampleOutcome.results.slice(0, 2).map((result) => ({ ...result, exchanges: [exchange] }));

it('a redactor learns the secrets of the responses that are shown, of each once', async () => {
  const redactor = createRedactor();
  const read: Exchange[] = [];
  await learnShown(redactor, results, (one) => {
    read.push(one);
    return secretsInResponse(contract, one);
  });
  expect(read).toEqual([exchange]);
  expect(redactor.text('it was tell-nobody-1')).toBe('it was [redacted]');
});

it('once there is no time for that, no body is searched, and none is shown', async () => {
  const redactor = createRedactor();
  await learnShown(
    redactor,
    results,
    () => {
      throw new Error('there is no time');
    },
    performance.now() - 1,
  );
  expect(redactor.body('{}', everyNamed)).toBe(redactedBody);
  expect(redactor.text('got "tell-nobody-1"')).toBe('got "[redacted]"');
});
