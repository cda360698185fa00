type Named = readonly (readonly [rule: string, fault: string])[];

/** By area: the rule that carries a fault, and the fault's name. */
export const carriedNames: Readonly<Record<string, Named>> = {
  'field bounds': [
    ['subscription/request-external-ref-length', 'subscription/external_ref/maxLength not enforced'],
    ['subscription/request-external-ref-length', 'subscription/external_ref/maxLength loosened by one'],
    ['subscription/request-external-ref-length', 'subscription/external_ref/maxLength tightened by one'],
    [
      'subscription/request-payment-name-length',
      'subscription/payment_authority.name/minLength loosened by one',
    ],
    [
      'subscription/request-payment-name-length',
      'subscription/payment_authority.name/maxLength not enforced',
    ],
    [
      'subscription/request-payment-card-id-length',
      'subscription/payment_authority.card_id/maxLength tightened by one',
    ],
    [
      'subscription/request-payment-customer-id-length',
      'subscription/payment_authority.customer_id/maxLength loosened by one',
    ],
    ['subscription/request-payment-authority-accepted', 'a complete payment authority crashes the server'],
  ],
  'required members': [
    ['application-key/request-name-required', 'application-key/name/required not enforced'],
    ['application-key/request-data', 'application-key/data/required not enforced'],
    ['subscription/request-currency-required', 'subscription/currency/required not enforced'],
    ['subscription/request-plan-id-required', 'subscription/plan_id/required not enforced'],
    [
      'subscription/request-payment-card-id-required',
      'subscription/payment_authority.card_id/required not enforced',
    ],
    ['subscription/request-external-ref-optional', 'external_ref is required'],
    ['subscription/request-payment-authority-empty', 'an empty payment_authority is accepted'],
    ['application-key/request-body-json', 'missing braces are added to a body'],
  ],
  'allowed values': [
    ['application-key/request-type-constant', 'application-key/type/const not enforced'],
    ['subscription/request-payment-type-allowed', 'subscription/payment_authority.type/enum not enforced'],
    ['subscription/request-payment-type-each', 'a gateway whose name ends in b is rejected'],
    ['subscription/request-currency-form', 'a currency in lower case is accepted'],
    ['subscription/request-account-id-uuid', 'subscription/account_id/format not enforced'],
    ['application-key/request-name-type', 'application-key/name/type not enforced'],
  ],
  'response shape': [
    ['application-key/created', 'keys are created with 200'],
    [
      'application-key/client-secret-present',
      'application-key/response.data.client_secret/required omitted from the response',
    ],
    ['application-key/id-uuid', 'application-key/response.data.id/format broken on the wire'],
    ['application-key/self-link', 'the self link is the path of all keys'],
    ['application-key/name-echo', 'names are cut after 20 characters'],
    ['application-key/id-distinct', 'every key has the same id'],
    ['subscription/meta-status', 'subscription/meta.status/enum broken on the wire'],
    [
      'subscription/offering-name-length',
      'subscription/offering.attributes.name/minLength broken on the wire',
    ],
    ['subscription/plan-id-echo', 'offering_id is returned as plan_id'],
    [
      'node-products/product-slug-alphabet',
      'node-products/product.attributes.slug/pattern broken on the wire',
    ],
    ['node-products/product-tags-count', 'node-products/product.attributes.tags/maxItems broken on the wire'],
    [
      'node-products/product-component-options-least',
      'node-products/component.options/minItems broken on the wire',
    ],
  ],
  included: [
    ['node-products/included-array', 'node-products/response.included/required omitted from the response'],
  ],
  authorization: [
    ['application-key/authorization', 'keys need no authorization'],
    ['application-key/other-scheme-rejected', 'the scheme is not checked'],
  ],
  'live only': [
    ['node-products/live-only', 'the first product beyond the first page is a draft'],
    ['node-products/hidden-never-shown', 'a draft is shown when it is asked for by id'],
    ['node-products/holds', 'the newest live product of a short collection is not listed yet'],
  ],
  'curated order': [
    ['node-products/curated-order', 'the curated order is reversed'],
    ['node-products/curated-order', 'two curated neighbours change places'],
    ['node-products/curated-flag', 'no product is marked as curated'],
    ['node-products/pages-join-curated', 'curated order is kept within a page but not across pages'],
  ],
  filter: [
    ['node-products/filter-eq-name-only', 'a filter by name is checked but not applied'],
    ['node-products/filter-eq-name-all', 'of two products of one name only the first is found'],
    ['node-products/filter-in-id-all', 'a filter looks through the first hundred products only'],
    ['node-products/filter-none-rejected', 'a filter that nothing matches is not found'],
    ['node-products/filter-eq-name-only', 'the beginning of a name returns its product'],
    ['node-products/filter-unparsable', 'a filter that cannot be parsed is ignored'],
    ['node-products/filter-no-crash', 'a filter with an unclosed quote crashes the server'],
  ],
  pages: [
    ['node-products/page-limit', 'a page contains one product too many'],
    ['node-products/page-limit-exact', 'pages of more than ninety products end at ninety'],
    [
      'node-products/page-limit-maximum',
      'a page[limit] above the greatest page size returns that many products',
    ],
    ['node-products/page-offset-bound', 'an offset above the bound is served'],
    ['node-products/page-offset-past-end', 'an offset past the end starts again at the beginning'],
    ['node-products/pages-join', 'a page that begins after the first page skips one'],
  ],
  totals: [
    ['node-products/total-count', 'the total stops at one hundred'],
    ['node-products/total-constant', 'the total is the size of the page'],
  ],
  links: [
    ['node-products/links-prev-null', 'links.prev is present on the first page'],
    ['node-products/links-next-null', 'a listing of one page has links.next'],
    ['node-products/links-next', 'links.next leads back to the page itself'],
  ],
};
