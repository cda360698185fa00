import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { bodyNeverAccepted } from '../../../interface/creations/bodies.ts';
import { toleratesBrokenJson } from '../../../mutants/broken-json.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a subscription request that does not begin with JSON is rejected',
  claims: [
    attemptsAt('subscription/request-body-json', profiles.subscription),
    bodyNeverAccepted('not JSON'),
  ],
  mutants: toleratesBrokenJson('subscription', 'subscription'),
});
