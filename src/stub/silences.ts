import { silence } from './choice.ts';

/** Every point the document is silent about and the stub can go either way on; the usual way first. */
export const silences = {
  // Application keys
  'scheme-case': silence(['key-scheme-case'], 'accepted', 'refused'),
  'key-empty-name': silence(['key-request-name-empty'], 'accepted', 'refused'),
  'duplicate-name': silence(['key-request-name-repeated'], 'created', 'refused'),
  'self-link-place': silence(['key-self-link-place'], 'data', 'top', 'both'),
  'unsent-rate-limit': silence(['key-rate-limit-unsent'], 'absent', 'null', 'number'),
  'rate-limit-zero': silence(['key-rate-limit-range'], 'accepted', 'refused'),
  'client-id-form': silence(['key-client-id-form'], 'hex', 'uuid'),

  // Request bodies
  'unknown-members': silence(['key-unknown-members', 'subscription-unknown-members'], 'ignored', 'refused'),
  'content-type-required': silence(
    ['key-request-content-type', 'subscription-request-content-type'],
    'yes',
    'no',
  ),
  'refusal-status': silence(['key-error-status', 'subscription-error-status'], 422, 400),
  'error-body': silence(['general-error-body'], 'errors', 'problem', 'empty', 'text'),
  'length-unit': silence(['subscription-length-unit'], 'code-points', 'utf16', 'bytes'),
  'empty-strings': silence(
    [
      'subscription-request-external-ref-empty',
      'subscription-request-payment-customer-id-empty',
      'subscription-request-payment-card-id-empty',
    ],
    'accepted',
    'refused',
  ),

  // Subscriptions
  'subscription-success': silence(['subscription-success-status'], 201, 200, 202),
  'subscription-id': silence(['subscription-id-shown'], 'shown', 'absent'),
  'offering-id': silence(['subscription-offering-id-shown'], 'shown', 'absent'),
  'subscription-optional-members': silence(
    ['subscription-optional-shown', 'subscription-meta-optional-timestamps-shown'],
    'shown',
    'absent',
  ),
  state: silence(
    ['subscription-state-shown', 'subscription-state-action-initial'],
    'none',
    'resumed',
    'paused',
    'cancelled',
    'closed',
  ),
  'subscription-status': silence(['subscription-meta-status-initial'], 'active', 'inactive'),
  'subscription-owner': silence(['subscription-meta-owner-initial'], 'store', 'organization'),
  'unknown-ids': silence(['subscription-unknown-ids'], 'accepted', 'refused'),
  'payment-null': silence(['subscription-request-payment-authority-null'], 'refused', 'accepted'),
  'request-meta': silence(['subscription-request-meta'], 'ignored', 'refused'),
  'subscription-filter': silence(['subscription-filter'], 'ignored', 'refused'),
  'repeated-external-ref': silence(['subscription-request-external-ref-repeated'], 'created', 'refused'),

  // Listings: what a page holds
  'listing-success': silence(['products-success-status'], 200, 206),
  'listing-refusal': silence(['products-error-status'], 400, 422),
  'default-page-size': silence(['products-page-limit-default'], 100, 25, 10),
  'limit-zero': silence(['products-page-limit-zero'], 'refused', 'empty', 'default'),
  'limit-negative': silence(['products-page-limit-negative'], 'refused', 'default'),
  'limit-over-maximum': silence(['products-page-limit-between'], 'capped', 'refused'),
  'offset-negative': silence(['products-page-offset-negative'], 'refused', 'zero'),
  'uncurated-order': silence(['products-order-uncurated'], 'catalog', 'name', 'id', 'reverse'),
  'uncurated-place': silence(['products-curated-place'], 'after', 'before', 'mixed'),
  'product-links': silence(['products-links-place'], 'shown', 'absent'),
  'top-level-links': silence(['products-links-place'], 'absent', 'shown'),
  'further-links': silence(['products-links-others'], 'none', 'some'),
  'next-at-end': silence(['products-links-next-on-last'], 'null', 'past'),
  'component-status': silence(['products-included-status'], 'shown', 'hidden'),
  'unknown-node': silence(['products-node-unknown'], 'refused', 'empty'),
  'flag-place': silence(['products-curated-flag-place'], 'attributes', 'product', 'meta'),
  'product-members': silence(['product-optional-shown'], 'full', 'sparse', 'bare'),

  // Listings: filters
  'filtered-total': silence(['products-total-filter'], 'matching', 'whole'),
  'filter-quotes': silence(['products-filter-quoting'], 'literal', 'stripped'),
  'filter-escape': silence(['products-filter-escapes'], 'literal', 'backslash'),
  'filter-joined': silence(['products-filter-joined'], 'refused', 'and'),
  'filter-unknown-attribute': silence(['products-filter-unknown-attribute'], 'refused', 'nothing'),
  'filter-whitespace': silence([], 'refused', 'trimmed'),
  'filter-empty': silence([], 'refused', 'absent'),

  // Requests and replies at large
  authentication: silence(['subscription-authentication', 'products-authentication'], 'open', 'required'),
  'unknown-parameters': silence(['general-unknown-parameters'], 'ignored', 'refused'),
  'duplicate-parameters': silence(['general-repeated-parameters'], 'refused', 'first', 'last'),
  'other-methods': silence(['general-other-methods'], 405, 404),
  'trailing-slash': silence(['general-trailing-slash'], 'refused', 'served'),
  head: silence(['general-head'], 'refused', 'served'),
  'extra-members': silence(['product-optional-shown'], 'none', 'some'),
  timestamps: silence(
    ['key-timestamp-form', 'subscription-timestamp-form'],
    'milliseconds',
    'offset',
    'nanoseconds',
  ),
  'json-type': silence([], 'json', 'charset', 'vendor'),
  'uuid-case': silence([], 'lower', 'upper'),
} as const;
