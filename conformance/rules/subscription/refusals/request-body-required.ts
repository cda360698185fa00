import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { bodyNeverAccepted } from '../../../interface/creations/bodies.ts';
import { profiles } from '../../../interface/profiles.ts';
import { takeWhere, textOfBody } from '../../../mutants/request.ts';

export default rule({
  title: 'a subscription request with an empty body is refused',
  claims: [
    attemptsAt('subscription/request-body-required', profiles.subscription),
    bodyNeverAccepted('empty'),
  ],
  mutants: [
    {
      name: 'an empty body gives a subscription to nothing',
      wire: takeWhere('subscription', (call) => textOfBody(call) === ''),
    },
  ],
});
