import { z } from 'zod';
import { fault, variant } from './flags.js';

// Bounds are in characters: count code points, not UTF-16 units as z.string().max() does.
const characters = (text) => [...text].length;
const trims = (schema) => (variant('trimmed-names') ? schema.trim() : schema);

const bounded = (schema, min, max, length = characters) => schema.refine(
  (text) => length(text) >= min && length(text) <= max,
  { error: min ? `must have ${min} to ${max} characters` : `must have at most ${max} characters` },
);

const escapeHtml = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// --- application keys -------------------------------------------------------------------------

const keyName = () => {
  const name = trims(z.string()).min(1);
  if (fault('key-name-default')) return name.default('Untitled key');
  if (fault('key-name-escaped')) return name.transform(escapeHtml);
  return name;
};

export const createKeyBody = z.object({
  data: z.object({
    type: z.literal('application_key'),
    name: keyName(),
    reserved_rate_limit: z.int().min(0).max(1_000_000).optional(),
  }),
});

// --- subscriptions ----------------------------------------------------------------------------

const isoCurrencies = new Set(Intl.supportedValuesOf('currency'));

const currency = fault('sub-currency-any-case')
  ? z.string().toUpperCase().refine((code) => isoCurrencies.has(code), { error: 'unknown currency' })
  : z.string().regex(/^[A-Z]{3}$/).refine((code) => isoCurrencies.has(code), { error: 'unknown currency' });

const gateway = fault('sub-payment-gateway-prefix')
  ? z.string().startsWith('payments_gateway_')
  : z.enum(['payments_gateway_a', 'payments_gateway_b']);

const cardId = bounded(z.string(), 0, 1024);

const paymentAuthority = z.object({
  type: gateway,
  customer_id: bounded(z.string(), 0, 1024),
  card_id: fault('sub-payment-card-optional') ? cardId.optional() : cardId,
  name: bounded(trims(z.string()), fault('sub-payment-name-min') ? 0 : 3, 1024),
  email: bounded(z.email({ pattern: z.regexes.html5Email }), 3, 1024),
});

export const createSubscriptionBody = z.object({
  data: z.object({
    external_ref: bounded(z.string(), 0, 2048, fault('sub-external-ref-bytes') ? Buffer.byteLength : characters).optional(),
    account_id: z.guid(),
    offering_id: z.guid(),
    plan_id: z.guid(),
    currency,
    payment_authority: paymentAuthority.optional(),
  }),
});

// --- node products ----------------------------------------------------------------------------

export const MAX_PAGE_SIZE = 100;
const defaultPageSize = variant('page-size-100') ? 100 : 25;
const wholeNumber = z.string().regex(/^\d{1,18}$/, 'must be a whole number').transform(Number);

const eqFilter = fault('node-filter-word-chars') ? /^eq\((\w+),([\w ,.]*)\)$/ : /^eq\((\w+),(.*)\)$/s;
const inFilter = /^in\((\w+),(.*)\)$/s;

/** eq(name|slug,value) or in(id,value[,value...]); the value of eq runs to the last parenthesis. */
const filter = z.string().transform((text, ctx) => {
  const [, attribute, value] = eqFilter.exec(text) ?? [];
  if (attribute === 'name' || attribute === 'slug') return { attribute, values: [value] };
  const [, listed, list] = inFilter.exec(text) ?? [];
  if (listed === 'id') return { attribute: 'id', values: list.split(',').map((id) => id.trim().toLowerCase()) };
  ctx.addIssue({ code: 'custom', message: 'unsupported filter expression' });
  return z.NEVER;
});

const offset = fault('node-offset-unbounded') ? wholeNumber : wholeNumber.refine((n) => n <= 10_000, 'must be at most 10000');
const limit = wholeNumber.refine(
  (n) => n >= 1 && n <= (variant('limit-over-100-rejected') ? MAX_PAGE_SIZE : 10_000),
  'page size is out of range',
);

export const listQuery = z.object({
  filter: filter.optional(),
  'page[offset]': offset.default(0),
  'page[limit]': limit.transform((n) => Math.min(n, MAX_PAGE_SIZE)).default(defaultPageSize),
}).transform((query) => ({ filter: query.filter, offset: query['page[offset]'], limit: query['page[limit]'] }));
