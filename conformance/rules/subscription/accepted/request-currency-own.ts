import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'the currency of the target file is accepted',
  claims: [attemptsAt('subscription/request-currency-own', profiles.subscription)],
  mutants: [
    {
      name: 'every currency is accepted except the declared one',
      wireFor: ({ subscriptions: [{ currency }] }) =>
        rejectWhere('subscription', (json) => at(json, 'data', 'currency') === currency),
    },
  ],
});
