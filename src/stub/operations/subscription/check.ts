import { at, type Json } from '../../../json/json.ts';
import { choiceReason } from '../../replies/reason.ts';
import type { Problem } from '../../replies/rejection.ts';
import { problemAt } from '../../requests/check-body.ts';
import type { Setup } from '../../requests/handler.ts';
import type { ExtraCheck } from '../../requests/read-body.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Creates the checks of a subscription request that no keyword of the contract expresses. */
export function createSubscriptionCheck({ choices }: Setup): ExtraCheck {
  const rejectedIfEmpty = unbounded.filter(([choice]) => choices[choice] === 'rejected');
  return (json) => [
    ...emptyTexts(json),
    ...(choices['request-meta'] === 'rejected' && at(json, 'data', 'meta') !== undefined
      ? [problemAt('/data/meta', 'cannot be set by the client', choiceReason('request-meta'))]
      : []),
    ...currencyProblems(at(json, 'data', 'currency')),
    ...(choices['payer-name-spaces'] === 'overlooked' ? shortNames(at(json, ...payerName)) : []),
  ];

  function emptyTexts(json: Json): Problem[] {
    return rejectedIfEmpty.flatMap(([choice, path]) =>
      at(json, 'data', ...path) === ''
        ? [problemAt(`/data/${path.join('/')}`, 'is empty', choiceReason(choice))]
        : [],
    );
  }

  function currencyProblems(currency: unknown): Problem[] {
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return [];
    if (!currencies.has(currency)) {
      const reason = { clause: 'subscription/request-currency-unknown' };
      return [problemAt('/data/currency', 'is not a currency code of ISO 4217', reason)];
    }
    const own = choices['shop-currency'];
    return choices['other-currency'] === 'rejected' && currency !== own
      ? [
          problemAt(
            '/data/currency',
            `is not a supported currency; only ${own} is`,
            choiceReason('other-currency'),
          ),
        ]
      : [];
  }
}

/** The texts without a lower bound, and the choices on each. */
const unbounded = [
  ['empty-external-ref', ['external_ref']],
  ['empty-customer-id', ['payment_authority', 'customer_id']],
  ['empty-card-id', ['payment_authority', 'card_id']],
] as const;

const payerName = ['data', 'payment_authority', 'name'];

/** A name that is long enough only with the spaces around it. */
function shortNames(name: unknown): Problem[] {
  const isShort = typeof name === 'string' && name.length >= 3 && name.trim().length < 3;
  return isShort
    ? [problemAt(`/${payerName.join('/')}`, 'is too short', choiceReason('payer-name-spaces'))]
    : [];
}
