import { attemptsAt } from '../../core/attempt.ts';
import { ruleOfEach } from '../../core/rule.ts';
import { bodyNeverAccepted } from '../../interface/creations/bodies.ts';
import { takeWhere, textOfBody } from '../../mutants/request.ts';
import { profiles } from '../../profiles/profiles.ts';

export default ruleOfEach((operation) => ({
  title: 'a request with an empty body is rejected',
  claims: [attemptsAt(`${operation}/request-body-required`, profiles[operation]), bodyNeverAccepted('empty')],
  mutants: [
    {
      name: 'an empty body creates something without a required field',
      wire: takeWhere(operation, (call) => textOfBody(call) === ''),
    },
  ],
}));
