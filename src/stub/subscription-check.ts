import { at, type Json } from '../wire/json.ts';
import type { ExtraCheck } from './body.ts';
import { problemAt } from './body-check.ts';
import { choiceTable } from './choices.ts';
import type { Setup } from './operation.ts';
import type { Problem } from './refusal.ts';
import { chosen } from './why.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Builds the checks of a subscription request that no keyword of the contract expresses. */
export function createSubscriptionCheck({ choices }: Setup): ExtraCheck {
  return (json) => [
    ...(choices['empty-strings'] === 'refused' ? emptyStrings(json) : []),
    ...(choices['request-meta'] === 'refused' && at(json, 'data', 'meta') !== undefined
      ? [problemAt('/data/meta', 'is not the client’s to set', chosen('request-meta'))]
      : []),
    ...currencyProblems(at(json, 'data', 'currency')),
  ];

  function currencyProblems(currency: unknown): Problem[] {
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return [];
    if (choices['unlisted-currency'] === 'refused' && !currencies.has(currency)) {
      return [problemAt('/data/currency', 'is not a currency code of ISO 4217', chosen('unlisted-currency'))];
    }
    return choices['other-currency'] === 'refused' && currencies.has(currency) && currency !== 'USD'
      ? [problemAt('/data/currency', 'is not sold in: USD only', chosen('other-currency'))]
      : [];
  }
}

function emptyStrings(json: Json): Problem[] {
  const { clauses, id } = { clauses: choiceTable['empty-strings'].clauses, id: 'empty-strings' } as const;
  const places = [['external_ref'], ['payment_authority', 'customer_id'], ['payment_authority', 'card_id']];
  return places.flatMap((path, index) => {
    if (at(json, 'data', ...path) !== '') return [];
    return [problemAt(`/data/${path.join('/')}`, 'is empty', { clause: clauses[index] ?? '', choice: id })];
  });
}
