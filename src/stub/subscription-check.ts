import { at, type Json } from '../wire/json.ts';
import type { ExtraCheck } from './body.ts';
import { problemAt } from './body-check.ts';
import type { Setup } from './operation.ts';
import type { Problem } from './refusal.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Builds the checks of a subscription request that no keyword of the contract expresses. */
export function createSubscriptionCheck({ choices }: Setup): ExtraCheck {
  return (json) => [
    ...(choices['empty-strings'] === 'refused' ? emptyStrings(json) : []),
    ...(choices['request-meta'] === 'refused' && at(json, 'data', 'meta') !== undefined
      ? [problemAt('/data/meta', 'is not the client’s to set')]
      : []),
    ...currencyProblems(at(json, 'data', 'currency')),
  ];

  function currencyProblems(currency: unknown): Problem[] {
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return [];
    if (choices['unlisted-currency'] === 'refused' && !currencies.has(currency)) {
      return [problemAt('/data/currency', 'is not a currency code of ISO 4217')];
    }
    return choices['other-currency'] === 'refused' && currencies.has(currency) && currency !== 'USD'
      ? [problemAt('/data/currency', 'is not sold in: USD only')]
      : [];
  }
}

function emptyStrings(json: Json): Problem[] {
  const places = [['external_ref'], ['payment_authority', 'customer_id'], ['payment_authority', 'card_id']];
  return places
    .filter((path) => at(json, 'data', ...path) === '')
    .map((path) => problemAt(`/data/${path.join('/')}`, 'is empty'));
}
