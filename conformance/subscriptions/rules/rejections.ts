import type { Mutant } from '../../../src/http/exchange.ts';
import { at, isObject, type Json, withAt, withoutAt } from '../../../src/json/json.ts';
import { attemptsAt } from '../../core/attempt.ts';
import { rules } from '../../core/rule.ts';
import { isSpacedOnly, isToBlame, neverAccepted } from '../../create/bodies.ts';
import { changeReply } from '../../core/reply-mutants.ts';
import { jsonOfCall, overlookInBody } from '../../core/request-mutants.ts';
import { profiles } from '../../profiles/profiles.ts';
import { readCurrency as read, readCurrency } from '../mutants.ts';

const sentAt = ['data', 'currency'];

const currencyOf = (json: Json | undefined): string => String(at(json, ...sentAt));

const isUnknown = (currency: string): boolean =>
  /^[A-Z]{3}$/.test(currency) && !Intl.supportedValuesOf('currency').includes(currency);

/** Takes and shows currencies that there are not, as though they were dollars. */
const takeAnyCurrency: Mutant = (next, contract) =>
  changeReply('subscription', (json, call) => {
    const sent = currencyOf(jsonOfCall(call));
    return isUnknown(sent) ? withAt(json, ['data', 'attributes', 'currency'], sent) : undefined;
  })(
    overlookInBody('subscription', (json) =>
      isUnknown(currencyOf(json)) ? withAt(json, sentAt, 'USD') : undefined,
    )(next, contract),
    contract,
  );

const payment = ['data', 'payment_authority'];

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

export default rules(['rejections', 'forms'], {
  'request-currency-form': {
    title: 'a `currency` that is not three ASCII capital letters is rejected',
    claims: [
      attemptsAt('subscription/request-currency-form', profiles.subscription),
      neverAccepted(
        (breach, request) =>
          breach.constraint.clause.id === 'subscription/request-currency-form' &&
          isToBlame(breach, request) &&
          !isSpacedOnly(breach),
      ),
    ],
    mutants: [
      { name: 'currency is accepted in any form', amend: { constraint: 'subscription/currency/pattern' } },
      { name: 'a currency in lower case is accepted', wire: read((currency) => currency.toUpperCase()) },
      { name: 'a currency is cut to three letters', wire: read((currency) => currency.slice(0, 3)) },
      {
        name: 'a digit is accepted in a currency',
        wire: read((currency) => (/^[A-Z][0-9][A-Z]$/.test(currency) ? 'USD' : currency)),
      },
      {
        name: 'the name of a currency is accepted',
        wire: read((currency) => (/^[A-Z][a-z]{3}/.test(currency) ? 'EUR' : currency)),
      },
      {
        name: 'capital letters of any script are accepted as currency',
        wire: read((currency) => (/^(?![A-Z]{3})\p{Lu}{3}$/u.test(currency) ? 'USD' : currency)),
      },
      {
        name: 'the code of a country is accepted as currency',
        wire: read((currency) => (/^[A-Z]{2}$/.test(currency) ? 'USD' : currency)),
      },
    ],
  },
  'request-currency-spaces': {
    title: 'a `currency` with white space around its letters is rejected',
    claims: [
      attemptsAt('subscription/request-currency-spaces', profiles.subscription),
      neverAccepted(
        (breach, request) =>
          breach.constraint.clause.id === 'subscription/request-currency-form' &&
          isToBlame(breach, request) &&
          isSpacedOnly(breach),
      ),
    ],
    mutants: [
      {
        name: 'a currency is trimmed before it is checked',
        wire: readCurrency((currency) => currency.trim()),
      },
      {
        name: 'a line feed after the currency is ignored',
        wire: readCurrency((currency) => currency.replace(/\n$/, '')),
      },
    ],
  },
  'request-currency-unknown': {
    title: 'a currency that is not an ISO code is rejected',
    claims: [attemptsAt('subscription/request-currency-unknown', profiles.subscription)],
    mutants: [{ name: 'any three capital letters are accepted as currency', wire: takeAnyCurrency }],
  },
  'request-payment-authority-empty': {
    topic: ['required values', 'required'],
    title: 'a request with an empty payment_authority is rejected',
    claims: [
      attemptsAt('subscription/request-payment-authority-empty', profiles.subscription),
      neverAccepted(({ path }, { json }) => path.length > payment.length && isEmpty(at(json, ...payment))),
    ],
    mutants: [
      {
        name: 'an empty payment_authority is accepted',
        wire: overlookInBody('subscription', (json) =>
          isEmpty(at(json, ...payment)) ? withoutAt(json, payment) : undefined,
        ),
      },
    ],
  },
});
