import { at, withAt } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { isToBlame, neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { profiles } from '../../../interface/profiles.ts';
import { overlookInBody } from '../../../mutants/request.ts';

export default rule({
  title: 'a currency that is not three capital letters is refused',
  claims: [
    attemptsAt('subscription/request-currency-form', profiles.subscription),
    neverAccepted(
      (breach, request) =>
        breach.constraint.clause.id === 'subscription/request-currency-form' && isToBlame(breach, request),
    ),
  ],
  mutants: [
    { name: 'no form of a currency is asked for', amend: { constraint: 'subscription/currency/pattern' } },
    { name: 'lower case passes for a currency', wire: read((currency) => currency.toUpperCase()) },
    { name: 'a currency is cut to three letters', wire: read((currency) => currency.slice(0, 3)) },
    { name: 'a currency is trimmed before it is looked at', wire: read((currency) => currency.trim()) },
    {
      name: 'a line feed after the currency is overlooked',
      wire: read((currency) => currency.replace(/\n$/, '')),
    },
    {
      name: 'a country passes for a currency',
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
