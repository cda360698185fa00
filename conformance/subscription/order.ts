import { at, type Json, type JsonObject } from '../../src/json/json.ts';

const ids = ['account_id', 'offering_id', 'plan_id'];

/** What a subscription is for, without what one may change about it later; UUIDs compare without regard to case. */
export const orderOf = (sent: JsonObject): Json => [
  ...ids.map((name) => String(at(sent, 'data', name)).toLowerCase()),
  String(at(sent, 'data', 'currency')),
];

/** What may be changed about it: its reference, and how it is paid for. */
export const detailsOf = (sent: JsonObject): Json =>
  ['external_ref', 'payment_authority'].map((name) => (at(sent, 'data', name) as Json | undefined) ?? null);
