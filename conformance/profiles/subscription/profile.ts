import { at } from '../../../src/json/json.ts';
import { profileOf, wantsToken } from '../../core/profile.ts';
import { tokenLine } from '../../core/remedies.ts';
import type { Target } from '../../core/target.ts';
import { currenciesBeside } from './currencies.ts';

const id = 'subscription';

/** Creating a subscription. */
export const profile = profileOf(id, {
  remedyFor: (status, target) =>
    wantsToken(id, status, target) ? tokenLine(id, target) : subscriptionLine(target),
  creation: {
    optionalMembers: ['payment_authority'],
    alwaysSent: ['external_ref'],
    triedBeside: 'payment_authority',
    freeText: 'external_ref',
    freeTextShownAt: ['data', 'attributes', 'external_ref'],
    knownGoodSets: ({ subscriptions }) => subscriptions,
    nonDefaultFields: (control) => ({
      'other-currency': ['currency', currenciesBeside(at(control, 'data', 'currency'))[0] ?? ''],
    }),
  },
});

/** What a subscription has to be made of; the operator may name each. */
const needed = ['account_id', 'offering_id', 'plan_id', 'currency'] as const;

/** What is not named yet; where all is, other values. */
function subscriptionLine({ subscriptions: [first] }: Target): string {
  const missing = needed.filter((name) => first[name] === undefined);
  if (missing.length > 0) return `subscription: { ${missing.map((name) => `${name}: …`).join(', ')} }`;
  const more =
    'values that your server accepts, or several sets of values if it accepts each only once: [{ … }, { … }]';
  return `subscription: ${first.payment === undefined ? `{ payment: … }, or ${more}` : more}`;
}
