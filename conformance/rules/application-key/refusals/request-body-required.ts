import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { bodyNeverAccepted } from '../../../interface/creations/bodies.ts';
import { profiles } from '../../../interface/profiles.ts';
import { takeWhere, textOfBody } from '../../../mutants/request.ts';

export default rule({
  title: 'a key request with an empty body is refused',
  claims: [
    attemptsAt('application-key/request-body-required', profiles['application-key']),
    bodyNeverAccepted('empty'),
  ],
  mutants: [
    {
      name: 'an empty body gives an unnamed key',
      wire: takeWhere('application-key', (call) => textOfBody(call) === ''),
    },
  ],
});
