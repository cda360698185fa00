import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { isSpacedOnly, isToBlame, neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { readCurrency as read } from '../../../mutants/subscription/currency.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
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
});
