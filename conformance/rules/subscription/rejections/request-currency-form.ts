import { at, withAt } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { isToBlame, neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { overlookInBody } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a currency that is not three capital letters is rejected',
  claims: [
    attemptsAt('subscription/request-currency-form', profiles.subscription),
    neverAccepted(
      (breach, request) =>
        breach.constraint.clause.id === 'subscription/request-currency-form' && isToBlame(breach, request),
    ),
  ],
  mutants: [
    { name: 'currency is accepted in any form', amend: { constraint: 'subscription/currency/pattern' } },
    { name: 'a currency in lower case is accepted', wire: read((currency) => currency.toUpperCase()) },
    { name: 'a currency is cut to three letters', wire: read((currency) => currency.slice(0, 3)) },
    { name: 'a currency is trimmed before it is checked', wire: read((currency) => currency.trim()) },
    {
      name: 'a line feed after the currency is ignored',
      wire: read((currency) => currency.replace(/\n$/, '')),
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

/** Reads a currency short of the bound in a generous way. */
function read(generously: (currency: string) => string) {
  return overlookInBody('subscription', (json) => {
    const currency = at(json, 'data', 'currency');
    if (typeof currency !== 'string' || currency.length > 10) return undefined;
    return withAt(json, ['data', 'currency'], generously(currency));
  });
}
