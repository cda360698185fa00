import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { bodyNeverAccepted } from '../../../interface/creations/bodies.ts';
import { toleratesBrokenJson } from '../../../mutants/broken-json.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a key request that does not begin with a JSON value is rejected',
  claims: [
    attemptsAt('application-key/request-body-json', profiles['application-key']),
    bodyNeverAccepted('not JSON'),
  ],
  mutants: toleratesBrokenJson('application-key', 'key'),
});
