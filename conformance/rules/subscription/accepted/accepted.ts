import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeStatus } from '../../../mutants/reply.ts';

export default rule({
  title: 'a subscription request with all that is required is accepted',
  claims: [attemptsAt('subscription/accepted', profiles.subscription)],
  mutants: [
    {
      name: 'every subscription crashes the server',
      wire: changeStatus('subscription', (status) => (status <= 299 ? 500 : status)),
    },
  ],
});
