import { randomUUID } from 'node:crypto';
import type { Behaviour } from '../behaviour.ts';
import { account, defaultSet, type OperatorFile, type SubscriptionSet } from '../server/operator-file.ts';
import type { SubscriptionRecord, SubscriptionRequest, SubscriptionWays } from '../server/ways.ts';

const usedUp =
  'each set that the target file names is good for one check, and the operator has to name others';

export const creations: readonly Behaviour[] = [
  {
    name: 'default',
    does: 'Serves all three operations to the letter, from a small shop.',
    permitted: 'It is what sections 2 and 4 say.',
  },
  {
    name: 'name-tidied',
    does: 'Stores the name of a key without surrounding spaces, and in the composed form of Unicode.',
    permitted: 'Reading 12: only plain names have to come back as sent, and composed forms are compared.',
    ways: () => ({ keys: { keptName: (name) => name.trim().normalize('NFC') } }),
  },
  {
    name: 'text-after-json',
    does: 'Reads the first JSON value of a body and takes no notice of what follows it.',
    permitted: 'Reading 3: text after a complete value is unspecified.',
    ways: () => ({ keys: { read: (text) => text.slice(0, text.lastIndexOf('}') + 1) } }),
  },
  {
    name: 'conflict-for-bad-input',
    does: 'Rejects all bad input with 409.',
    permitted: 'Section 7: status codes are not shown; principle P3: every 4xx is a rejection.',
    ways: () => ({ rejection: 409 }),
  },
  {
    name: 'login-page',
    does: 'Sends whoever asks for a key without a token to a login page.',
    permitted: 'Section 7: status codes are not shown; the readings: who is answered 3xx was not let in.',
    ways: () => ({ keys: { stranger: { status: 302, body: {}, headers: { location: '/login' } } } }),
  },
  {
    name: 'token-for-each-operation',
    does: 'Wants another token for each operation.',
    permitted: 'Reading 10: operations may need different tokens.',
    ways: () => ({
      keys: { token: 'key-token' },
      subscriptions: { token: 'subscription-token' },
      listings: { token: 'listing-token' },
    }),
    file: (usual) => ({
      ...usual,
      token: {
        'application-key': 'key-token',
        subscription: 'subscription-token',
        'node-products': 'listing-token',
      },
    }),
  },
  {
    name: 'account-once-few-named',
    does: 'Takes each account once for a plan, and the target file names as many as the number.',
    permitted: 'Principle P3: a duplicate is no broken rule, and the operator may name several sets.',
    numbers: [1, 6],
    times: 2,
    undetermined: { because: usedUp },
    ...onceBy(({ account_id, plan_id }) => account_id + plan_id, { payment: 'any' }),
  },
  {
    name: 'account-once-twenty-named',
    does: 'Takes each account once for a plan, and the target file names as many as the number.',
    permitted: 'Principle P3: a duplicate is no broken rule, and the operator may name several sets.',
    numbers: [20],
    times: 2,
    undetermined: { because: usedUp, fromRun: 2 },
    ...onceBy(({ account_id, plan_id }) => account_id + plan_id, { payment: 'any' }),
  },
  {
    name: 'once-per-currency-few-named',
    does: 'Takes each account once for a plan and a currency, of three, and the target file names as many accounts as the number.',
    permitted: 'Principle P3: a duplicate is no broken rule, and the operator may name several sets.',
    numbers: [3],
    times: 3,
    undetermined: { because: usedUp },
    ...oncePerCurrency(),
  },
  {
    name: 'once-per-currency-twelve-named',
    does: 'Takes each account once for a plan and a currency, of three, and the target file names as many accounts as the number.',
    permitted: 'Principle P3: a duplicate is no broken rule, and the operator may name several sets.',
    numbers: [12],
    times: 4,
    undetermined: { because: usedUp, fromRun: 2 },
    ...oncePerCurrency(),
  },
  {
    name: 'once-per-reference',
    does: 'Takes each external reference once for an account and a plan, and none at all once.',
    permitted: 'Principle P3: whether two creations are one too many is not stated.',
    times: 2,
    ways: () => ({
      subscriptions: once(
        ({ account_id, plan_id, external_ref = '' }) => account_id + plan_id + external_ref,
      ),
    }),
  },
  {
    name: 'first-one-free',
    does: 'Takes one subscription of an account without payment, and any number with it.',
    permitted:
      'Principle P3: money and duplicates are grounds of rejection that the specification leaves to a server.',
    times: 2,
    ways: () => ({
      subscriptions: once(({ account_id, payment_authority }) =>
        payment_authority ? undefined : account_id,
      ),
    }),
    file: (usual) => ({ ...usual, subscription: defaultSet }),
  },
  {
    name: 'upsert',
    does: 'Changes the subscription of an account, a plan and a currency where there is one, and keeps its id.',
    permitted:
      'Reading 13: an upsert is conceivable, so that equal ids are a warning where requests differ in no more than a reference or a payment.',
    ways: () => ({ subscriptions: { record: upsert() } }),
  },
  {
    name: 'upsert-without-payment',
    does: 'Changes the subscription of an account, a plan and a currency where there is one, for an operator who names no payment.',
    permitted:
      'Reading 13: an upsert is conceivable, so that equal ids are a warning where requests differ in no more than a reference or a payment.',
    ways: () => ({ subscriptions: { record: upsert() } }),
    file: (usual) => ({ ...usual, subscription: defaultSet }),
  },
];

type Key = (request: SubscriptionRequest) => string | undefined;

/** Rejects a request whose key was there before; one without a key is never a duplicate. */
function once(keyOf: Key): SubscriptionWays {
  return {
    reject: (request, earlier) => {
      const key = keyOf(request);
      return key !== undefined && earlier.some((one) => keyOf(one) === key) ? 409 : undefined;
    },
  };
}

/** A server that knows as many accounts as the number, and an operator who names them all. */
function onceBy(keyOf: Key, more: Partial<SubscriptionSet>, currencies = ['USD', 'EUR']) {
  return {
    ways: (number: number) => ({
      subscriptions: { ...once(keyOf), currencies, accounts: accounts(number) },
    }),
    file: (usual: OperatorFile, number: number) => ({
      ...usual,
      subscription: accounts(number).map((account_id) => ({ ...defaultSet, account_id, ...more })),
    }),
  };
}

function oncePerCurrency() {
  return onceBy(({ account_id, plan_id, currency }) => account_id + plan_id + currency, { currency: 'CHF' }, [
    'USD',
    'EUR',
    'CHF',
  ]);
}

const accounts = (count: number): string[] => Array.from({ length: count }, (_, index) => account(index));

/** One record for each account, plan and currency; a reference that is left out stays as it was. */
function upsert(): (request: SubscriptionRequest) => SubscriptionRecord {
  const records = new Map<string, SubscriptionRecord>();
  return ({ account_id, plan_id, currency, external_ref }) => {
    const key = account_id + plan_id + currency;
    const old = records.get(key);
    const record = { id: old?.id ?? randomUUID(), external_ref: external_ref ?? old?.external_ref };
    records.set(key, record);
    return record;
  };
}
