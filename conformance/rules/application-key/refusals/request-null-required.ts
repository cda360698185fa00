import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { isNullRequired } from '../../../interface/creations/bodies.ts';
import { neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { profiles } from '../../../interface/profiles.ts';
import { takeNull } from '../../../mutants/request.ts';

export default rule({
  title: 'null in place of a required member is refused',
  claims: [
    attemptsAt('application-key/request-null-required', profiles['application-key']),
    neverAccepted(isNullRequired),
  ],
  mutants: [{ name: 'null passes for what is required', wire: takeNull('application-key', () => true) }],
});
