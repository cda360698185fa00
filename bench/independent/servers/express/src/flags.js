// FAULT and VARIANT each name at most one switch; see faults.json and variants.json.
export const FAULTS = [
  'key-auth-optional', 'key-name-default', 'key-limit-text', 'key-upsert-by-name', 'key-self-unversioned',
  'key-name-escaped', 'key-last-used-null',
  'sub-currency-any-case', 'sub-external-ref-bytes', 'sub-external-ref-numeric', 'sub-payment-name-min',
  'sub-payment-card-optional', 'sub-payment-gateway-prefix', 'sub-plan-copy-paste', 'sub-offering-wrong-join',
  'sub-defaults-mutated', 'sub-pending-without-payment', 'sub-flags-as-integers',
  'node-draft-by-slug', 'node-in-or-precedence', 'node-total-counts-drafts', 'node-prefetch-200',
  'node-curated-text-order', 'node-filter-word-chars', 'node-curated-flag-integer', 'node-next-on-single-page',
  'node-included-omitted', 'node-offset-unbounded', 'node-curation-wrong-join', 'node-cache-ignores-filter',
];

export const VARIANTS = [
  'jsonapi-errors', 'page-size-100', 'order-by-name', 'sparse-members', 'subscription-200', 'absolute-links',
  'limit-over-100-rejected', 'trimmed-names', 'key-quota', 'payment-on-file',
];

const pick = (variable, known) => {
  const value = process.env[variable] || null;
  if (value && !known.includes(value)) throw new Error(`unknown ${variable}: ${value}`);
  return value;
};

const activeFault = pick('FAULT', FAULTS);
const activeVariant = pick('VARIANT', VARIANTS);

export const fault = (id) => activeFault === id;
export const variant = (id) => activeVariant === id;
