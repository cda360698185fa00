import { reading } from './choice.ts';

/** Every `should` for which the stub offers another reading; our reading comes first. */
export const readings = {
  // Replies
  'null-members': reading(
    ['subscription/optional-not-null', 'node-products/optional-not-null'],
    'absent',
    'null',
  ),
  'reply-type': reading(
    ['application-key/content-type', 'subscription/content-type', 'node-products/content-type'],
    'json',
    'text',
  ),
  'timestamp-form': reading(
    [
      'application-key/created-at-timestamp',
      'application-key/updated-at-timestamp',
      'application-key/last-used-at-timestamp',
      'subscription/offering-created-at-timestamp',
      'subscription/offering-updated-at-timestamp',
    ],
    'rfc3339',
    'text',
  ),
  'relationship-data': reading(['node-products/product-relationship-data-present'], 'shown', 'missing'),
  'relationship-nulls': reading(['node-products/optional-not-null'], 'none', 'data'),
  'relationship-members': reading(
    ['node-products/product-relationship-id-present', 'node-products/product-relationship-type-present'],
    'shown',
    'missing',
  ),

  // Requests
  'bad-input': reading(
    [
      'application-key/bad-input-not-crash',
      'subscription/bad-input-not-crash',
      'node-products/bad-input-not-crash',
    ],
    'refused',
    'crash',
  ),
  'required-null': reading(
    ['application-key/request-null-required', 'subscription/request-null-required'],
    'refused',
    'accepted',
  ),
  'other-scheme': reading(['application-key/other-scheme-refused'], 'refused', 'accepted'),
  'empty-token': reading(['application-key/empty-token-refused'], 'refused', 'accepted'),
  'bare-token': reading(['application-key/bare-token-refused'], 'refused', 'accepted'),
  'charset-parameter': reading(
    ['application-key/request-charset', 'subscription/request-charset'],
    'accepted',
    'refused',
  ),
  'beyond-bmp-request': reading(
    ['application-key/beyond-bmp-not-crash', 'subscription/beyond-bmp-not-crash'],
    'read',
    'crash',
  ),
  'uuid-capitals': reading(['subscription/request-uuid-capitals'], 'same', 'refused'),
  'payer-name-spaces': reading(['subscription/request-payment-name-spaces'], 'overlooked', 'counted'),
  'unlisted-currency': reading(['subscription/request-currency-unknown'], 'refused', 'accepted'),
  'path-capitals': reading(['node-products/path-uuid-capitals'], 'same', 'unknown'),
  'path-uuid': reading(['node-products/path-uuid'], 'refused', 'empty'),

  // Application keys
  'self-base': reading(['application-key/self-link-base'], 'own', 'foreign'),
  'client-id': reading(['application-key/client-id-distinct'], 'distinct', 'repeated'),
  'client-secret': reading(['application-key/client-secret-distinct'], 'distinct', 'repeated'),
  'empty-credentials': reading(['application-key/credentials-not-empty'], 'never', 'always'),
  'rate-limit-shown': reading(['application-key/rate-limit-echo-others'], 'same', 'clamped'),
  'key-clock': reading(['application-key/timestamps-current'], 'right', 'stopped'),

  // What is shown of a request
  'beyond-ascii': reading(
    ['application-key/name-echo-beyond-ascii', 'subscription/external-ref-echo-beyond-ascii'],
    'kept',
    'replaced',
  ),
  'subscription-again': reading(['subscription/id-distinct-alike'], 'another', 'same'),

  // Pages
  'node-stability': reading(['node-products/order-stable'], 'stable', 'alternating'),
  'page-size-order': reading(['node-products/pages-join', 'node-products/filter-pages'], 'one', 'by-size'),
  'offset-order': reading(['node-products/pages-join', 'node-products/filter-pages'], 'same', 'reversed'),
  'unsaid-offset': reading(['node-products/page-offset-default'], 'zero', 'one'),
  'past-end': reading(['node-products/page-offset-past-end-served'], 'empty', 'refused'),
  'text-for-integer': reading(
    ['node-products/page-limit-integer', 'node-products/page-offset-integer'],
    'refused',
    'ignored',
  ),
  'beyond-bound': reading(
    ['node-products/page-limit-bound', 'node-products/page-offset-bound'],
    'refused',
    'taken',
  ),
  'page-maximum': reading(['node-products/page-limit-maximum'], 'stated', 'none'),
  'flag-elsewhere': reading(['node-products/curated-flag-only'], 'absent', 'true'),
  'links-current': reading(['node-products/links-current'], 'faithful', 'first'),
  'links-first': reading(['node-products/links-first'], 'faithful', 'current'),
  'links-next': reading(['node-products/links-keep'], 'faithful', 'unfiltered'),
  'links-prev': reading(['node-products/links-prev'], 'faithful', 'first'),
  'links-last': reading(['node-products/links-last'], 'faithful', 'before'),
  'links-next-start': reading(['node-products/links-next'], 'end', 'overlapping'),
  'further-link-form': reading(['node-products/links-others-string'], 'string', 'object'),
  'included-page': reading(
    ['node-products/included-none-on-page', 'node-products/included-exact'],
    'own',
    'whole',
  ),
  'included-exactly': reading(['node-products/included-exact'], 'exactly', 'more'),
  'included-drafts': reading(['node-products/included-live-only'], 'unmarked', 'marked'),

  // Products
  'sku-scope': reading(['node-products/sku-unique'], 'listing', 'repeated'),
  'bundle-types': reading(['node-products/product-types-agree'], 'bundle', 'standard'),

  // Filters
  'filter-list': reading(['node-products/filter-in-list'], 'list', 'first'),
  'filter-case': reading(['node-products/filter-case'], 'sensitive', 'insensitive'),
  'filter-unparsable': reading(['node-products/filter-unparsable'], 'refused', 'ignored'),
  'filter-unknown-operator': reading(['node-products/filter-unknown-operator'], 'refused', 'ignored'),
  'filter-crash': reading(['node-products/filter-no-crash'], 'refused', 'crash'),
  'filter-inner-space': reading(['node-products/filter-inner-space'], 'matched', 'refused'),
  'filter-shortest': reading(['node-products/filter-short-value'], 'one', 'three'),
  'filter-longest-list': reading(['node-products/filter-in-list'], 'any', 'dozen'),
  'filter-coding': reading(['node-products/filter-encoded'], 'any', 'raw'),
  'filter-matchless': reading(['node-products/filter-none-refused'], 'empty', 'refused'),
  'filtered-order': reading(['node-products/curated-order-filter'], 'kept', 'catalog'),
} as const;
