import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/wire/json.ts';
import { nonce } from '../engine/nonce.ts';
import type { Target } from '../engine/target.ts';

/** The operations that take a body. */
export type WritingOperation = Exclude<OperationId, 'node-products'>;

/** The optional members that the document states for the request of an operation. */
export const extras = {
  'application-key': ['reserved_rate_limit'],
  subscription: ['payment_authority'],
} as const;

/** Optional members a specimen is to have besides the required ones, e.g. `payment_authority`. */
export type Extras = readonly string[];

/**
 * The smallest valid request body, made from the contract's request schema and the operator's values.
 * A subscription always carries an `external_ref`: it bears the nonce.
 */
export function specimen(
  contract: Contract,
  target: Target,
  operation: WritingOperation,
  extras: Extras = [],
): Json {
  const schema = contract.operations[operation].request ?? {};
  const wanted = operation === 'subscription' ? ['external_ref', ...extras] : extras;
  return example(schema, 'body', target, wanted);
}

function example(schema: JsonObject, name: string, target: Target, extras: Extras): Json {
  const known = vouched(name, target);
  if (known !== undefined) return known;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (schema.type === 'object') return exampleObject(schema, target, extras);
  if (schema.type === 'integer') return 5;
  if (schema.format === 'uuid') return madeUp(name);
  if (schema.format === 'email') return 'assay@example.com';
  return bounded(schema, name.startsWith('currency') ? target.subscription.currency : `assay ${nonce}`);
}

function exampleObject(schema: JsonObject, target: Target, extras: Extras): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const members = Object.entries(properties).filter(
    ([name]) => required.includes(name) || extras.includes(name),
  );
  return Object.fromEntries(
    members.map(([name, inner]) => [name, example(inner as JsonObject, name, target, extras)]),
  );
}

/** What the operator vouches for under that member's name. */
function vouched(name: string, { subscription }: Target): Json | undefined {
  if (name === 'payment_authority') return isObject(subscription.payment) ? subscription.payment : undefined;
  if (name === 'currency') return subscription.currency;
  const id = at(subscription, name);
  return name.endsWith('_id') && typeof id === 'string' ? id : undefined;
}

/** A version 4 UUID nobody vouched for, the same for the same member. */
const madeUp = (name: string): string =>
  `a55a4000-0000-4000-8000-${Buffer.from(name).toString('hex').padEnd(12, '0').slice(0, 12)}`;

function bounded(schema: JsonObject, text: string): string {
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  return text.padEnd(least, 'a').slice(0, most);
}

/** Whether every id the subscription specimen names is one the operator vouched for. */
export const idsAreVouched = ({ subscription }: Target): boolean =>
  ['account_id', 'offering_id', 'plan_id'].every((name) => typeof at(subscription, name) === 'string');

/** Whether the target is bound to take a value of our making at that place of a request. */
export const isVouched = (target: Target, path: readonly string[]): boolean =>
  idsAreVouched(target) && (!path.includes('payment_authority') || target.subscription.payment === 'any');
