import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { bodyNeverAccepted } from '../../../interface/creations/bodies.ts';
import { profiles } from '../../../interface/profiles.ts';
import { toleratesBrokenJson } from '../../../mutants/broken-json.ts';

export default rule({
  title: 'a subscription request that does not begin with a JSON value is refused',
  claims: [
    attemptsAt('subscription/request-body-json', profiles.subscription),
    bodyNeverAccepted('not JSON'),
  ],
  mutants: toleratesBrokenJson('subscription', 'subscription'),
});
