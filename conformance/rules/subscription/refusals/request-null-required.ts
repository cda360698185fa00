import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { isNullRequired } from '../../../interface/creations/bodies.ts';
import { neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { takeNull } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

const payment = 'data.payment_authority.';

export default rule({
  title: 'null for a required field is rejected',
  claims: [
    attemptsAt('subscription/request-null-required', profiles.subscription),
    neverAccepted(isNullRequired),
  ],
  mutants: [
    {
      name: 'null is accepted for a required field of a subscription',
      wire: takeNull('subscription', (path) => !path.startsWith(payment)),
    },
    {
      name: 'null is accepted for a required field of payment_authority',
      wire: takeNull('subscription', (path) => path.startsWith(payment)),
    },
  ],
});
