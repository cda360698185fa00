import { reading } from './choice.ts';

/** Every `should` of which the stub offers the other reading; ours first. */
export const readings = {
  // Replies
  'null-members': reading(['subscription-optional-not-null', 'product-optional-not-null'], 'absent', 'null'),
  'reply-type': reading(
    ['key-content-type', 'subscription-content-type', 'products-content-type'],
    'json',
    'text',
  ),
  'timestamp-form': reading(
    [
      'key-created-at-timestamp',
      'key-updated-at-timestamp',
      'key-last-used-at-timestamp',
      'subscription-offering-created-at-timestamp',
      'subscription-offering-updated-at-timestamp',
    ],
    'rfc3339',
    'text',
  ),
  'relationship-members': reading(
    ['product-relationship-id-present', 'product-relationship-type-present'],
    'shown',
    'missing',
  ),

  // Requests
  'bad-input': reading(
    ['key-bad-input-not-crash', 'subscription-bad-input-not-crash', 'products-bad-input-not-crash'],
    'refused',
    'crash',
  ),
  'required-null': reading(
    ['key-request-null-required', 'subscription-request-null-required'],
    'refused',
    'accepted',
  ),
  'other-scheme': reading(['key-other-scheme-refused'], 'refused', 'accepted'),
  'other-currency': reading(['subscription-request-currency-other'], 'accepted', 'refused'),
  'unlisted-currency': reading(['subscription-request-currency-unknown'], 'refused', 'accepted'),
  'path-uuid': reading(['products-path-uuid'], 'refused', 'empty'),

  // Application keys
  'self-base': reading(['key-self-link-base'], 'own', 'foreign'),
  'client-id': reading(['key-client-id-distinct'], 'distinct', 'repeated'),
  'client-secret': reading(['key-client-secret-distinct'], 'distinct', 'repeated'),

  // Pages
  'node-stability': reading(['products-order-stable'], 'stable', 'alternating'),
  'page-size-order': reading(['products-pages-join'], 'one', 'by-size'),
  'offset-order': reading(
    ['products-offset-tail', 'products-pages-join', 'products-live-exact-long'],
    'same',
    'reversed',
  ),
  'page-maximum': reading(['products-page-limit-maximum'], 'stated', 'none'),
  'flag-elsewhere': reading(['products-curated-flag-only'], 'absent', 'true'),
  'links-current': reading(['products-links-current'], 'faithful', 'first'),
  'links-first': reading(['products-links-first'], 'faithful', 'current'),
  'links-next': reading(['products-links-next-keeps'], 'faithful', 'unfiltered'),
  'links-next-start': reading(['products-links-next'], 'end', 'overlapping'),
  'included-page': reading(['products-included-none-on-page'], 'own', 'whole'),
  'included-exactly': reading(['products-included-exact'], 'exactly', 'more'),

  // Filters
  'filter-list': reading(['products-filter-in-list'], 'list', 'first'),
  'filter-case': reading(['products-filter-case'], 'sensitive', 'insensitive'),
  'filter-unparsable': reading(['products-filter-unparsable'], 'refused', 'ignored'),
  'filter-unknown-operator': reading(['products-filter-unknown-operator'], 'refused', 'ignored'),
  'filter-crash': reading(['products-filter-no-crash'], 'refused', 'crash'),
  'filter-inner-space': reading(['products-filter-inner-space'], 'matched', 'refused'),
  'filtered-order': reading(['products-curated-order-filter'], 'kept', 'catalog'),
  'filtered-pages': reading(['products-filter-pages'], 'cut', 'from-first'),
} as const;
