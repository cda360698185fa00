import { randomUUID } from 'node:crypto';
import { answer, dataOf, isObject, isUuid, type Members, rejected } from './answers.ts';
import { account, offering, plan } from './operator-file.ts';
import type { Answer, Received, SubscriptionRecord, SubscriptionRequest, Ways } from './ways.ts';

/** The operation of section 4.2. */
export function subscriptionCreation(ways: Ways): (request: Received) => Answer {
  const { token, reject, record } = ways.subscriptions ?? {};
  const { accounts = [account()], currencies = ['USD', 'EUR'] } = ways.subscriptions ?? {};
  const { gateways = ['payments_gateway_a', 'payments_gateway_b'] } = ways.subscriptions ?? {};
  const earlier: SubscriptionRequest[] = [];
  return ({ authorization, text }) => {
    if (token !== undefined && authorization !== `Bearer ${token}`) return rejected(403, 'token');
    const data = dataOf(text);
    if (!data || !isSubscriptionRequest(data, gateways)) return rejected(ways.rejection ?? 422, 'input');
    if (!accounts.includes(data.account_id.toLowerCase())) return rejected(404, 'account');
    if (data.offering_id.toLowerCase() !== offering || data.plan_id.toLowerCase() !== plan)
      return rejected(404, 'offering');
    if (!currencies.includes(data.currency)) return rejected(ways.rejection ?? 422, 'currency');
    const status = reject?.(data, earlier);
    if (status !== undefined) return rejected(status, 'rejected');
    earlier.push(data);
    return created(data, record?.(data) ?? { id: randomUUID(), external_ref: data.external_ref });
  };
}

function created(request: SubscriptionRequest, { id, external_ref }: SubscriptionRecord): Answer {
  const now = new Date().toISOString();
  const timestamps = { updated_at: now, created_at: now };
  return answer(201, {
    data: {
      id,
      type: 'subscription',
      attributes: {
        ...(external_ref === undefined ? {} : { external_ref }),
        account_id: request.account_id.toLowerCase(),
        plan_id: request.plan_id.toLowerCase(),
        currency: request.currency,
        offering: {
          id: request.offering_id.toLowerCase(),
          type: 'subscription_offering',
          attributes: { name: 'Trail club', ...timestamps },
          meta: { external_product_refs: [], owner: 'store', timestamps },
        },
        meta: { owner: 'store', timestamps, status: 'active' },
      },
    },
  });
}

function isSubscriptionRequest(data: Members, gateways: readonly string[]): data is SubscriptionRequest {
  const { account_id, offering_id, plan_id, currency, external_ref, payment_authority } = data;
  return (
    [account_id, offering_id, plan_id].every(isUuid) &&
    typeof currency === 'string' &&
    (external_ref === undefined || isShort(external_ref, 2048)) &&
    (payment_authority === undefined ||
      payment_authority === null ||
      isPaymentAuthority(payment_authority, gateways))
  );
}

function isPaymentAuthority(value: unknown, gateways: readonly string[]): boolean {
  if (!isObject(value)) return false;
  const { type, customer_id, card_id, name, email } = value;
  return (
    isShort(type) &&
    gateways.includes(type) &&
    isShort(customer_id) &&
    isShort(card_id) &&
    isShort(name) &&
    name.trim().length >= 3 &&
    isShort(email) &&
    /^[^@\s]+@[^@\s]+$/.test(email)
  );
}

const isShort = (value: unknown, most = 1024): value is string =>
  typeof value === 'string' && value.length <= most;
