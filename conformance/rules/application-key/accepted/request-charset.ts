import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { refuseCharset } from '../../../mutants/request.ts';

export default rule({
  title: 'a key request of the type application/json; charset=utf-8 is accepted',
  claims: [attemptsAt('application-key/request-charset', profiles['application-key'])],
  mutants: [{ name: 'a charset parameter is refused', wire: refuseCharset('application-key') }],
});
