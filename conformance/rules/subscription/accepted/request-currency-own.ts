import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { refuseWhere } from '../../../mutants/request.ts';

export default rule({
  title: 'the vouched currency is accepted',
  claims: [attemptsAt('subscription/request-currency-own', profiles.subscription)],
  mutants: [
    {
      name: 'every currency is taken but the vouched one',
      wireFor: ({ subscriptions: [{ currency }] }) =>
        refuseWhere('subscription', (json) => at(json, 'data', 'currency') === currency),
    },
  ],
});
