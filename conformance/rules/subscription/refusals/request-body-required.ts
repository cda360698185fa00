import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { bodyNeverAccepted } from '../../../interface/creations/bodies.ts';
import { takeWhere, textOfBody } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a subscription request with an empty body is rejected',
  claims: [
    attemptsAt('subscription/request-body-required', profiles.subscription),
    bodyNeverAccepted('empty'),
  ],
  mutants: [
    {
      name: 'an empty body creates a subscription without ids',
      wire: takeWhere('subscription', (call) => textOfBody(call) === ''),
    },
  ],
});
