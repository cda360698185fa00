import { randomUUID } from 'node:crypto';
import { db } from '../db.js';
import { fault, variant } from '../flags.js';
import { Problem } from '../problem.js';
import { createSubscriptionBody } from '../validation.js';

const findAccount = db.pluck('SELECT 1 FROM accounts WHERE id = lower(?)');
const findPlan = db.pluck('SELECT 1 FROM plans WHERE id = lower(@plan_id) AND offering_id = lower(@offering_id)');
const plansOf = db.pluck('SELECT id FROM plans WHERE offering_id = ? ORDER BY code');
const findPaymentProfile = db.pluck(
  'SELECT 1 FROM payment_profiles WHERE gateway = @type AND customer_id = @customer_id AND card_id = @card_id',
);

const insertSubscription = db.prepare(`
  INSERT INTO subscriptions (id, external_ref, account_id, offering_id, plan_id, currency, payment_authority, owner,
    status, state_id, action, invoice_after, created_at, updated_at)
  VALUES (@id, @external_ref, @account_id, @offering_id, @plan_id, @currency, @payment_authority, 'store',
    @status, @state_id, 'resume', @invoice_after, @created_at, @created_at)
`);

const findSubscription = db.prepare('SELECT * FROM subscriptions WHERE id = ?');
const findOffering = db.prepare(fault('sub-offering-wrong-join')
  ? `SELECT o.* FROM subscriptions s
       JOIN plans chosen ON chosen.id = lower(s.plan_id)
       JOIN plans p ON p.code = chosen.code
       JOIN offerings o ON o.id = p.offering_id
      WHERE s.id = ? ORDER BY o.rowid`
  : 'SELECT o.* FROM subscriptions s JOIN offerings o ON o.id = lower(s.offering_id) WHERE s.id = ?');

const flag = (value) => (fault('sub-flags-as-integers') ? value : Boolean(value));

const presentOffering = (row) => ({
  ...(!variant('sparse-members') && { id: row.id }),
  type: 'subscription_offering',
  attributes: {
    ...(row.external_ref !== null && !variant('sparse-members') && { external_ref: row.external_ref }),
    name: row.name,
    ...(row.description !== null && !variant('sparse-members') && { description: row.description }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  },
  ...(!variant('sparse-members') && {
    relationships: { plans: { data: plansOf.all(row.id).map((id) => ({ id, type: 'subscription_plan' })) } },
  }),
  meta: {
    external_product_refs: JSON.parse(row.external_product_refs),
    owner: row.owner,
    timestamps: { created_at: row.created_at, updated_at: row.updated_at },
  },
});

const presentState = (row) => ({
  id: row.state_id,
  type: 'subscription_state',
  attributes: { action: row.action },
  meta: {
    created_at: row.created_at,
    canceled: flag(row.canceled),
    paused: flag(row.paused),
    closed: flag(row.closed),
    invoice_after: row.invoice_after,
  },
});

const present = (row, offering) => ({
  ...(!variant('sparse-members') && { id: row.id }),
  type: 'subscription',
  attributes: {
    ...(row.external_ref !== null && { external_ref: row.external_ref }),
    account_id: row.account_id,
    offering: presentOffering(offering),
    plan_id: fault('sub-plan-copy-paste') ? row.offering_id : row.plan_id,
    currency: row.currency,
    ...(!variant('sparse-members') && {
      relationships: { plan: { data: { id: row.plan_id.toLowerCase(), type: 'subscription_plan' } } },
    }),
    meta: {
      owner: row.owner,
      status: row.status,
      timestamps: { created_at: row.created_at, updated_at: row.updated_at },
      ...(!variant('sparse-members') && { state: presentState(row) }),
    },
  },
});

const DEFAULTS = { external_ref: null, payment_authority: null };

const withDefaults = (data) => (fault('sub-defaults-mutated') ? Object.assign(DEFAULTS, data) : { ...DEFAULTS, ...data });

const oneMonthAfter = (date) => {
  const next = new Date(date);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString();
};

const create = (req, res) => {
  const data = withDefaults(createSubscriptionBody.parse(req.body ?? {}).data);

  if (!findAccount.get(data.account_id)) throw new Problem(404, 'account-not-found', 'No such account');
  if (!findPlan.get(data)) throw new Problem(404, 'plan-not-found', 'No such plan in that offering');
  if (variant('payment-on-file') && data.payment_authority && !findPaymentProfile.get(data.payment_authority)) {
    throw new Problem(402, 'payment-method-unknown', 'That card is not on file at the gateway');
  }

  const id = randomUUID();
  const now = new Date();
  insertSubscription.run({
    ...data,
    payment_authority: data.payment_authority && JSON.stringify(data.payment_authority),
    id,
    state_id: randomUUID(),
    status: fault('sub-pending-without-payment') && !data.payment_authority ? 'pending' : 'active',
    invoice_after: oneMonthAfter(now),
    created_at: now.toISOString(),
  });

  const subscription = present(findSubscription.get(id), findOffering.get(id));
  res.status(variant('subscription-200') ? 200 : 201).json({ data: subscription });
};

export const subscriptions = { create };
