import { describe, expect, it } from 'vitest';
import { findingOf } from '../../conformance/report/finding.ts';
import { show, unshownBody } from '../../conformance/report/show-exchange.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { secretsInResponse } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor, redactorOf } from '../../src/secrets/redactor.ts';
import { contract } from '../shipped.ts';
import { sampleOutcome } from './sample.ts';

const exchange = (body: Uint8Array): Exchange => ({
  request: { method: 'POST', target: '/k', headers: [], body },
  response: { status: 200, headers: [], body, ms: 1 },
});

describe('an exchange that is shown', () => {
  it('holds short bodies whole, without their secrets', () => {
    const body = Buffer.from(`{"a":"tell-nobody"}${'ä'.repeat(100_000)}`);
    const { request, response } = show(exchange(body), createRedactor(['tell-nobody']));
    const text = `{"a":"[redacted]"}${'ä'.repeat(100_000)}`;
    expect([request.body, response]).toEqual([text, expect.objectContaining({ body: text })]);
  });

  it('holds no bodies once there is no time for them, so that nothing of them is left to redact', () => {
    const body = Buffer.from('{"client_secret":"tell-nobody"}');
    const redactor = createRedactor();
    const soon = show(exchange(body), redactor, { reportBy: performance.now() + 600_000 });
    const late = show(exchange(body), redactor, { reportBy: performance.now() - 1 });
    expect(soon.response).toMatchObject({ body: '{"client_secret":"[redacted]"}' });
    expect([late.request.body, late.response]).toEqual([
      unshownBody,
      expect.objectContaining({ body: unshownBody }),
    ]);
  });

  it('is that of its own call, where one reply answers many', () => {
    const { request, response } = exchange(Buffer.from('{}'));
    const exchanges = ['/a', '/b', '/a'].map((target, id) => ({
      id,
      request: { ...request, target },
      response,
    }));
    const [result] = sampleOutcome.results;
    if (!result) throw new Error('the sample has changed');
    const finding = findingOf(
      { ...result, exchanges },
      { ...sampleOutcome, redactor: createRedactor(), isForeign: false },
    );
    expect(finding.exchanges.map(({ request }) => request.target)).toEqual(['/a', '/b', '/a']);
  });

  it('is of the rule that it is of, also if a secret is a part of its id, or a verdict', () => {
    for (const result of sampleOutcome.results) {
      const { rule, clause, operation, level, verdict } = result;
      const redactor = createRedactor([rule.slice(0, 8), String(operation), level, verdict, 'untested']);
      const finding = findingOf(result, { ...sampleOutcome, redactor, isForeign: false });
      expect(finding).toMatchObject({ rule, clause, level, verdict, ...(operation ? { operation } : {}) });
    }
  });

  it('holds of a long body no more than any report shows, and its length', () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'ä');
    const { request, response } = show(exchange(body), createRedactor());
    for (const text of [request.body, 'body' in response ? response.body : undefined]) {
      expect(text?.length).toBeLessThan(300_000);
      expect(text).toMatch(/^ä+… \(8388608 bytes\)$/);
    }
  });

  it('holds what a rejection says about a payment field, and no value that the request sent', () => {
    const sent = {
      payment_authority: { type: 'a', customer_id: 'customer-77', card_id: '4242', name: 'Anna' },
    };
    const said = '{"errors":{"customer_id":["no more than 255 characters"],"card_id":"required"}}';
    const rejection = (text: string): Exchange => ({
      request: { ...exchange(Buffer.from('')).request, body: Buffer.from(JSON.stringify(sent)) },
      response: { status: 422, headers: [], body: Buffer.from(text), ms: 1 },
    });
    const redactor = redactorOf(contract);
    redactor.learn(secretsInResponse(contract, rejection(said)));
    for (const isForeign of [false, true]) {
      const shown = (text: string) => show(rejection(text), redactor, { isForeign }).response;
      expect(shown(said)).toMatchObject({ body: said });
      expect(shown('{"customer_id":"customer-77","card_id":["4242"],"client_secret":"x"}')).toMatchObject({
        body: '{"customer_id":"[redacted]","card_id":["[redacted]"],"client_secret":"[redacted]"}',
      });
    }
    for (const words of [
      '{"token":"the token expired 3 minutes ago"}',
      '{"authorization":["expected Bearer, got 2 parts"]}',
    ])
      expect(show(rejection(words), redactor).response).toMatchObject({ body: words });
    expect(
      show(rejection('{"token":"a1b2 c3d4","client_secret":"one two three"}'), redactor).response,
    ).toMatchObject({
      body: '{"token":"[redacted]","client_secret":"[redacted]"}',
    });
    expect(redactor.text('"no more than 255 characters"')).toBe('"no more than 255 characters"');
  });
});
