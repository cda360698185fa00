import { describe, expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { knownGoodOf } from '../../conformance/core/target.ts';
import { changeResponse } from '../../conformance/mutants/edits.ts';
import { har } from '../../conformance/report/har.ts';
import type { Report } from '../../conformance/report/report.ts';
import { show, unshownBody } from '../../conformance/report/show-exchange.ts';
import { subscriptionIds } from '../../spec/stub/subscription.ts';
import { isLost, type Mutant } from '../../src/http/exchange.ts';
import { at, type Json, withAt } from '../../src/json/json.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { redactedBody, redactorOf } from '../../src/secrets/redactor.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, contract, ruleSet, target } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { archiveOf, entryOf, inspectWritten, listing, listingEntry } from './written-archive.ts';

const payment = {
  type: 'payments_gateway_a',
  customer_id: 'customer-77',
  card_id: 'card-4242',
  name: 'Mister Payername',
  email: 'payer@example.com',
};

const brokenIn = ({ results }: Report): string[] =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);

describe('the record of a check in which values are redacted', () => {
  it('reports nothing of a conforming server', async () => {
    // A client id that tells the secret is unwise, and allowed.
    const telling = changeResponse('application-key', (json) =>
      withAt(json, ['data', 'client_id'], `id-${at(json, 'data', 'client_secret')}`),
    );
    const [subscription] = knownGoodOf(target, 'subscription');
    const known = { ...target.known, subscription: [{ ...subscription, payment_authority: payment }] };
    const paying = { ...target, known };
    const check = await createCheck(
      { contract, ruleSet, target: paying },
      { record: true, patience: 0, only: ['application-key', 'subscription'] },
    );
    const checked = await check.run(telling(conforming(), contract));
    expect(brokenIn(checked)).toEqual([]);
    const record = har(checked);
    expect(record).toContain('\\"email\\":\\"[redacted]\\"');
    expect(record).toContain('id-[redacted]');
    const again = await inspectWritten([record], {
      target: targetOfCatalog(catalog, target.baseUrl),
      strict: true,
    });
    expect(brokenIn(again)).toEqual([]);
  });
});

/** Sends subscriptions to a server, and inspects what a recorder that redacts secrets would write. */
async function inspectPassed(server: Mutant, bodies: readonly Json[]): Promise<Report> {
  const redactor = redactorOf(contract);
  const entries: object[] = [];
  const send = server(conforming(), contract);
  for (const json of bodies) {
    const request = {
      method: 'POST',
      target: '/subscriptions/subscriptions',
      headers: [['content-type', 'application/json']],
      body: Buffer.from(JSON.stringify(json)),
    } as const;
    const exchange = { request, response: await send(request) };
    redactor.learn(secretsInExchange(contract, exchange));
    const shown = show(exchange, redactor, { isForeign: true });
    if (isLost(exchange.response) || 'lost' in shown.response) throw new Error('the stub sent no response');
    const { request: sent, response } = shown;
    const bytes = { headers: response.headers, status: response.status, body: Buffer.from(response.body) };
    entries.push(
      entryOf(target.baseUrl, {
        request: { ...request, headers: sent.headers, body: Buffer.from(sent.body ?? '') },
        response: bytes,
      }),
    );
  }
  const archive = archiveOf(entries);
  expect(archive).not.toContain(payment.email);
  return inspectWritten([archive], { strict: true });
}

const subscribing = (email: string): Json => ({
  data: { ...subscriptionIds(catalog), currency: 'USD', payment_authority: { ...payment, email } },
});

describe('a recording in which values are redacted', () => {
  it('still shows what is wrong with the rest', async () => {
    const misattributed = changeResponse('subscription', (json) =>
      withAt(json, ['data', 'attributes', 'account_id'], '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41'),
    );
    const report = await inspectPassed(misattributed, [subscribing(payment.email)]);
    expect(brokenIn(report)).toEqual(['subscription/account-id-echo']);
  });

  it('shows no two requests to be equal', async () => {
    let count = 0;
    const seldom: Mutant = (next) => async (request) => {
      const response = await next(request);
      count += 1;
      return count === 2 && 'status' in response ? { ...response, status: 422 } : response;
    };
    const bodies = [payment.email, 'nobody at all', payment.email].map(subscribing);
    expect(brokenIn(await inspectPassed(seldom, bodies))).toEqual([]);
  });
});

describe('a listing in which values are redacted', () => {
  const product = (id: string) => ({ type: 'product', id, attributes: { name: 'Tent', status: 'live' } });
  const inspectListing = (text: string) => inspectWritten([archiveOf([listingEntry({ content: { text } })])]);
  const toldOf = async (id: string) => {
    const { results } = await inspectListing(
      JSON.stringify({ ...listing, data: [product(id), product(id)], meta: { results: { total: 2 } } }),
    );
    return results
      .filter(({ verdict }) => ['fail', 'inconclusive'].includes(verdict))
      .map(({ rule }) => rule);
  };

  it('shows no product twice, and none without the form of an id', async () => {
    const unlike = [...(await toldOf('tent')), ...(await toldOf('0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c11'))];
    const told = await toldOf('[redacted]');
    expect(unlike.length).toBeGreaterThan(0);
    expect(told).toEqual([]);
  });

  it('is left alone where a number of it is redacted', async () => {
    const report = await inspectListing('{"data":[],"meta":{"results":{"total":[redacted]}}}');
    expect(brokenIn(report)).toEqual([]);
    expect(report.recorded?.notes).toEqual(['1 in which too much is redacted']);
  });

  it('breaks nothing where all of it is redacted', async () => {
    expect(brokenIn(await inspectListing(redactedBody))).toEqual([]);
    expect(brokenIn(await inspectListing(unshownBody))).toEqual([]);
  });
});
