import { describe, expect, it } from 'vitest';
import { journalLimit } from '../../../src/stub/journal.ts';
import { ask, makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kits');
const subscription = {
  data: {
    account_id: 'x',
    payment_authority: { type: 'payments_gateway_a', customer_id: 'canary-customer', card_id: 'canary-card' },
  },
};

describe('the journal', () => {
  it('can be turned off', async () => {
    const stub = makeStub({ journal: false });
    await ask('GET', path, { stub });
    expect(stub.journal.read()).toEqual([]);
  });

  it('keeps requests and their outcome, but no secrets', async () => {
    const stub = makeStub();
    const headers = [
      ['Authorization', 'Bearer canary-token'],
      ['Cookie', 'canary-cookie'],
      ['X-Api-Key', 'canary-key'],
      ['Content-Type', 'application/json'],
      ['X-Request', 'seven'],
    ] as const;
    const target = '/subscriptions/subscriptions?access_token=canary-query&filter=a';
    await ask('POST', target, { body: subscription, headers, stub });
    const [received] = stub.journal.read();
    expect(received).toMatchObject({
      number: 1,
      method: 'POST',
      operation: 'subscription',
      target: '/subscriptions/subscriptions?access_token=[redacted]&filter=a',
      status: 422,
      clause: expect.stringContaining('subscription/request-account-id-uuid'),
      json: {
        data: { account_id: 'x', payment_authority: { type: 'payments_gateway_a', card_id: '[redacted]' } },
      },
    });
    expect(received?.headers).toContainEqual(['Authorization', 'Bearer [redacted]']);
    expect(received?.headers).toContainEqual(['X-Request', 'seven']);
    expect(JSON.stringify(received)).not.toContain('canary');
  });

  it('shows payment values if it is asked to, and no other secrets', async () => {
    const stub = makeStub({ reveal: true });
    const body = { data: { ...subscription.data, client_secret: 'canary-secret' } };
    await ask('POST', '/subscriptions/subscriptions', { body, stub });
    const [received] = stub.journal.read();
    expect(received?.json).toMatchObject({
      data: { payment_authority: { customer_id: 'canary-customer', card_id: 'canary-card' } },
    });
    expect(JSON.stringify(received)).not.toContain('canary-secret');
  });

  it.each([
    ['any token will do', {}, ['any', 'any', 'any', undefined]],
    ['one is expected', { expectedToken: 'canary-1' }, ['expected', 'other', 'other', undefined]],
    ['each operation has its own', { choices: { tokens: 'own' } }, ['other', 'other', 'expected', undefined]],
  ] as const)('tells whether a token was the expected one, where %s', async (_, options, told) => {
    const stub = makeStub(options);
    for (const token of ['Bearer canary-1', 'bearer canary-2', 'Bearer token-for-node-products', 'canary-3'])
      await ask('GET', path, { headers: [['Authorization', token]], stub });
    expect(stub.journal.read().map(({ token }) => token)).toEqual(told);
    expect(stub.journal.read().every(({ status }) => status === 200)).toBe(true);
    expect(JSON.stringify(stub.journal.read())).not.toMatch(/canary|token-for/);
    const [wanted] = told;
    expect(stub.journal.read({ token: wanted }).length).toBe(told.filter((one) => one === wanted).length);
  });

  it('can be filtered', async () => {
    const stub = makeStub();
    for (const target of [path, '/nothing', `${path}?filter=eq`]) await ask('GET', target, { stub });
    await ask('DELETE', path, { stub });
    const numbers = (wanted: Parameters<typeof stub.journal.read>[0]) =>
      stub.journal.read(wanted).map(({ number }) => number);
    expect(numbers({ operation: 'node-products' })).toEqual([1, 3, 4]);
    expect(numbers({ operation: 'node-products', method: 'GET', after: 1 })).toEqual([3]);
    expect(numbers({ status: 404 })).toEqual([2]);
    expect(numbers({ clause: 'node-products/filter-unparsable' })).toEqual([3]);
    stub.journal.clear();
    expect(numbers({})).toEqual([]);
  });

  it('keeps a limited number of the latest requests, and no long bodies', async () => {
    const stub = makeStub();
    await ask('POST', '/v2/application-keys', { body: `"${'a'.repeat(100_000)}"`, stub });
    expect(stub.journal.read()).toEqual([expect.objectContaining({ bytes: 100_002 })]);
    expect(stub.journal.read()[0]).not.toHaveProperty('json');
    for (let sent = 0; sent < 2 * journalLimit; sent += 1) await ask('GET', '/nothing', { stub });
    const numbers = stub.journal.read().map(({ number }) => number);
    expect([numbers.length, numbers.at(-1)]).toEqual([journalLimit, 2 * journalLimit + 1]);
  });
});
