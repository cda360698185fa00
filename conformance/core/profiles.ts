import type { OperationId } from '../../src/contract/contract.ts';
import type { WithOperations } from '../../src/contract/operations.ts';
import { at } from '../../src/json/json.ts';
import { onceFor } from '../../src/once.ts';
import { content, type OperationProfile, plainProfileOf, required, wantsToken } from './profile.ts';
import { knownLine, type Remedy, tokenLine } from './remedies.ts';
import { knownGoodOf, type Target } from './target.ts';

const written: Readonly<Record<OperationId, Partial<OperationProfile>>> = {
  'application-key': {
    demands: [
      content,
      required,
      { shows: ['authorization'], words: 'showed that a request without credentials is rejected' },
    ],
    remedyFor: (status, target) =>
      wantsToken('application-key', status, target)
        ? tokenLine('application-key', target)
        : {
            kind: 'token',
            operation: 'application-key',
            token: 'the token of an account that may create more keys',
          },
    creation: {
      optionalFields: ['reserved_rate_limit'],
      alwaysSent: [],
      freeText: 'name',
      freeTextIn: ['name'],
      nonDefaultFields: () => ({ 'rate-limit-large': ['reserved_rate_limit', Number.MAX_SAFE_INTEGER] }),
    },
  },
  subscription: {
    remedyFor: (status, target) =>
      wantsToken('subscription', status, target)
        ? tokenLine('subscription', target)
        : subscriptionLine(target),
    creation: {
      optionalFields: ['payment_authority'],
      alwaysSent: ['external_ref'],
      triedBeside: 'payment_authority',
      freeText: 'external_ref',
      freeTextIn: ['attributes', 'external_ref'],
      nonDefaultFields: (sent) => ({
        'other-currency': ['currency', currenciesBeside(at(sent, 'currency'))[0] ?? ''],
      }),
    },
  },
  'node-products': {
    demands: [
      content,
      { shows: ['filter'], words: 'tested a filter' },
      { shows: ['pagination'], words: 'tested pages' },
      { shows: ['live', 'order'], words: 'tested the live products or the curated order' },
    ],
  },
};

const profilesOf = onceFor((operations: WithOperations['operations']) => {
  const contract = { operations };
  return new Map(
    Object.keys(operations).map((id) => [id, plainProfileOf(contract, id, written[id])] as const),
  );
});

/** What a check demands of an operation, and what its requests are made of. */
export function profileOf({ operations }: WithOperations, id: OperationId): OperationProfile {
  const found = profilesOf(operations).get(id);
  if (!found) throw new Error(`the contract has no operation "${id}"`);
  return found;
}

/** Two currencies other than a given one. */
export const currenciesBeside = (own: unknown): string[] =>
  ['USD', 'EUR', 'JPY'].filter((one) => one !== own).slice(0, 2);

const needed = ['account_id', 'offering_id', 'plan_id', 'currency'] as const;

/** What is not declared yet; otherwise, other values. */
function subscriptionLine(target: Target): Remedy {
  const [first] = knownGoodOf(target, 'subscription');
  const missing = needed.filter((name) => first[name] === undefined);
  if (missing.length > 0) return knownLine('subscription', missing.map((name) => `${name}: …`).join(', '));
  const more =
    'known: { subscription: … } with values that your server accepts, or several sets of values if it accepts each only once: [{ … }, { … }]';
  return first.payment_authority === undefined
    ? `known: { subscription: { payment_authority: … } }, or ${more}`
    : more;
}
