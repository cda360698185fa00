import { faulty, varied } from './flags.js';
import { canonical, newIdentifier, uuidPattern } from './identifiers.js';
import { Problem } from './problems.js';

const identifier = { type: 'string', pattern: uuidPattern };
const emailPattern = '^[^\\s@,;<>()]+@[^\\s@,;<>()]+$';

const currency = faulty('currency-pattern-open')
  ? { type: 'string', maxLength: 1024, pattern: '[A-Z]{3}' }
  : { type: 'string', enum: Intl.supportedValuesOf('currency') };

const paymentAuthority = {
  type: 'object',
  required: faulty('payment-card-not-required')
    ? ['type', 'customer_id', 'name', 'email']
    : ['type', 'customer_id', 'card_id', 'name', 'email'],
  properties: {
    type: {
      type: 'string',
      enum: faulty('payment-second-gateway-missing')
        ? ['payments_gateway_a']
        : ['payments_gateway_a', 'payments_gateway_b'],
    },
    customer_id: { type: 'string', maxLength: 1024 },
    card_id: { type: 'string', maxLength: 1024 },
    name: { type: 'string', minLength: faulty('payment-name-too-short') ? 2 : 3, maxLength: 1024 },
    email: { type: 'string', minLength: 3, maxLength: 1024, pattern: emailPattern },
  },
};

const requestBody = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['account_id', 'offering_id', 'plan_id', 'currency'],
      properties: {
        external_ref: faulty('external-reference-unbounded')
          ? { type: 'string' }
          : { type: 'string', maxLength: 2048 },
        account_id: identifier,
        offering_id: identifier,
        plan_id: identifier,
        currency,
        payment_authority: paymentAuthority,
      },
    },
  },
};

const requestQuery = { type: 'object', properties: { filter: { type: 'string' } } };

function presentOffering(row) {
  return {
    id: row.offering_id,
    type: 'subscription_offering',
    attributes: {
      external_ref: row.offering_external_ref,
      name: row.offering_name,
      description: row.offering_description,
      updated_at: row.offering_updated_at,
      created_at: row.offering_created_at,
    },
    meta: {
      external_product_refs: faulty('offering-references-as-text')
        ? row.external_product_refs
        : JSON.parse(row.external_product_refs),
      owner: row.offering_owner,
      timestamps: { updated_at: row.offering_updated_at, created_at: row.offering_created_at },
    },
  };
}

function presentState(row) {
  return {
    id: newIdentifier(),
    type: 'subscription_state',
    attributes: { action: 'resume' },
    meta: { created_at: row.created_at, canceled: false, paused: false, closed: false, invoice_after: row.next_month },
  };
}

function presentSubscription(row) {
  const meta = {
    owner: 'store',
    timestamps: { updated_at: row.updated_at, created_at: row.created_at },
    status: row.status,
  };
  if (varied('state-shown')) {
    meta.timestamps.resumed_at = row.created_at;
    meta.timestamps.end_date = row.next_year;
    meta.state = presentState(row);
  }
  const subscription = {
    id: row.id,
    type: 'subscription',
    attributes: {
      external_ref: row.external_ref ?? undefined,
      account_id: row.account_id,
      offering: presentOffering(row),
      plan_id: row.plan_id,
      currency: row.currency,
      meta,
    },
  };
  if (varied('queued-subscriptions')) delete subscription.id;
  return subscription;
}

export function subscriptionRoutes(app, { database }) {
  const findTerms = database.prepare(`
    SELECT accounts.id AS account_id, offering_plans.offering_id, offering_plans.plan_id
    FROM accounts
    JOIN offering_plans ON offering_plans.offering_id = :offering_id AND offering_plans.plan_id = :plan_id
    WHERE accounts.id = :account_id`);

  const findEarlier = database.prepare(`
    SELECT id FROM subscriptions
    WHERE account_id = :account_id AND offering_id = :offering_id AND plan_id = :plan_id`);

  const findCard = database.prepare(`
    SELECT 1 FROM gateway_cards WHERE gateway = :gateway AND customer_id = :customer_id AND card_id = :card_id`);

  const insertSubscription = database.prepare(`
    INSERT INTO subscriptions
      (id, external_ref, account_id, offering_id, plan_id, currency, payment_authority, status, created_at, updated_at)
    VALUES
      (:id, :external_ref, :account_id, :offering_id, :plan_id, :currency, :payment_authority, :status, :now, :now)`);

  const findSubscription = database.prepare(`
    SELECT subscriptions.*,
           strftime('%Y-%m-%dT%H:%M:%SZ', subscriptions.created_at, '+1 month') AS next_month,
           strftime('%Y-%m-%dT%H:%M:%SZ', subscriptions.created_at, '+1 year') AS next_year,
           offerings.external_ref AS offering_external_ref,
           offerings.name AS offering_name,
           offerings.description AS offering_description,
           offerings.owner AS offering_owner,
           offerings.created_at AS offering_created_at,
           offerings.updated_at AS offering_updated_at,
           json_group_array(offering_products.external_ref) AS external_product_refs
    FROM subscriptions
    JOIN offerings ON offerings.id = subscriptions.offering_id
    JOIN offering_products ON offering_products.offering_id = offerings.id
    WHERE subscriptions.id = ?
    GROUP BY subscriptions.id`);

  app.post('/subscriptions/subscriptions', {
    schema: { body: requestBody, querystring: requestQuery },
  }, async (request, reply) => {
    const { data } = request.body;
    const terms = findTerms.get({
      account_id: canonical(data.account_id),
      offering_id: canonical(data.offering_id),
      plan_id: canonical(data.plan_id),
    });
    if (!terms) throw new Problem(422, 'The account does not exist, or the offering has no such plan.');

    if (varied('one-subscription-per-account') && findEarlier.get({ ...terms })) {
      throw new Problem(409, 'The account already subscribes to this plan.');
    }
    const payment = data.payment_authority;
    if (varied('cards-checked') && payment
      && !findCard.get({ gateway: payment.type, customer_id: payment.customer_id, card_id: payment.card_id })) {
      throw new Problem(422, 'The payment gateway does not know this card.');
    }

    const id = newIdentifier();
    insertSubscription.run({
      ...terms,
      id,
      external_ref: data.external_ref ?? null,
      currency: data.currency,
      payment_authority: JSON.stringify(payment ?? null),
      status: varied('state-shown') ? 'inactive' : 'active',
      now: new Date().toISOString(),
    });
    reply.code(varied('queued-subscriptions') ? 202 : 201);
    return { data: presentSubscription(findSubscription.get(id)) };
  });
}
