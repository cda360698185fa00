import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { isNullRequired } from '../../../interface/creations/bodies.ts';
import { neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { profiles } from '../../../interface/profiles.ts';
import { takeNull } from '../../../mutants/request.ts';

const payment = 'data.payment_authority.';

export default rule({
  title: 'null in place of a required member is refused',
  claims: [
    attemptsAt('subscription/request-null-required', profiles.subscription),
    neverAccepted(isNullRequired),
  ],
  mutants: [
    {
      name: 'null passes for what a subscription requires',
      wire: takeNull('subscription', (path) => !path.startsWith(payment)),
    },
    {
      name: 'null passes for what a payment authority requires',
      wire: takeNull('subscription', (path) => path.startsWith(payment)),
    },
  ],
});
