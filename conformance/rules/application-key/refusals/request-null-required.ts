import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { isNullRequired } from '../../../interface/creations/bodies.ts';
import { neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { takeNull } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'null for a required field is rejected',
  claims: [
    attemptsAt('application-key/request-null-required', profiles['application-key']),
    neverAccepted(isNullRequired),
  ],
  mutants: [{ name: 'null is accepted for a required field', wire: takeNull('application-key', () => true) }],
});
