/** What else a fault of a `should` breaks, and why it cannot be had without. */
export type Also = { readonly breaks: readonly string[]; readonly since: string };

const typeOf = (rule: string, member: string): [name: string, also: Also] => {
  const operation = rule.split('/')[0];
  return [
    `${rule}: ${operation}/${member}/type not enforced`,
    { breaks: [`${operation}/request-null-required`], since: 'null is of another type, too' },
  ];
};

/** What else breaks, by the rule and its mutant: a `must` only where the fault cannot be had without. */
export const also: Readonly<Record<string, Also>> = {
  'node-products/sku-unique: two products far apart have the same sku': {
    breaks: ['node-products/shown-as-declared'],
    since: 'one of them is declared with its own',
  },
  'subscription/external-ref-echo-beyond-ascii: references are written as UTF-8 and read as Latin-1': {
    breaks: ['subscription/external-ref-length'],
    since: 'a reference at its bound is longer that way',
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
  'node-products/path-uuid-capitals: a node in capitals is listed as empty': {
    breaks: ['node-products/links-current', 'node-products/links-first', 'node-products/links-prev'],
    since: 'a total of nothing contradicts the links',
  },
  ...Object.fromEntries([
    typeOf('application-key/request-name-type', 'name'),
    typeOf('subscription/request-account-id-type', 'account_id'),
    typeOf('subscription/request-offering-id-type', 'offering_id'),
    typeOf('subscription/request-plan-id-type', 'plan_id'),
    typeOf('subscription/request-currency-type', 'currency'),
    ...['name', 'email', 'customer-id', 'card-id'].map((member) =>
      typeOf(`subscription/request-payment-${member}-type`, `payment_authority.${member.replace('-', '_')}`),
    ),
  ]),
};
