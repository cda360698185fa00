import { describe, expect, it } from 'vitest';
import { ask, catalog, makeStub } from '../shop-stub.ts';

const path = '/subscriptions/subscriptions';
const [account_id = ''] = catalog.accounts;
const [offering] = catalog.offerings.values();
const [plan_id = ''] = catalog.plans;
const data = { account_id, offering_id: offering?.id ?? '', plan_id, currency: 'USD' };
const payment = {
  type: 'payments_gateway_a',
  customer_id: 'customer',
  card_id: 'card',
  name: 'Payer',
  email: 'payer@example.com',
};
const statusOf = async (changes: object, options = {}) =>
  (await ask('POST', path, { body: { data: { ...data, ...changes } }, stub: makeStub(options) })).status;

describe('creating a subscription', () => {
  it('invents an offering that is not in the catalog', async () => {
    const offering_id = '6b1f4a52-8c37-4d0e-9a64-2f5b7e31c9d8';
    const { text } = await ask('POST', path, { body: { data: { ...data, offering_id } } });
    expect(JSON.parse(text).data.attributes.offering.id).toBe(offering_id);
  });

  it('reports all problems at once', async () => {
    const { status, text } = await ask('POST', path, {
      body: { data: { account_id: 'x', currency: 'usd', payment_authority: { type: 'cash' } } },
    });
    const pointers = JSON.parse(text).errors.map((error: { source: object }) => error.source);
    expect(status).toBe(422);
    for (const field of ['account_id', 'offering_id', 'plan_id', 'currency', 'payment_authority/type']) {
      expect(pointers).toContainEqual({ pointer: `/data/${field}` });
    }
    expect(pointers).toContainEqual({ pointer: '/data/payment_authority/card_id' });
  });

  it('counts lengths in the chosen unit', async () => {
    const payment_authority = { ...payment, name: '\u{1F3D4}\u{1F3D4}' };
    expect(await statusOf({ payment_authority })).toBe(422);
    expect(await statusOf({ payment_authority }, { choices: { 'length-unit': 'utf16' } })).toBe(201);
    const external_ref = 'é'.repeat(2048);
    expect(await statusOf({ external_ref })).toBe(201);
    expect(await statusOf({ external_ref }, { choices: { 'length-unit': 'utf16' } })).toBe(201);
  });
});
