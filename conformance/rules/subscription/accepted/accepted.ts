import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { rejectAfterRejection } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a subscription request with all required fields is accepted',
  claims: [attemptsAt('subscription/accepted', profiles.subscription)],
  mutants: [
    {
      name: 'a request is rejected because the one before it was',
      wire: rejectAfterRejection('subscription'),
    },
    {
      name: 'every subscription crashes the server',
      wire: changeStatus('subscription', (status) => (status <= 299 ? 500 : status)),
    },
  ],
});
