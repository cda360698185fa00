import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { bodyNeverAccepted } from '../../../interface/creations/bodies.ts';
import { takeWhere, textOfBody } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a key request with an empty body is rejected',
  claims: [
    attemptsAt('application-key/request-body-required', profiles['application-key']),
    bodyNeverAccepted('empty'),
  ],
  mutants: [
    {
      name: 'an empty body creates a key without a name',
      wire: takeWhere('application-key', (call) => textOfBody(call) === ''),
    },
  ],
});
