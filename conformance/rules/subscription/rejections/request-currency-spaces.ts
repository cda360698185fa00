import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { isSpacedOnly, isToBlame, neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { readCurrency } from '../../../mutants/subscription/currency.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
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
});
