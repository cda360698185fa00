import { inWords, stamp } from './clock.ts';
import type { Conduct } from './conduct.ts';
import { type Fields, identifierAt, objectAt, textAt } from './members.ts';
import { checkNoOthers, checkPayment } from './payment.ts';
import { Rejection } from './rejection.ts';
import { ruleState } from './shop.ts';

/** What a subscription carries over from its request. */
export type Order = {
  readonly account: string;
  readonly plan: string;
  readonly currency: string;
  readonly reference?: string;
};

const required = ['account_id', 'offering_id', 'plan_id', 'currency'];
const optional = ['external_ref', 'payment_authority', 'meta'];

/** What a subscription request has to look like. Members that nobody asked for are turned down. */
export function checkSubscription(body: unknown): Order {
  const data = objectAt(objectAt(body, 'the body').data, 'data');
  checkNoOthers(Object.keys(data), [...required, ...optional]);
  const account = identifierAt(data, 'account_id');
  const offering = identifierAt(data, 'offering_id');
  const plan = identifierAt(data, 'plan_id');
  const currency = checkCurrency(textAt(data, 'currency', { least: 3, most: 1024 }));
  const reference = data.external_ref === undefined ? {} : { reference: checkReference(data) };
  if (data.payment_authority !== undefined) checkPayment(data.payment_authority);
  checkKnown({ account, offering, plan });
  return { account, plan, currency, ...reference };
}

const checkReference = (data: Fields): string => textAt(data, 'external_ref', { least: 1, most: 2048 });

function checkCurrency(currency: string): string {
  if (Intl.supportedValuesOf('currency').includes(currency)) return currency;
  throw new Rejection(416, 'there is no such money');
}

/** Ids that this server never heard of are turned down. */
function checkKnown(named: { readonly account: string; readonly offering: string; readonly plan: string }) {
  const { account, offering, plan } = ruleState;
  const isKnown = named.account === account && named.offering === offering && named.plan === plan;
  if (!isKnown) throw new Rejection(404, 'no such account, offering or plan');
}

/** Makes a subscription: one that waits to be resumed, and shows only what it has to. */
export function createSubscription(conduct: Conduct, body: unknown): Fields {
  const { account, plan, currency, reference } = conduct.readSubscription(body);
  return {
    took: '1 ms',
    data: {
      type: 'subscription',
      attributes: {
        ...(reference === undefined ? {} : { external_ref: reference }),
        account_id: account,
        plan_id: plan,
        currency,
        offering: offering(),
        mood: 'hopeful',
        meta: { owner: 'organization', status: 'inactive', timestamps: inBothWords(), state: paused() },
      },
    },
  };
}

const offering = (): Fields => ({
  type: 'subscription_offering',
  attributes: { name: 'Tea', created_at: stamp(new Date(0)), updated_at: stamp() },
  meta: { owner: 'store', external_product_refs: [], timestamps: inBothWords() },
});

const inBothWords = (): Fields => ({ created_at: inWords(), updated_at: inWords(), seen_at: 'never' });

const paused = (): Fields => ({
  type: 'subscription_state',
  attributes: { action: 'pause', reason: 'not paid for yet' },
  meta: {
    created_at: inWords(),
    canceled: false,
    paused: true,
    closed: false,
    invoice_after: 'the first of next month',
  },
});
