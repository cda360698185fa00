import { objectAt, oneOf, textAt } from './members.ts';
import { Rejection } from './rejection.ts';

const fields = ['type', 'customer_id', 'card_id', 'name', 'email'];

/** What a payment authority has to look like. */
export function checkPayment(value: unknown): void {
  const authority = objectAt(value, 'payment_authority');
  checkNoOthers(Object.keys(authority), fields);
  oneOf(authority, 'type', ['payments_gateway_a', 'payments_gateway_b']);
  textAt(authority, 'customer_id', { least: 1, most: 1024 });
  textAt(authority, 'card_id', { least: 1, most: 1024 });
  textAt(authority, 'name', { least: 3, most: 1024 });
  checkAddress(textAt(authority, 'email', { least: 3, most: 1024 }));
}

/** No address is longer than the mail system can carry: 64 before the @, 254 in all. */
function checkAddress(email: string): void {
  const isAddress = /^[\w.+-]{1,64}@([a-z\d-]+\.)+[a-z]{2,}$/i.test(email);
  if (!isAddress || email.length > 254) throw new Rejection(416, 'email is no address');
}

/** Turns down fields that the document does not name. */
export function checkNoOthers(names: readonly string[], known: readonly string[]): void {
  const other = names.find((name) => !known.includes(name));
  if (other !== undefined) throw new Rejection(416, 'there is a member too many');
}
