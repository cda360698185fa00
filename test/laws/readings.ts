/** What else a fault of a `should` breaks, and why it cannot be had without. */
export type Also = { readonly breaks: readonly string[]; readonly since: string };

const typeOf = (rule: string, field: string): [name: string, also: Also] => {
  const operation = rule.split('/')[0];
  return [
    `${rule}: ${operation}/${field}/type not enforced`,
    { breaks: [`${operation}/request-null-required`], since: 'null is of another type, too' },
  ];
};

/** What else breaks, by the rule and its mutant: a `must` only where the fault cannot be had without. */
export const also: Readonly<Record<string, Also>> = {
  'node-products/sku-unique: two products far apart have the same sku': {
    breaks: ['node-products/shown-as-declared'],
    since: 'one of them is declared with its own',
  },
  'node-products/included-exact: under a filter the other products of the page are among the components': {
    breaks: ['node-products/included-once'],
    since: 'one of them is a component',
  },
  'node-products/page-offset-bound: an offset is cut to 32 bits': {
    breaks: ['node-products/page-offset-past-end'],
    since: 'what it is cut to is within the listing',
  },
  'node-products/included-exact: one product more than the components is included': {
    breaks: ['node-products/included-once'],
    since: 'it is a component of another bundle',
  },
  'node-products/product-types-agree: a product with variations shows itself as a standard product': {
    breaks: ['node-products/variation-matrix-standard'],
    since: 'its variation matrix is not empty',
  },
  'subscription/id-distinct-alike: ids are drawn from a small pool': {
    breaks: ['subscription/id-distinct'],
    since: 'whatever is subscribed to, the ids come again',
  },
  'node-products/filter-accents: letters with accents match those without': {
    breaks: ['node-products/filter-case'],
    since: 'one comparison makes light of both',
  },
  'node-products/filter-in-list: a list of ids is ignored': {
    breaks: ['node-products/links-last', 'node-products/links-next'],
    since: 'the links are those of what matches',
  },
  'node-products/path-uuid-capitals: a collection in capitals is listed as empty': {
    breaks: ['node-products/links-first', 'node-products/links-prev', 'node-products/links-self'],
    since: 'a total of nothing contradicts the links',
  },
  ...Object.fromEntries([
    typeOf('application-key/request-name-type', 'name'),
    typeOf('subscription/request-account-id-type', 'account_id'),
    typeOf('subscription/request-offering-id-type', 'offering_id'),
    typeOf('subscription/request-plan-id-type', 'plan_id'),
    typeOf('subscription/request-currency-type', 'currency'),
    ...['name', 'email', 'customer-id', 'card-id'].map((field) =>
      typeOf(`subscription/request-payment-${field}-type`, `payment_authority.${field.replace('-', '_')}`),
    ),
  ]),
};
