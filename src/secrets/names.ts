export const redactionMark = '[redacted]';

/** Shorter values are not looked for by themselves: redacting them would garble the text. */
export const shortest = 6;

/** Names of what authorizes, wherever they are. Hyphens and lines are left out of them, and letters are small. */
const credentials =
  'authorization|cookie|token|secret|passw(?:or)?d|passphrase|credential|signature|api_?-?key|access_?-?key|private_?-?key|session_?-?id|jwt';

/** The field that says who pays, and with what; of it only the `type` may be shown. */
export const paymentField = 'payment_authority';

export const isPaymentField = (name: string): boolean =>
  /^(payment_authority|customer_id|card_id)$/i.test(name);

/** Finds the beginnings of fields in a text whose values are secrets; what is around a name belongs to it. */
export const secretWords = new RegExp(`${paymentField}|customer_id|card_id|${credentials}`, 'gi');

/** Fields that are secrets for certain, whatever their values look like. */
export const certainFields = ['client_secret', 'customer_id', 'card_id', paymentField];

/** The name of such a field; the values of others may say "required". */
export const certainNames = new RegExp(`^(${certainFields.join('|')})$`, 'i');

const inAddresses = /^(auth|code|key|pwd|sid|sig|session|state)$/i;

const inHeaders = /(^|-)(auth|key|session|signature|sig|pwd)(-|$)/i;

/** Headers that look alike, and are none. */
const publicHeaders = /^(sec-websocket-key|idempotency-key|www-authenticate|.*-policy|access-control-.*)$/i;

const has = (pattern: string): ((name: string) => boolean) => {
  const expression = new RegExp(pattern, 'i');
  return (name) => expression.test(name);
};
const isCredential = has(credentials);

export const isSecretField = has(`${paymentField}|customer_id|card_id|${credentials}`);

export const isSecretParameter = (name: string): boolean =>
  isCredential(name) || inAddresses.test(name) || /^(customer|card)_id$/i.test(name);

export const isSecretHeader = (name: string): boolean =>
  (isCredential(name) || inHeaders.test(name)) && !publicHeaders.test(name);
